import type { PreviewReads } from './preview-maker.ts';

/** What the organization calls its own addresses. */
export interface OwnNames {
  /** Each as the service has it. */
  readonly addresses: readonly string[];
  /** The name of the key or account; undefined for an address that is none of ours. */
  readonly nameOf: (address: string) => string | undefined;
}

/** One spelling for every way to write an address whose case says nothing. */
export const spelled = (address: string): string =>
  /^(?:0x|bc1|tb1|bcrt1)/i.test(address) ? address.toLowerCase() : address;

const known = new WeakMap<object, { readonly keys: object; readonly names: OwnNames }>();

/** Reads the names of all own addresses; the same lists give the same answer, which is kept. */
export async function readOwnNames(
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<OwnNames> {
  const [keys, accounts] = await Promise.all([reads.listPrivateKeys(), reads.listAccounts()]);
  const before = known.get(accounts);
  if (before?.keys === keys) return before.names;
  const all = new Map<string, string>();
  const addresses: string[] = [];
  const add = (address: string | undefined, name: string): void => {
    if (address === undefined || all.has(spelled(address))) return;
    all.set(spelled(address), name);
    addresses.push(address);
  };
  for (const key of keys) for (const { address } of key.addresses) add(address, key.privateKeyName);
  for (const { address, name, walletDetails, path } of accounts)
    add(address, name ?? [walletDetails?.walletName, path].filter(Boolean).join(' '));
  const names: OwnNames = { addresses, nameOf: (address) => all.get(spelled(address)) };
  known.set(accounts, { keys, names });
  return names;
}

/** Where nothing is asked for. */
export const NO_NAMES: OwnNames = { addresses: [], nameOf: () => undefined };
