/** Whether JSON text nests deeper than a limit. Counts brackets outside strings, without parsing. */
export function nestsDeeperThan(line: string, limit: number): boolean {
  if (line.length <= limit) return false;
  let depth = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(line, index);
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return false;
}

function endOfString(line: string, start: number): number {
  let index = start + 1;
  while (index < line.length) {
    const quote = line.indexOf('"', index);
    if (quote < 0) return line.length;
    let slashes = 0;
    while (line.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return quote;
    index = quote + 1;
  }
  return index;
}
