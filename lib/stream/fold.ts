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
