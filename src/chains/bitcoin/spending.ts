import { toHex } from '#protocol/encoding.ts';
import type { OwnScripts } from './own-scripts.ts';
import { keysOf, kindOf, p2pkhScript } from './scripts.ts';
import type { SpentInput } from './transaction.ts';

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
