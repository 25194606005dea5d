// Compares the page's toroid with the native one on the command lines of commands.txt, and says how large
// the page is. Usage: run.mjs NATIVE PAGE_FOLDER [FILTER]; FILTER: only lines that contain it.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const [native, folder, filter = ''] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '../..');
const page = await (await import(pathToFileURL(resolve(folder, 'run.js')))).load();

// The lines of the table: {line, expected}, where `expected` is {code, says} or absent.
function rowsOf(text) {
  const rows = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const other = /^ +(\d) (.*)$/.exec(line);
    if (other) rows.at(-1).expected = { code: Number(other[1]), says: other[2] };
    else rows.push({ line });
  }
  return rows;
}

// What a program measures of itself, and what only a terminal or a long run shows.
function withoutMeasurements(text) {
  return text
    .replace(/^ {2}(speed {2}|"speed": ).*\n/gm, '')
    .replace(/"speed":\{[^}]*\}/g, '')
    .replace(/^toroid: [a-z ]+: (\d+ %|\d+ (s|min)\b).*\n/gm, '');
}

function filesBelow(path, name = '') {
  if (!statSync(path).isDirectory()) return { [name]: readFileSync(path) };
  const files = {};
  for (const entry of readdirSync(path))
    Object.assign(files, filesBelow(join(path, entry), name ? `${name}/${entry}` : entry));
  return files;
}

function runNative(args, files) {
  const work = mkdtempSync(join(tmpdir(), 'toroid-page-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), bytes);
    }
    const ran = spawnSync(resolve(native), args, { cwd: work, maxBuffer: 1 << 30 });
    if (ran.error) throw ran.error;
    return {
      code: ran.status, stdout: ran.stdout.toString(), stderr: ran.stderr.toString(),
      files: filesBelow(work),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function runPage(args, files) {
  const ran = await page.run(args, files);
  return { ...ran, files: { ...files, ...ran.files } };
}

// The first difference between two results, or nothing.
function difference(ours, theirs) {
  if (ours.code !== theirs.code) return `exit code ${ours.code}, not ${theirs.code}`;
  const texts = (result) => ({
    'standard output': result.stdout,
    'standard error': result.stderr,
    ...Object.fromEntries(Object.entries(result.files).map(([n, b]) => [n, Buffer.from(b).toString('latin1')])),
  });
  const [a, b] = [texts(ours), texts(theirs)];
  for (const name of Object.keys({ ...a, ...b })) {
    if (!(name in a) || !(name in b)) return `${name} is ${name in a ? 'new' : 'missing'}`;
    const [left, right] = [a[name], b[name]].map((text) => withoutMeasurements(text).split('\n'));
    const at = left.findIndex((line, i) => line !== right[i]);
    if (at >= 0 || left.length !== right.length)
      return `${name}: ${left[at] ?? 'nothing'}\n    not ${right[at] ?? 'nothing'}`;
  }
  return undefined;
}

// What is wrong with a line of the table, or nothing. Counts what was compared.
const compared = { commands: 0, files: 0 };
async function faultOf({ line, expected }) {
  let [ours, theirs] = [{ files: {} }, { files: {} }];
  let number = 0;
  for (const command of line.split(' && ')) {
    const [, name, text] = /^(\S+) <<(.*)$/.exec(command) ?? [];
    if (name) {
      const bytes = Buffer.from(text.replaceAll('\\n', '\n'));
      ours.files[name] = theirs.files[name] = bytes;
      continue;
    }
    if (command.startsWith('copy ')) {
      const path = join(repository, command.slice(5));
      ours.files[basename(path)] = theirs.files[basename(path)] = readFileSync(path);
      continue;
    }
    const args = command === '(none)' ? [] : command.trim().split(/ +/);
    number += 1;
    ours = await runPage(args, ours.files);
    if (expected) {
      if (ours.code !== expected.code) return `exit code ${ours.code}, not ${expected.code}`;
      if (!(ours.stdout + ours.stderr).includes(expected.says))
        return `says ${ours.stdout + ours.stderr}\n    not ${expected.says}`;
      compared.commands += 1;
      return undefined;
    }
    theirs = runNative(args, theirs.files);
    const found = difference(ours, theirs);
    if (found) return `${command}\n    ${found}`;
    compared.commands += 1;
    compared.files += Object.keys(theirs.files).length;
    for (const result of [ours, theirs]) result.files[`${number}.out`] = Buffer.from(result.stdout);
  }
  return undefined;
}

// What a visitor's browser fetches, compressed as servers do.
const kMostBytes = 2_000_000;
const bytes = Object.values(filesBelow(folder))
  .reduce((sum, content) => sum + brotliCompressSync(content).length, 0);

let faults = 0;
if (bytes > kMostBytes) {
  faults += 1;
  console.error(`the page has ${bytes} bytes with brotli, more than ${kMostBytes}`);
}
const rows = rowsOf(readFileSync(join(here, 'commands.txt'), 'utf8')).filter(({ line }) => line.includes(filter));
for (const row of rows) {
  const fault = await faultOf(row);
  if (!fault) continue;
  faults += 1;
  console.error(`differs: ${row.line}\n    ${fault}`);
}
console.log(`page: ${compared.commands} commands and ${compared.files} files compared, ${bytes} bytes with brotli, ` +
  `${faults} faults`);
process.exit(faults === 0 && compared.commands >= 1 ? 0 : 1);
