/** The first argument with which this program runs as a forwarder, see `forwarder.ts`. Users never write it. */
export const FORWARD = "--internal-forward";
