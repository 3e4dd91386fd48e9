/** A block that grows at its end. What is drawn of it stays, so that an increment costs the same in a long block. */
export interface BlockWriter {
  readonly element: HTMLElement;
  /**
   * Draws a bounded part of what is new in the text. Returns where the block ended, "more" where further text can be
   * drawn at once, and "waiting" where the block goes on with text that has not come.
   */
  grow(text: string): number | "more" | "waiting";
}
