/**
 * Asks once for everybody who wants to know within a turn of the event loop.
 * @param ask when it throws, everybody who waits for its answer gets the error
 */
export function onceATurn(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => {
    if (asked === undefined) {
      asked = ask();
      setImmediate(() => (asked = undefined));
    }
    return asked;
  };
}
