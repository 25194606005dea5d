// A zip of files as they are, without compression (PKWARE's APPNOTE 6.3, sections 4.3.7 to 4.3.16).
// Names are UTF-8, the date is the first that the format has, so the same files give the same bytes.

const kTable = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? 0xEDB88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
function crcOf(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = kTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const kVersion = 20;
const kUtf8 = 1 << 11;
const kDate = 0x21; // 1 January 1980

// Fields of 2 and 4 bytes, the low byte first.
function record(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

// `files`: names and bytes. Returns the parts of a Blob.
export function zipOf(files) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = new TextEncoder().encode(name);
    const facts = [[2, kVersion], [2, kUtf8], [2, 0], [2, 0], [2, kDate], [4, crcOf(bytes)],
      [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
    directory.push(record([4, 0x02014B50], [2, kVersion], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    const added = [record([4, 0x04034B50], ...facts), path, bytes];
    parts.push(...added);
    offset += added.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = directory.length / 2;
  return [...parts, ...directory, record([4, 0x06054B50], [2, 0], [2, 0], [2, count], [2, count],
    [4, size], [4, offset], [2, 0])];
}
