import { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { listSecrets } from '#protocol/catalogue/secrets.ts';
import { type WalletAccount, listWalletAccounts } from '#protocol/catalogue/wallets.ts';
import type { OrganizationAllowlist } from '#protocol/network/ip-allowlist.ts';
import type { Allowlists } from '#protocol/network/network-access.ts';
import type { ContextResolver } from './context-resolver.ts';

/**
 * The allowlists that count for an API key, as the service keeps them now.
 * @param publicKey of the API key, as hex
 */
export async function readAllowlists(ask: ContextResolver['query'], publicKey: string): Promise<Allowlists> {
  const [organization, key] = await Promise.all([
    ask(getIpAllowlist, {}),
    ask(getIpAllowlist, { publicKey }),
  ]);
  return { organization: listOf(organization), key: listOf(key) };
}

// A list that was never set is answered as one that is off and has no rules; both mean the same.
const listOf = ({ allowlist }: OutputOf<typeof getIpAllowlist>): OrganizationAllowlist => ({
  rules: allowlist.rules.map(({ cidr }) => cidr),
  enabled: allowlist.enabled === true,
  onEvaluationError: allowlist.onEvaluationError === 'ALLOW' ? 'ALLOW' : 'DENY',
});

const PAGE = 100;

/** Every account of a wallet, or of all wallets, oldest first. */
export const listAccounts = (ask: ContextResolver['query'], walletId?: string): Promise<WalletAccount[]> =>
  everyPage(
    async (paginationOptions) => {
      const of = walletId === undefined ? {} : { walletId };
      return (await ask(listWalletAccounts, { ...of, paginationOptions })).accounts;
    },
    ({ walletAccountId }) => walletAccountId,
  );

/** Every secret's record, oldest first. */
export const listAllSecrets = (
  ask: ContextResolver['query'],
): Promise<OutputOf<typeof listSecrets>['secrets']> =>
  everyPage(
    async (paginationOptions) => (await ask(listSecrets, { paginationOptions })).secrets,
    ({ secretId }) => secretId,
  );

// Lists of objects are oldest first, and `after` is the next page (docs/decisions/041-wallets.md).
async function everyPage<T>(
  read: (page: { limit: string; after?: string }) => Promise<readonly T[]>,
  idOf: (row: T) => string,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const rows = await read({ limit: String(PAGE), ...(last === undefined ? {} : { after: idOf(last) }) });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}
