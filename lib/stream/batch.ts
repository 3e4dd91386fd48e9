/** Items that travel together: a stage of a pipeline costs as much for all of them as for one. */
export class Batch<Item> {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.items = items;
  }
}

/** The items of a batch, or the one that travels alone. */
export function itemsOf<Item>(item: Item | Batch<Item>): readonly Item[] {
  return item instanceof Batch ? item.items : [item];
}
