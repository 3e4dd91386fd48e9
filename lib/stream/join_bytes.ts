/** Joins pieces into one array of a size, padded with zeros. A single piece of that size is not copied. */
export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1 && pieces[0].length === size) return pieces[0];
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
