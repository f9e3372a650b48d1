const LIMIT = 100;
/** A list that is longer is shown up to here: nobody looks through more. */
const MOST_PAGES = 20;

/** One page of a query that lists oldest first (PROTOCOL.md, section 6.5). */
interface Page {
  readonly limit: string;
  readonly after?: string;
}

/**
 * Asks for page after page until one is not full.
 * @param idOf the id that the next page comes after
 */
export async function allPages<T>(
  ask: (page: Page) => Promise<readonly T[]>,
  idOf: (record: T) => string,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const last = all.at(-1);
    const next = await ask({ limit: String(LIMIT), ...(last === undefined ? {} : { after: idOf(last) }) });
    all.push(...next);
    if (next.length < LIMIT) break;
  }
  return all;
}
