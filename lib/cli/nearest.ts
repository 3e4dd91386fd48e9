import { closestString } from "@std/text/closest-string";

/** The known word that a wrong one is nearest to. */
export function nearest(word: string, known: readonly string[]): string {
  return closestString(word, known);
}
