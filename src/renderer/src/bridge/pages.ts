import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listSecrets } from '#protocol/catalogue/secrets.ts';
import { ask } from './live-query.ts';

/** As many objects as a page of a list has at most (PROTOCOL.md, section 6.5). */
export const PAGE_LIMIT = 100;
/** A list that is longer is shown up to here: a service that gives full pages without end keeps nobody waiting. */
const MOST_PAGES = 1_000;

/**
 * Asks for page after page of a list that is oldest first, until one is not full.
 * @param askPage gives the page behind the object of that id, the first without one
 * @param onRows told what there is so far, each time that twice as much is there: a list is drawn a few times, not for each page
 */
export async function allPages<T>(
  askPage: (after: string | undefined) => Promise<readonly T[]>,
  idOf: (record: T) => string,
  onRows: (rows: readonly T[]) => void = () => undefined,
): Promise<readonly T[]> {
  const all: T[] = [];
  let told = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const last = all.at(-1);
    const next = await askPage(last === undefined ? undefined : idOf(last));
    const [first] = next;
    // A service that knows no pages gives the same list again.
    if (first !== undefined && all[0] !== undefined && idOf(first) === idOf(all[0])) break;
    for (const record of next) all.push(record);
    if (next.length !== PAGE_LIMIT) break;
    if (all.length < 2 * told) continue;
    told = all.length;
    onRows([...all]);
  }
  return all;
}

/** A secret as it is listed: its name and its properties, never its value. */
export type SecretRecord = OutputOf<typeof listSecrets>['secrets'][number];

/** Every secret's record. @throws BridgeError */
export const allSecrets = (): Promise<readonly SecretRecord[]> =>
  allPages(
    async (after) => {
      const paginationOptions = { limit: String(PAGE_LIMIT), ...(after === undefined ? {} : { after }) };
      return (await ask<typeof listSecrets>('list_secrets', { paginationOptions })).secrets;
    },
    (secret) => secret.secretId,
  );
