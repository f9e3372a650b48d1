import type { Chain } from '#chains/chains.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import type { PayloadSigner } from '#chains/payload/read-payload.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { AppError } from '#protocol/error.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import { featureError } from '../errors.ts';
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
    if (address === undefined) return;
    const spelling = spelled(address);
    if (all.has(spelling)) return;
    all.set(spelling, name);
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

/**
 * The key that `signWith` names for a payload, of whatever curve and chain: a private key's id or one of its addresses,
 * or the address of a wallet's account.
 * @throws AppError `SIGN_WITH_UNKNOWN`
 */
export async function findPayloadSigner(
  signWith: string,
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<PayloadSigner> {
  const [keys, accounts] = await Promise.all([reads.listPrivateKeys(), reads.listAccounts()]);
  const { addresses: own, nameOf } = await readOwnNames(reads);
  const ownOn = (chain: Chain): readonly string[] => onChain(chain, keys, accounts).own;
  const key =
    keyById(keys, signWith) ??
    keys.find(({ addresses }) => addresses.some(({ address }) => isSame(address, signWith)));
  if (key !== undefined) {
    const { curve, publicKey, privateKeyName: name } = key;
    const addresses = key.addresses.flatMap(({ format, address }) =>
      format === undefined || address === undefined ? [] : [{ format, address }],
    );
    return { curve, publicKey, addresses, name, own, ownOn, nameOf };
  }
  const account = accounts.find(({ address }) => isSame(address, signWith));
  if (account === undefined) throw featureError('SIGN_WITH_UNKNOWN.anywhere');
  const { curve, publicKey, name, address, addressFormat: format } = account;
  return {
    curve,
    ...(publicKey === undefined ? {} : { publicKey }),
    addresses: [{ format, address }],
    own,
    ownOn,
    nameOf,
    ...(typeof name === 'string' ? { name } : {}),
  };
}

/** Hex may be spelled in any case; base58 and the like may not. */
const isSame = (address: string | undefined, signWith: string): boolean =>
  address === signWith || (/^0x/i.test(signWith) && address?.toLowerCase() === signWith.toLowerCase());

/** Who signs, and which addresses of the chain are the organization's, the signer's among them. */
export interface FoundSigner {
  readonly signer: KeyToSign;
  readonly own: readonly string[];
}

/**
 * The key that `signWith` names, as the service understands it: a private key's id or address, or the address of a
 * wallet's account (specification, "sign_transaction").
 * @throws AppError `SIGN_WITH_UNKNOWN`, `SIGN_WITH_NO_ADDRESS`
 */
export async function findSigner(
  chain: Chain,
  signWith: string,
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<FoundSigner> {
  const [keys, all] = await Promise.all([reads.listPrivateKeys(), reads.listAccounts()]);
  const { own, accounts } = onChain(chain, keys, all);
  const signer = findKey(chain, signWith, keys) ?? findAccount(chain, signWith, accounts);
  if (signer !== undefined) return { signer, own };
  throw featureError('SIGN_WITH_UNKNOWN.onChain', { chain: chain.name });
}

/** Finds signers for a list of transactions: each once, and undefined where `findSigner` throws. */
export async function signersOf(
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<(chain: Chain, signWith: string) => KeyToSign | undefined> {
  const [keys, all] = await Promise.all([reads.listPrivateKeys(), reads.listAccounts()]);
  const found = new Map<string, KeyToSign | undefined>();
  return (chain, signWith) => {
    const name = `${chain.type} ${signWith}`;
    if (!found.has(name)) {
      const { accounts } = onChain(chain, keys, all);
      found.set(
        name,
        orNone(() => findKey(chain, signWith, keys) ?? findAccount(chain, signWith, accounts)),
      );
    }
    return found.get(name);
  };
}

/** A key that has no address on the chain signs nothing there. */
function orNone(find: () => KeyToSign | undefined): KeyToSign | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

interface OnChain {
  readonly keys: readonly PrivateKey[];
  readonly accounts: readonly WalletAccount[];
  readonly own: readonly string[];
}

/** The address of a key, and which key of the list it is of. */
interface KeyAddress {
  readonly at: number;
  readonly address: string;
}

/** The addresses of keys by their formats: each key is looked at once, however many chains there are. */
const addressesByFormat = oncePerObject((keys: readonly PrivateKey[]) => {
  const formats = new Map<string, KeyAddress[]>();
  for (const [at, { addresses }] of keys.entries()) {
    for (const { format, address } of addresses) {
      if (format === undefined || address === undefined) continue;
      const known = formats.get(format);
      if (known === undefined) formats.set(format, [{ at, address }]);
      else known.push({ at, address });
    }
  }
  return formats;
});

const byIds = oncePerObject(
  (keys: readonly PrivateKey[]): ReadonlyMap<string, PrivateKey> =>
    new Map(keys.map((key) => [key.privateKeyId, key])),
);

/** The key with an ID, found without a look at the others: each line of a batch names one. */
const keyById = (keys: readonly PrivateKey[], id: string): PrivateKey | undefined =>
  byIds(keys).get(id.toLowerCase());

/** The addresses that keys have on a chain, key by key, of each the usual format first. */
function ofKeys({ addressFormats }: Chain, keys: readonly PrivateKey[]): string[] {
  const formats = addressesByFormat(keys);
  const found = addressFormats.flatMap((format) => formats.get(format) ?? []);
  const inOrder = addressFormats.length === 1 ? found : found.sort((one, other) => one.at - other.at);
  return inOrder.map(({ address }) => address);
}

const chainsOf = new WeakMap<readonly WalletAccount[], Map<Chain, OnChain>>();

/** What the organization has on a chain. The same lists have the same answer, which is kept: a batch asks for each line. */
function onChain(chain: Chain, keys: readonly PrivateKey[], all: readonly WalletAccount[]): OnChain {
  const chains = chainsOf.get(all) ?? new Map<Chain, OnChain>();
  const before = chains.get(chain);
  if (before?.keys === keys) return before;
  const accounts = all.filter(({ addressFormat }) => chain.addressFormats.includes(addressFormat));
  const own = [...ofKeys(chain, keys), ...accounts.map(({ address }) => address)];
  const made = { keys, accounts, own };
  chainsOf.set(all, chains.set(chain, made));
  return made;
}

function findKey(chain: Chain, signWith: string, keys: readonly PrivateKey[]): KeyToSign | undefined {
  const byId = keyById(keys, signWith);
  if (byId !== undefined) {
    const [address] = addressesOf(chain, byId);
    if (address !== undefined) return signerOf(byId, address);
    throw featureError('SIGN_WITH_NO_ADDRESS', { name: byId.privateKeyName, chain: chain.name });
  }
  for (const key of keys) {
    const address = addressesOf(chain, key).find((each) => chain.sameAddress(each, signWith));
    if (address !== undefined) return signerOf(key, address);
  }
  return undefined;
}

const addressesOf = (chain: Chain, key: PrivateKey): string[] =>
  chain.addressFormats.flatMap((format) =>
    key.addresses.flatMap((each) =>
      each.format === format && each.address !== undefined ? [each.address] : [],
    ),
  );

const signerOf = ({ privateKeyName: name, publicKey }: PrivateKey, address: string): KeyToSign => ({
  address,
  publicKey,
  name,
});

function findAccount(
  chain: Chain,
  signWith: string,
  accounts: readonly WalletAccount[],
): KeyToSign | undefined {
  const account = accounts.find(({ address }) => chain.sameAddress(address, signWith));
  if (account === undefined) return undefined;
  const { address, publicKey, name } = account;
  return {
    address,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(typeof name === 'string' ? { name } : {}),
  };
}
