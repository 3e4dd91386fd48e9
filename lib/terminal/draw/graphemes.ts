let segmenter: Intl.Segmenter | null = null;

/** The characters of a text as people count them, such as an emoji of several code points. */
export function graphemes(text: string): Intl.Segments {
  // Made when first needed: it takes several milliseconds, and plain text does without.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}
