/** How long a page that neither draws nor asks for anything can hold up what waits for it, in ms. */
const LONGEST_MS = 1_000;

interface PageSignal {
  /** Says that the page is where it was waited for. */
  readonly give: () => void;
  /** Settles when it is, and in any case soon. */
  readonly given: Promise<void>;
}

/** A signal of a page, which may be in no state to give it. */
export function createPageSignal(limitMs = LONGEST_MS): PageSignal {
  let give: PageSignal['give'] = () => undefined;
  const given = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    give = () => {
      clearTimeout(limit);
      resolve();
    };
  });
  return { give, given };
}
