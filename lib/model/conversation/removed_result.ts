const HEAD = "[This old result was removed to save room:";

/** The text in place of an old tool result that was removed from a conversation; `size` is such as `812 characters`. */
export function removedResultNote(size: string): string {
  return `${HEAD} ${size}. Call the tool again if you need it.]`;
}

/** Whether a text is such a note. */
export function isRemovedResult(text: string): boolean {
  return text.startsWith(HEAD);
}
