import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/** The known word that a wrong one was most likely meant to be; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const [wrong, ...candidates] = [word, ...known].map((text) => text.toLowerCase());
  const near = closestString(wrong, candidates);
  // Two letters that changed places count as two steps, and a word of five letters may have that fault.
  if (levenshteinDistance(wrong, near) <= Math.floor(wrong.length * 0.4)) return known[candidates.indexOf(near)];
  const parts = candidates.findIndex((candidate) => candidate.split(/[-.]/).includes(wrong));
  return parts < 0 ? null : known[parts];
}
