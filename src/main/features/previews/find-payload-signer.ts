import type { PayloadSigner } from '#chains/payload/read-payload.ts';
import { featureError } from '../errors.ts';
import { readOwnNames } from './own-names.ts';
import type { PreviewReads } from './preview-maker.ts';

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
  const key =
    keys.find(({ privateKeyId }) => privateKeyId === signWith.toLowerCase()) ??
    keys.find(({ addresses }) => addresses.some(({ address }) => isSame(address, signWith)));
  if (key !== undefined) {
    const { curve, publicKey, privateKeyName: name } = key;
    const addresses = key.addresses.flatMap(({ format, address }) =>
      format === undefined || address === undefined ? [] : [{ format, address }],
    );
    return { curve, publicKey, addresses, name, own, nameOf };
  }
  const account = accounts.find(({ address }) => isSame(address, signWith));
  if (account === undefined) throw featureError('SIGN_WITH_UNKNOWN.anywhere');
  const { curve, publicKey, name, address, addressFormat: format } = account;
  return {
    curve,
    ...(publicKey === undefined ? {} : { publicKey }),
    addresses: [{ format, address }],
    own,
    nameOf,
    ...(typeof name === 'string' ? { name } : {}),
  };
}

/** Hex may be spelled in any case; base58 and the like may not. */
const isSame = (address: string | undefined, signWith: string): boolean =>
  address === signWith || (/^0x/i.test(signWith) && address?.toLowerCase() === signWith.toLowerCase());
