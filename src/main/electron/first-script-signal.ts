/** How long a page that asks for nothing can hold up what waits for it. */
const LONGEST_MS = 1_000;

interface Served {
  /** To be told the content type of each answer to the page. */
  readonly onServed: (type: string) => void;
  /** Settles with the first answer of that type, and in any case soon. */
  readonly done: Promise<void>;
}

/** Waits for the page to be given its first file of a type (`text/javascript`). */
export function served(type: string): Served {
  let onServed: Served['onServed'] = () => undefined;
  const done = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, LONGEST_MS);
    onServed = (given) => {
      if (!given.startsWith(type)) return;
      clearTimeout(limit);
      resolve();
    };
  });
  return { onServed, done };
}
