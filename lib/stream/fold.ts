/** Mounts a pure function from one item to any number of items as a stage of a pipeline. */
export class Fold<In, Out> extends TransformStream<In, Out> {
  constructor(step: (item: In) => Iterable<Out>) {
    super({
      transform(item, controller): void {
        for (const out of step(item)) controller.enqueue(out);
      },
    });
  }
}

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

/** A fold over what travels together: one batch out for each batch in, unless nothing is left of it. */
export class BatchFold<In, Out> extends TransformStream<readonly In[], Batch<Out>> {
  constructor(step: (item: In) => Iterable<Out>) {
    super({
      transform(batch, controller): void {
        const items: Out[] = [];
        for (const item of batch) for (const out of step(item)) items.push(out);
        if (items.length > 0) controller.enqueue(new Batch(items));
      },
    });
  }
}
