// DEL and the line breaks that JSON leaves raw: readers that split on them would cut a record in two.
const UNSAFE = /[\u007f\u0085\u2028\u2029]/;
const UNSAFE_ALL = /[\u007f\u0085\u2028\u2029]/g;

/** One record as one line of JSON, without its newline, safe for readers that know other line breaks than LF. */
export function serialize(record: unknown): string {
  // JSON.stringify itself escapes C0 controls and lone surrogates.
  const text = JSON.stringify(record);
  return UNSAFE.test(text) ? text.replace(UNSAFE_ALL, escape) : text;
}

function escape(char: string): string {
  return "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
}
