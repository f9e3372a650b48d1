/**
 * Asks one time for all who want to know within a turn of the event loop: what came in together is answered by what holds now.
 * @param ask what it throws, all of them get
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
