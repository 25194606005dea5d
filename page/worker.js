// Runs toroid for the page. A message { words, files } is answered by { progress } any number of times, and
// by { code, stdout, stderr, files }, or { failed }, why it could not be run. Files are bytes by name.
import { load } from "./run.js";

const loaded = load();

addEventListener("message", async ({ data: { words, files } }) => {
  try {
    const toroid = await loaded;
    const progress = (text) => postMessage({ progress: text });
    const result = await toroid.run(words, Object.fromEntries(files), { progress });
    postMessage({ ...result, files: new Map(Object.entries(result.files)) });
  } catch (error) {
    postMessage({ failed: error.message });
  }
});
