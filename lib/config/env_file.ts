/** Parses a `.env` file: lines of `NAME=value`; quotes and `export` are allowed, `#` begins a comment. */
export function parseEnv(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^#]*?))\s*(?:#.*)?$/.exec(
      line,
    );
    if (!match) continue;
    const [, name, double, single, bare] = match;
    const value = double !== undefined ? double.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1") : single ?? bare ?? "";
    found.set(name, value);
  }
  return found;
}
