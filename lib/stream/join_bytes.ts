/** Joins pieces into one array, padded with zeros where its size is larger. A single piece of the size is not copied. */
export function joinBytes(pieces: readonly Uint8Array[], size: number = sizeOf(pieces)): Uint8Array {
  if (pieces.length === 1 && pieces[0].length === size) return pieces[0];
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
