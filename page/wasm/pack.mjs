// Writes files as one JSON object, name -> text. Usage: pack.mjs OUT NAME=PATH... (a folder's files are
// NAME/..., those of its folders too; a file is NAME/FILE). A folder of Verilog keeps its own name.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const packed = {};

function pack(name, path) {
  if (!statSync(path).isDirectory()) {
    packed[name] = readFileSync(path, 'utf8');
    return;
  }
  for (const entry of readdirSync(path).sort()) pack(`${name}/${entry}`, join(path, entry));
}

const [out, ...parts] = process.argv.slice(2);
for (const part of parts) {
  const [name, path] = part.split('=');
  const inside = !statSync(path).isDirectory() || path.startsWith(`${name}/`);
  pack(inside ? `${name}/${basename(path)}` : name, path);
}
writeFileSync(out, JSON.stringify(packed));
