import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/** The work grows with the length of both words; a longer one is not a typo. */
const MAX_CHARS = 200;

/** The known word that is nearest to a mistyped one; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (known.length === 0 || word.length > MAX_CHARS) return null;
  const [wrong, ...candidates] = [word, ...known].map((text) => text.toLowerCase());
  const near = closestString(wrong, candidates);
  // Swapping two letters counts as two steps, and a word of four letters may have that typo.
  const allowed = wrong.length < 4 ? 1 : Math.max(2, Math.floor(wrong.length * 0.4));
  if (levenshteinDistance(wrong, near) <= allowed) return known[candidates.indexOf(near)];
  const parts = candidates.findIndex((candidate) => candidate.split(/[-.]/).includes(wrong));
  return parts < 0 ? null : known[parts];
}
