// A command line: its words, as a shell reads and writes them, and as the end of a link. A line ends in
// `> FILE` if standard output becomes a file. `{ words, keep }` are the words after `toroid`, and that
// file's name, or "".

const kPlain = /^[\w.,:=\/@%+^-]+$/;
const quoted = (word) => kPlain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export const textOf = ({ words, keep }) =>
  ["toroid", ...words.map(quoted), ...(keep ? [">", quoted(keep)] : [])].join(" ");

// Words between blanks; within quotes a blank is part of the word. A backslash at the end of a line
// joins it with the next.
export function lineOf(text) {
  const tokens = [];
  const pattern = /(?:[^\s'"\\>]|'[^']*'|"(?:[^"\\]|\\.)*"|\\[^\n])+|>/g;
  for (const [token] of text.replaceAll("\\\n", " ").matchAll(pattern)) {
    const word = token.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, escaped) =>
      single ?? double?.replace(/\\(.)/g, "$1") ?? escaped);
    tokens.push({ word, redirects: token === ">" });
  }
  const at = tokens.findIndex(({ redirects }) => redirects);
  const words = (at < 0 ? tokens : tokens.slice(0, at)).map(({ word }) => word);
  if (words[0] === "toroid") words.shift();
  return { words, keep: at < 0 ? "" : tokens[at + 1]?.word ?? "" };
}

// "#map+--host+ring:8": short words stay readable.
export const linkOf = ({ words, keep }) => {
  const part = (word) => encodeURIComponent(word).replace(/%(3A|2C|2F|3D|40)/g, decodeURIComponent);
  return `#${[...words.map(part), ...(keep ? [">", part(keep)] : [])].join("+")}`;
};
export function lineOfLink(hash) {
  const parts = hash.replace(/^#/, "").split("+").filter((part) => part);
  const at = parts.findIndex((part) => part === ">" || part === "%3E");
  const decode = (part) => { try { return decodeURIComponent(part); } catch { return part; } };
  return { words: (at < 0 ? parts : parts.slice(0, at)).map(decode), keep: at < 0 ? "" : decode(parts[at + 1] ?? "") };
}
