import { concatBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { keyError } from '#protocol/key-errors.ts';
import { oncePerList } from '#protocol/once-per-list.ts';
import { MAINNET, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '../addresses/bitcoin.ts';
import type { KeyToSign } from '../model/chain.ts';
import { u32 } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';
import { doubleSha256, serialiseWithoutWitness } from './raw-transaction.ts';
import { p2pkhScript, readAddress } from './scripts.ts';
import { keysOf, scriptKindOf } from './script-kinds.ts';
import type { BitcoinTransaction, SpentInput } from './transaction.ts';

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
export function scriptsOfSigner({ address, publicKey }: KeyToSign): OwnScripts {
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
  const kind = scriptKindOf(script);
  const isOwn = own.has(toHex(script));
  if (kind === 'p2tr')
    return isOwn ? { rules: 'taproot', outputKey: script.subarray(2), shared: false } : undefined;
  if (kind === 'p2pkh') return isOwn ? { rules: 'legacy', scriptCode: script, shared: false } : undefined;
  const program = kind === 'p2sh' ? redeemScript : script;
  if (program === undefined) return undefined;
  if (scriptKindOf(program) === 'p2wpkh') {
    return isOwn
      ? { rules: 'segwit', scriptCode: p2pkhScript(program.subarray(2)), shared: false }
      : undefined;
  }
  const isWitness = scriptKindOf(program) === 'p2wsh';
  const inner = isWitness ? witnessScript : kind === 'p2sh' ? program : undefined;
  if (inner === undefined || publicKey === undefined || keysOf(inner)?.includes(publicKey) !== true)
    return undefined;
  return { rules: isWitness ? 'segwit' : 'legacy', scriptCode: inner, shared: !isOwn };
}

/** What a signature covers (BIP-143, 341); 0 is taproot's way to say all. */
export const SIGHASH = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const;

const EMPTY = new Uint8Array();

/**
 * The flags that the signature of an input will have: those asked for, else everything.
 * @throws AppError `SIGHASH_INVALID` for flags that are not defined, or that leave nothing to sign
 */
export function sighashOf(
  { inputs, outputs }: Pick<BitcoinTransaction, 'inputs' | 'outputs'>,
  index: number,
  { rules }: Pick<Spending, 'rules'>,
): number {
  const flags = inputs[index]?.sighash ?? (rules === 'taproot' ? SIGHASH.DEFAULT : SIGHASH.ALL);
  if (flags === SIGHASH.DEFAULT && rules === 'taproot') return flags;
  const base = flags & ~SIGHASH.ANYONECANPAY;
  const isDefined = base === SIGHASH.ALL || base === SIGHASH.NONE || base === SIGHASH.SINGLE;
  // Without an output of the same index, the old rules sign the number 1, which fits every transaction.
  if (isDefined && flags <= 0xff && !(base === SIGHASH.SINGLE && index >= outputs.length)) return flags;
  throw bitcoinError('SIGHASH_INVALID', {
    index,
    flags: flags.toString(16),
    why: isDefined ? 'has no output to cover' : 'is not defined',
  });
}

/**
 * Gives what is signed for an input, by the rules of its script.
 * @returns a function from an input's index, its spending and flags to 32 bytes
 * @throws AppError `TRANSACTION_NOT_SIGNABLE` when the library does not take the transaction
 */
export function signatureHashes(
  tx: BitcoinTransaction,
): (index: number, spending: Spending, flags: number) => Uint8Array {
  const unsigned = serialiseWithoutWitness(tx.psbt.transaction);
  const library = refusing(() =>
    Transaction.fromRaw(unsigned, {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    }),
  );
  return (index, spending, flags) =>
    refusing(() => {
      if (spending.rules === 'legacy') return legacyHash(tx, index, spending.scriptCode, flags);
      const scripts = tx.inputs.map(({ script }) => script);
      const amounts = tx.inputs.map(({ amount }) => amount);
      return spending.rules === 'taproot'
        ? library.preimageWitnessV1(index, scripts, flags, amounts)
        : library.preimageWitnessV0(index, spending.scriptCode, flags, amounts[index] ?? 0n);
    });
}

/** What was signed before segwit, which the library keeps to itself: the transaction with the script in this input alone. */
function legacyHash(
  tx: BitcoinTransaction,
  index: number,
  scriptCode: Uint8Array,
  flags: number,
): Uint8Array {
  const base = flags & ~SIGHASH.ANYONECANPAY;
  const { version, lockTime, inputs, outputs } = tx.psbt.transaction;
  const blanked = inputs.map((input, at) => ({
    ...input,
    scriptSig: at === index ? scriptCode : EMPTY,
    sequence: at === index || base === SIGHASH.ALL ? input.sequence : 0,
  }));
  const none = { amount: 2n ** 64n - 1n, script: EMPTY };
  const covered =
    base === SIGHASH.ALL
      ? outputs
      : base === SIGHASH.NONE
        ? []
        : outputs.slice(0, index + 1).map((output, at) => (at === index ? output : { ...output, ...none }));
  return doubleSha256(
    concatBytes(
      serialiseWithoutWitness({
        version,
        inputs: flags >= SIGHASH.ANYONECANPAY ? blanked.slice(index, index + 1) : blanked,
        outputs: covered,
        lockTime,
      }),
      u32(flags),
    ),
  );
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw bitcoinError('TRANSACTION_NOT_SIGNABLE', { cause });
  }
}
