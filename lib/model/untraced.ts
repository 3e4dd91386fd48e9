/**
 * Does something whose exceptions are answers, such as a look at a file that may not be there. An exception with its
 * trace costs twice as much as one without, and a start looks in many places where mostly nothing is.
 */
export function untraced<Value>(act: () => Value): Value {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return act();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
