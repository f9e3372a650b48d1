import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import { allWallets } from '../signers/signers.ts';

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

/** A secret as it is listed: its name and its properties, never its value. */
export type SecretRecord = OutputOf<typeof listSecrets>['secrets'][number];

/** Every account of a wallet, by its id. @throws BridgeError */
const accountsOf = async (walletId: string): Promise<readonly WalletAccount[]> =>
  (await getConsole().keys.accounts()).filter((account) => account.walletId === walletId);

export const wallets = createQuery(allWallets);

/** The accounts of a wallet, by its id. */
export const accountsOfWallet = createQuery(accountsOf);

export const secrets = createQuery((): Promise<readonly SecretRecord[]> =>
  allPages(
    async (paginationOptions) => {
      const page = { paginationOptions: { ...paginationOptions } };
      return (await ask<typeof listSecrets>('list_secrets', page)).secrets;
    },
    (secret) => secret.secretId,
  ),
);
