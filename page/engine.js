// toroid in a worker. A run that is stopped takes its worker with it, and a new one is made, which is
// ready before the next run begins.

export class Engine {
  constructor() { this.start(); }

  start() {
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.end("reject", new Error(event.message || "the worker does not start")));
  }

  hear({ progress, failed, ...result }) {
    if (progress !== undefined) this.waiting?.progress(progress);
    else if (failed !== undefined) this.end("reject", new Error(failed));
    else this.end("resolve", result);
  }

  end(how, what) {
    const waiting = this.waiting;
    this.waiting = null;
    waiting?.[how](what);
  }

  // Runs `toroid` with these words, in a folder with `files`, bytes by name. Resolves to
  // { code, stdout, stderr, files }, of which `files` are those that the run has written; to null if it is
  // stopped.
  run(words, files, progress = () => {}) {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, progress };
      this.worker.postMessage({ words, files });
    });
  }

  stop() {
    this.worker.terminate();
    this.start();
    this.end("resolve", null);
  }
}
