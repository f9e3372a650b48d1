import type { RequestGroupStore, StoredRequest } from '../../storage/request-groups.ts';

const PAGE = 100;

/** Hands out what is left of a set in its order, each request once; a page at a time, so that memory stays small. */
export function requestIterator(
  sets: RequestGroupStore,
  id: string,
): () => Promise<StoredRequest | undefined> {
  let page: StoredRequest[] = [];
  let after = -1;
  let ended = false;
  let turn: Promise<unknown> = Promise.resolve();
  const take = async (): Promise<StoredRequest | undefined> => {
    if (page.length === 0 && !ended) {
      page = await sets.page(id, ['new', 'sent'], after, PAGE);
      after = page.at(-1)?.position ?? after;
      ended = page.length === 0;
    }
    return page.shift();
  };
  // One after the other: two takers must not load the same page.
  return () => {
    const mine = turn.then(take);
    turn = mine.catch(() => undefined);
    return mine;
  };
}
