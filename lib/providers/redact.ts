/** Most characters of a foreign text that are shown. */
export const MAX_TEXT = 2_000;

/** Text that may be shown: without keys, on one line, bounded. */
export function redact(text: string, key: string): string {
  let shown = text.slice(0, 4 * MAX_TEXT);
  if (key.length >= 4) shown = shown.replaceAll(key, "[key]");
  shown = redactKeys(shown).replace(/\s+/g, " ").trim();
  return shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
}

/** Text without what looks like a key. Safe for text within JSON. */
export function redactKeys(text: string): string {
  return text
    .replace(/\b(Bearer|x-api-key:?)\s+[\w.~+/-]{16,}=*/gi, "$1 [key]")
    .replace(/\b(sk|pk|rk)-[\w-]{12,}|\bAIza[\w-]{20,}/g, "[key]")
    .replace(/([?&](?:key|api_key|token)=)[^&\s"\\]+/gi, "$1[key]");
}
