/** How much a model can be asked to think, from the least to the most. */
export const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];
