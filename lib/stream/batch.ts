/** Items that pass through a pipeline together: a stage costs the same for all of them as for one. */
export class Batch<Item> {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }
}

/** The items of a batch, or a single item as a list. */
export function itemsOf<Item>(item: Item | Batch<Item>): readonly Item[] {
  return item instanceof Batch ? item.items : [item];
}
