import type { PrivateKey } from '../../../protocol/catalogue/private-key.ts';
import type { WalletAccount } from '../../../protocol/catalogue/wallet-fields.ts';
import { ProtocolError } from '../../../protocol/error.ts';
import type { PayloadSigner } from '../../../protocol/payload/read-payload.ts';
import type { PreviewReads } from './preview-maker.ts';

/**
 * The key that `signWith` names for a payload, of whatever curve and chain: a private key's id or one of its addresses,
 * or the address of a wallet's account.
 * @throws ProtocolError `SIGN_WITH_UNKNOWN`
 */
export async function findPayloadSigner(
  signWith: string,
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<PayloadSigner> {
  const [keys, accounts] = await Promise.all([reads.listPrivateKeys(), reads.listAccounts()]);
  const own = ownAddresses(keys, accounts);
  const key =
    keys.find(({ privateKeyId }) => privateKeyId === signWith.toLowerCase()) ??
    keys.find(({ addresses }) => addresses.some(({ address }) => isSame(address, signWith)));
  if (key !== undefined) {
    const { curve, publicKey, privateKeyName: name } = key;
    const addresses = key.addresses.flatMap(({ format, address }) =>
      format === undefined || address === undefined ? [] : [{ format, address }],
    );
    return { curve, publicKey, addresses, name, own };
  }
  const account = accounts.find(({ address }) => isSame(address, signWith));
  if (account === undefined) {
    throw new ProtocolError(
      'SIGN_WITH_UNKNOWN',
      'The organization has no such key to sign with.',
      'Give a private key’s id or address, or the address of a wallet’s account.',
    );
  }
  const { curve, publicKey, name, address, addressFormat: format } = account;
  return {
    curve,
    ...(publicKey === undefined ? {} : { publicKey }),
    addresses: [{ format, address }],
    own,
    ...(typeof name === 'string' ? { name } : {}),
  };
}

const ownOf = new WeakMap<
  readonly WalletAccount[],
  { readonly keys: readonly PrivateKey[]; readonly own: string[] }
>();

/** Every address of the organization's; the same lists have the same answer, which is kept: a batch asks for each line. */
function ownAddresses(keys: readonly PrivateKey[], accounts: readonly WalletAccount[]): readonly string[] {
  const before = ownOf.get(accounts);
  if (before?.keys === keys) return before.own;
  const own = [
    ...keys.flatMap(({ addresses }) => addresses.flatMap(({ address = [] }) => address)),
    ...accounts.map(({ address }) => address),
  ];
  ownOf.set(accounts, { keys, own });
  return own;
}

/** Hex may be spelled in any case; base58 and the like may not. */
const isSame = (address: string | undefined, signWith: string): boolean =>
  address === signWith || (/^0x/i.test(signWith) && address?.toLowerCase() === signWith.toLowerCase());
