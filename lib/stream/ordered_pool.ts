/** How a pool works on its items. */
export interface PoolOptions<Item, Result> {
  /** How many items are worked on at the same time. */
  atOnce: number;
  work(item: Item): Promise<Result>;
}

/**
 * Works on several items at the same time and yields the results in the order of the items, whichever is ready first.
 * Rejects with the first failure in that order.
 */
export async function* orderedPool<Item, Result>(
  items: readonly Item[],
  { atOnce, work }: PoolOptions<Item, Result>,
): AsyncGenerator<Result> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const limited = async (item: Item): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(item);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  const results = items.map(limited);
  // A failure is reported when its turn comes.
  for (const result of results) result.catch(() => undefined);
  for (const result of results) yield await result;
}
