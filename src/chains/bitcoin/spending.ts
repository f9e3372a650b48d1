import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { keyError } from '#protocol/key-errors.ts';
import { oncePerList } from '#protocol/once-per-list.ts';
import { MAINNET, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '../addresses/bitcoin.ts';
import type { Signer } from '../model/chain.ts';
import { keysOf, kindOf, p2pkhScript, readAddress } from './scripts.ts';
import type { SpentInput } from './transaction.ts';

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

/** How a key signs an input: what is hashed, and by which rules. `shared` is a script that other keys sign as well. */
export type Spending =
  | { readonly rules: 'taproot'; readonly outputKey: Uint8Array; readonly shared: false }
  | { readonly rules: 'segwit' | 'legacy'; readonly scriptCode: Uint8Array; readonly shared: boolean };

/**
 * Whether and how a key signs an input: alone for its own addresses, with others where a script of plain signatures
 * names it (BIP-11, 16, 141).
 * @param publicKey compressed, hex; undefined where only an address of it is known
 * @returns undefined where the input is not the key's
 */
export function spendingOf(
  input: Pick<SpentInput, 'script' | 'redeemScript' | 'witnessScript'>,
  own: OwnScripts,
  publicKey: string | undefined,
): Spending | undefined {
  const { script, redeemScript, witnessScript } = input;
  const kind = kindOf(script);
  const isOwn = own.has(toHex(script));
  if (kind === 'p2tr')
    return isOwn ? { rules: 'taproot', outputKey: script.subarray(2), shared: false } : undefined;
  if (kind === 'p2pkh') return isOwn ? { rules: 'legacy', scriptCode: script, shared: false } : undefined;
  const program = kind === 'p2sh' ? redeemScript : script;
  if (program === undefined) return undefined;
  if (kindOf(program) === 'p2wpkh') {
    return isOwn
      ? { rules: 'segwit', scriptCode: p2pkhScript(program.subarray(2)), shared: false }
      : undefined;
  }
  const isWitness = kindOf(program) === 'p2wsh';
  const inner = isWitness ? witnessScript : kind === 'p2sh' ? program : undefined;
  if (inner === undefined || publicKey === undefined || keysOf(inner)?.includes(publicKey) !== true)
    return undefined;
  return { rules: isWitness ? 'segwit' : 'legacy', scriptCode: inner, shared: !isOwn };
}
