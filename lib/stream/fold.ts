import { Batch } from "./batch.ts";

/** Mounts a function from one item to any number of items as a stage of a pipeline; items keep their order. */
export class Fold<In, Out> extends TransformStream<In, Out> {
  constructor(step: (item: In) => Iterable<Out> | Promise<Iterable<Out>>) {
    super({
      transform(item, controller): Promise<void> | void {
        const pass = (outs: Iterable<Out>): void => {
          for (const out of outs) controller.enqueue(out);
        };
        const outs = step(item);
        return outs instanceof Promise ? outs.then(pass) : pass(outs);
      },
    });
  }
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
