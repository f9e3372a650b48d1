import { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { type PrivateKey, listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { listSecrets } from '#protocol/catalogue/secrets.ts';
import { type WalletAccount, listWalletAccounts } from '#protocol/catalogue/wallets.ts';
import type { Allowlists, OrganizationAllowlist } from '#protocol/network/ip-allowlist.ts';
import type { Clock } from '../platform/clock.ts';
import { ServiceRefusal } from '../service-client/service-refusal.ts';
import type { ContextResolver } from './context-resolver.ts';
import { contextError } from './errors.ts';

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

/**
 * A page of the private keys, oldest first: at most a hundred, or all of them from a service that knows no pages here, as the
 * published one (docs/decisions/003-published-operations.md).
 * @param after the id of the key that the page comes behind; the first page without it
 * @throws ServiceError
 */
export async function pageOfKeys(ask: ContextResolver['query'], after?: string): Promise<PrivateKey[]> {
  const paginationOptions = { limit: String(PAGE), ...(after === undefined ? {} : { after }) };
  try {
    return (await ask(listPrivateKeys, { paginationOptions })).privateKeys;
  } catch (error) {
    const isUnknown = error instanceof ServiceRefusal && error.refusalBody?.httpStatus === 400;
    if (after !== undefined || !isUnknown) throw error;
    return (await ask(listPrivateKeys, {})).privateKeys;
  }
}

/** Every private key's record, oldest first. */
export const listAllKeys = (ask: ContextResolver['query']): Promise<PrivateKey[]> =>
  everyPage(
    ({ after }) => pageOfKeys(ask, after),
    ({ privateKeyId }) => privateKeyId,
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
    const [first] = rows;
    // A service that knows no pages gives the same list again.
    if (first !== undefined && all[0] !== undefined && idOf(first) === idOf(all[0])) return all;
    for (const row of rows) all.push(row);
    if (rows.length !== PAGE) return all;
  }
}

/** The part of a list behind one of its objects: as much as goes over the bridge at once. */
export function sliceAfter<T>(rows: readonly T[], after: string | undefined, idOf: (row: T) => string): T[] {
  const from = after === undefined ? 0 : rows.findIndex((row) => idOf(row) === after) + 1;
  if (after !== undefined && from === 0) throw contextError('LIST_CHANGED');
  return rows.slice(from, from + PAGE);
}

/** How long what is known serves before all of it is read again: objects may be taken away elsewhere, in ms. */
const WHOLE_MS = 5 * 60_000;
/** The longest page that services give. */
const LIMIT = 100;

/** A list of the service's whose new objects come behind the others. */
interface IncrementalList<T> {
  /** The list as the service has it now: what is known, and what was made since. @throws ServiceError */
  readonly read: () => Promise<readonly T[]>;
  /** Lets go of what is known. */
  readonly forget: () => void;
}

interface Known<T> {
  readonly owner: string;
  readonly rows: readonly T[];
  /** When it was read as a whole. */
  readonly atMs: number;
}

/**
 * Keeps a list in memory, and asks at each read only for what came behind it: one page, which begins with the last object
 * that is known. Where it does not begin with that, or is full, the whole list is read again.
 */
function createIncrementalList<T>(parts: {
  readonly clock: Clock;
  /** Whose list is asked for now; what is known of another one serves nobody. */
  readonly owner: () => Promise<string>;
  readonly readAll: () => Promise<readonly T[]>;
  /** At most `limit` objects behind that one, in order. */
  readonly readAfter: (id: string, limit: number) => Promise<readonly T[]>;
  readonly idOf: (row: T) => string;
}): IncrementalList<T> {
  const { clock, owner: ownerNow, readAll, readAfter, idOf } = parts;
  let known: Known<T> | undefined;
  let turn = 0;

  const grow = async (before: Known<T>): Promise<Known<T> | undefined> => {
    const [beforeLast, last] = before.rows.slice(-2);
    if (beforeLast === undefined || last === undefined) return undefined;
    const page = await pageAfter(readAfter, idOf(beforeLast));
    const [first, ...added] = page;
    if (first === undefined || idOf(first) !== idOf(last) || page.length >= LIMIT) return undefined;
    return added.length === 0 ? before : { ...before, rows: [...before.rows, ...added] };
  };
  const look = async (owner: string): Promise<Known<T>> => {
    const before = known;
    const isFresh = before?.owner === owner && clock.now() - before.atMs < WHOLE_MS;
    const grown = before !== undefined && isFresh ? await grow(before) : undefined;
    if (grown !== undefined) return grown;
    const atMs = clock.now();
    return { owner, rows: await readAll(), atMs };
  };

  return {
    read: async () => {
      for (;;) {
        const mine = turn;
        const owner = await ownerNow();
        const found = await look(owner);
        // Somebody else was selected meanwhile: none of these are theirs.
        if ((await ownerNow()) !== owner) continue;
        if (turn === mine) known = found;
        return found.rows;
      }
    },
    forget: () => {
      turn += 1;
      known = undefined;
    },
  };
}

/** A page behind an object; empty where the service does not know that object any more. */
async function pageAfter<T>(
  readAfter: (id: string, limit: number) => Promise<readonly T[]>,
  id: string,
): Promise<readonly T[]> {
  try {
    return await readAfter(id, LIMIT);
  } catch (error) {
    if (error instanceof ServiceRefusal && error.refusalBody !== undefined) return [];
    throw error;
  }
}

/** What signs in the organization, as previews ask for it again and again. */
export interface KeyInventory {
  readonly listPrivateKeys: () => Promise<readonly PrivateKey[]>;
  /** Every account of every wallet. */
  readonly listAccounts: () => Promise<readonly WalletAccount[]>;
  forget(): void;
}

/**
 * Private keys and wallet accounts of whoever stamps now. Each preview asks the service for what was made since the last
 * one, so that a new address is known at once; the catalogue changes and takes away nothing that previews read of them.
 */
export function createKeyInventory(
  { query: ask, current }: Pick<ContextResolver, 'query' | 'current'>,
  clock: Clock,
): KeyInventory {
  const owner = async (): Promise<string> => {
    const { profile, credential } = await current();
    return JSON.stringify([profile.id, profile.organizationId, credential.publicKey]);
  };
  const keys = createIncrementalList({
    clock,
    owner,
    readAll: () => listAllKeys(ask),
    readAfter: async (after, limit) =>
      (await ask(listPrivateKeys, { paginationOptions: { after, limit: String(limit) } })).privateKeys,
    idOf: ({ privateKeyId }) => privateKeyId,
  });
  const accounts = createIncrementalList({
    clock,
    owner,
    readAll: () => listAccounts(ask),
    readAfter: async (after, limit) =>
      (await ask(listWalletAccounts, { paginationOptions: { after, limit: String(limit) } })).accounts,
    idOf: ({ walletAccountId }) => walletAccountId,
  });
  return {
    listPrivateKeys: keys.read,
    listAccounts: accounts.read,
    forget: () => {
      keys.forget();
      accounts.forget();
    },
  };
}
