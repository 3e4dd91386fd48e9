/** The text of a PDF, page by page. */
export interface PdfText {
  pages: string[];
  total: number;
}

/** The pages that a call asks for, such as `3` or `1-5`, each counted from 1; null when it is not a range. */
export function pageRange(pages: string): { first: number; last: number } | null {
  const match = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(pages);
  if (!match) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first >= 1 && last >= first ? { first, last } : null;
}

/** Extracts the text of some pages. Throws when the bytes are not a PDF. */
export async function pdfText(bytes: Uint8Array, range: { first: number; last: number }): Promise<PdfText> {
  const { getDocumentProxy } = await import("unpdf");
  // The library takes over the buffer.
  const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  try {
    const pages: string[] = [];
    for (let number = range.first; number <= Math.min(range.last, document.numPages); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      let text = "";
      for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      pages.push(text.trimEnd());
    }
    return { pages, total: document.numPages };
  } finally {
    await document.loadingTask.destroy();
  }
}
