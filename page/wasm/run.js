// Runs command lines of toroid in WebAssembly, under node and in a worker of a page.
//
//   const toroid = await load();
//   const { code, stdout, stderr, files } = await toroid.run(['map', '--guest', 'ring:8', ...], {
//     'net.toml': bytes,
//   });
//
// Every run has an instance of its own: memory, files and state of an earlier one are gone. A run does
// not return before it is over, so a page calls it in a worker, and stops it by ending the worker.
import createToroid from './toroid.js';

const kRoot = '/toroid';  // of what is installed: bin, share/toroid
const kWork = '/work';    // the working folder
const kUnable = 3;        // exit code

const isNode = typeof process === 'object' && process.versions?.node !== undefined;

// The bytes of a file beside this one.
async function bytesOf(name) {
  const url = new URL(name, import.meta.url);
  if (isNode) return (await import('node:fs/promises')).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// Reads what all runs have in common.
export async function load() {
  const [code, share] = await Promise.all([bytesOf('toroid.wasm'), bytesOf('share.json')]);
  const module = await WebAssembly.compile(code);
  const shared = Object.entries(JSON.parse(new TextDecoder().decode(share)));
  return { run: (args, files, listeners) => run(module, shared, args, files, listeners) };
}

function writeFile(fs, path, content) {
  fs.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  fs.writeFile(path, content);
}

// The files below a folder, by name, that are not the very ones that were put there.
function filesBelow(fs, folder, given) {
  const found = {};
  const visit = (path, name) => {
    if (fs.isDir(fs.lstat(path).mode)) {
      for (const entry of fs.readdir(path)) {
        if (entry !== '.' && entry !== '..') visit(`${path}/${entry}`, name ? `${name}/${entry}` : entry);
      }
      return;
    }
    const bytes = fs.readFile(path);
    if (!(name in given && sameBytes(bytes, given[name]))) found[name] = bytes;
  };
  visit(folder, '');
  return found;
}

function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

// Collects what is written to a stream, and tells a listener of each piece of text.
class Output {
  constructor(listener) {
    this.listener = listener;
    this.decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.text = '';
  }
  write(bytes) {
    this.add(this.decoder.decode(bytes, { stream: true }));
  }
  add(text) {
    this.text += text;
    if (text !== '') this.listener?.(text);
  }
}

// Separates the progress line from the rest of standard error: "\r" begins it, "\x1b[K" ends it.
class ErrorOutput extends Output {
  constructor(listener, progress) {
    super(listener);
    this.progress = progress;
    this.waiting = '';
  }
  add(text) {
    this.waiting += text;
    for (;;) {
      const begin = this.waiting.indexOf('\r');
      super.add(begin < 0 ? this.waiting : this.waiting.slice(0, begin));
      this.waiting = begin < 0 ? '' : this.waiting.slice(begin);
      const end = this.waiting.indexOf('\x1b[K');
      if (end < 0) return;
      this.progress?.(this.waiting.slice(1, end));
      this.waiting = this.waiting.slice(end + 3);
    }
  }
}

// An instance in its working folder, with these files.
async function start(module, shared, files, interactive) {
  const toroid = await new Promise((resolve, reject) => {
    createToroid({
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(module, imports).then(done, reject);
        return {};
      },
      quit: (_status, thrown) => {
        throw thrown;
      },
      stdin: () => null,
      // a progress line that is rewritten needs a terminal
      preRun: (made) => Object.assign(made.ENV, { TERM: interactive ? 'xterm' : 'dumb' }),
    }).then(resolve, reject);
  });
  const fs = toroid.FS;
  for (const [name, text] of shared) writeFile(fs, `${kRoot}/share/toroid/${name}`, text);
  fs.symlink(`${kRoot}/bin/toroid`, '/proc/self/exe');
  fs.mkdirTree(kWork);
  for (const [name, bytes] of Object.entries(files)) writeFile(fs, `${kWork}/${name}`, bytes);
  fs.chdir(kWork);
  return toroid;
}

// Hands what is written to a standard stream to an output.
function connect(stream, output, interactive) {
  if (!interactive) stream.tty = undefined;
  const write = (_stream, buffer, offset, length) => {
    output.write(buffer.slice(offset, offset + length));
    return length;
  };
  stream.stream_ops = { ...stream.stream_ops, write };
}

// `files`: name in the working folder -> bytes. `listeners`: `stdout` and `stderr` are called with
// pieces of text, `progress` with the line that says how far a long run is, "" when there is none.
// Resolves to the exit code, both texts, and the files that the run wrote, by name.
async function run(module, shared, args, files = {}, listeners = {}) {
  const out = new Output(listeners.stdout);
  const err = new ErrorOutput(listeners.stderr, listeners.progress);
  const interactive = listeners.progress !== undefined;
  try {
    const toroid = await start(module, shared, files, interactive);
    connect(toroid.FS.getStream(1), out, false);
    connect(toroid.FS.getStream(2), err, interactive);
    const code = toroid.callMain(args);
    return { code, stdout: out.text, stderr: err.text, files: filesBelow(toroid.FS, kWork, files) };
  } catch (failure) {
    err.add(`toroid: error: toroid: ended by a failure that it could not handle (${failure?.message});` +
      ' there may be too little memory\n');
    return { code: kUnable, stdout: out.text, stderr: err.text, files: {} };
  }
}
