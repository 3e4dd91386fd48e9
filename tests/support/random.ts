/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}
