import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { SolanaCaip2, listSolTransactionHistory } from '#protocol/catalogue/solana-history.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import { allAccounts, allWallets } from '../signers/signers.ts';
import { type ContactNames, type SolTransaction, historyCsv } from './history-rows.ts';

/** A page of a history: newest first, before or after a cursor of the service, or the newest without one. */
export interface HistoryPlace {
  readonly address: string;
  readonly caip2: SolanaCaip2;
  readonly before?: string;
  readonly after?: string;
}
export type HistoryPage = OutputOf<typeof listSolTransactionHistory>;

const PAGE = 25;
const SAVED_PAGE = 100;
/** A saved file has at most this many pages; the operator is told. */
const MOST_SAVED_PAGES = 20;

const read = ({ address, caip2, before, after }: HistoryPlace, limit: number): Promise<HistoryPage> =>
  ask<typeof listSolTransactionHistory>('list_sol_transaction_history', {
    address,
    caip2,
    paginationOptions: {
      limit: String(limit),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  });

/** A place as text, to load a page of it. */
export const placeKey = (place: HistoryPlace): string => JSON.stringify(place);

/** A page by its place's key; null while there is no address. */
export const historyPage = createQuery(async (key): Promise<HistoryPage | null> =>
  key === '' ? null : read(JSON.parse(key) as HistoryPlace, PAGE),
);

/** A wallet's account with a Solana address: the only ones whose history the service tells. */
export interface SolanaAccount {
  readonly address: string;
  readonly name: string;
}

export const solanaAccounts = createQuery(async (): Promise<readonly SolanaAccount[]> => {
  const [wallets, accounts] = await Promise.all([allWallets(), allAccounts()]);
  const solana = accounts.filter(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA');
  return wallets.flatMap(({ walletId, walletName }) =>
    solana
      .filter((account) => account.walletId === walletId)
      .map(({ address, path, name }) => ({ address, name: `${walletName} · ${name ?? path}` })),
  );
});

/**
 * Saves the history of an address as CSV, newest first, with the names of contacts.
 * @returns where it went and how much of it, or null when the operator called it off
 */
export async function saveHistory(
  address: string,
  caip2: SolanaCaip2,
  names: ContactNames,
): Promise<{ readonly path: string; readonly count: number; readonly whole: boolean } | null> {
  const all: SolTransaction[] = [];
  let before: string | undefined;
  let whole = false;
  for (let page = 0; page < MOST_SAVED_PAGES && !whole; page += 1) {
    const place = { address, caip2, ...(before === undefined ? {} : { before }) };
    const { transactions, pageInfo } = await read(place, SAVED_PAGE);
    all.push(...transactions);
    before = pageInfo?.endCursor;
    whole = pageInfo?.hasNextPage !== true || before === undefined;
  }
  const name = `solana-history-${address.slice(0, 8)}.csv`;
  const { path } = await getConsole().app.save({ name, text: historyCsv(all, names) });
  return path === null ? null : { path, count: all.length, whole };
}
