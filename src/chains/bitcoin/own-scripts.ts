import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { keyError } from '#protocol/key-errors.ts';
import { oncePerList } from '#protocol/once-per-list.ts';
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, MAINNET } from '../addresses/bitcoin.ts';
import type { Signer } from '../model/chain.ts';
import { readAddress } from './scripts.ts';

/** The scripts that a key alone can spend, as hex: one for every address format. */
export type OwnScripts = ReadonlySet<string>;

/**
 * The scripts of a compressed public key in every address format of the catalogue.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export function scriptsOfKey(publicKey: string): OwnScripts {
  const key = fromHex(publicKey, 'public key');
  try {
    return new Set(
      [p2pkh, p2sh, p2wpkh, p2wsh, p2tr].map((encode) => toHex(readAddress(encode(MAINNET, key)).script)),
    );
  } catch (cause) {
    throw keyError('PUBLIC_KEY_INVALID.bitcoin', { cause });
  }
}

/** The scripts of a signer; of its address alone, where its public key is not known. */
export function scriptsOfSigner({ address, publicKey }: Signer): OwnScripts {
  const { script } = readAddress(address);
  return publicKey === undefined ? new Set([toHex(script)]) : scriptsOfKey(publicKey);
}

/**
 * The scripts of the operator's addresses. One that is no address can be paid by no output: it is left out.
 */
export const scriptsOfAddresses = oncePerList(
  (addresses): OwnScripts => new Set(addresses.flatMap((address) => scriptOf(address) ?? [])),
);

function scriptOf(address: string): string | undefined {
  try {
    return toHex(readAddress(address).script);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}
