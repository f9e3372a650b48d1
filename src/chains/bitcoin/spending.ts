import { concatBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { keyError } from '#protocol/key-errors.ts';
import { oncePerList } from '#protocol/once-per-list.ts';
import { MAINNET, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '../addresses/bitcoin.ts';
import type { KeyToSign } from '../model/chain.ts';
import { compactSize, u32 } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';
import { doubleSha256, serialiseOutput, serialiseWithoutWitness } from './raw-transaction.ts';
import { p2pkhScript, readAddress } from './scripts.ts';
import { SIGHASH } from './sighash.ts';
import { keysOf, scriptKindOf } from './script-kinds.ts';
import type { BitcoinTransaction, SpentInput } from './transaction.ts';
import { witnessHashes } from './witness-hashes.ts';

/** The scripts that a key alone can spend, as hex: one for every address format. */
export type OwnScripts = ReadonlySet<string>;

/** How every script of taproot begins. */
const TAPROOT = '5120';
/** The address formats that take hashes of the key alone. */
const HASHED = [p2wpkh, p2pkh, p2sh, p2wsh] as const;

const scriptOfKey = (encode: typeof p2tr, key: Uint8Array): string =>
  toHex(readAddress(encode(MAINNET, key)).script);

/**
 * The scripts of a compressed public key in every address format of the catalogue.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export function scriptsOfKey(publicKey: string): OwnScripts {
  const key = fromHex(publicKey, 'public key');
  try {
    return new Set([...HASHED, p2tr].map((encode) => scriptOfKey(encode, key)));
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

/** The formats that a key's address among some may have. Taproot takes arithmetic with points, a hundred times as slow as hashes. */
const formatsOf = oncePerList((addresses) =>
  [...scriptsOfAddresses(addresses)].some((script) => script.startsWith(TAPROOT))
    ? [...HASHED, p2tr]
    : HASHED,
);

/** So many keys are compared with own addresses: a PSBT that reveals tens of thousands would take a minute to read. */
const MOST_KEYS = 1_000;

/** Tells whether a key has one of some addresses. Bytes that are no key have none, and of too many keys the last ones. */
export function createKeyLookup(addresses: readonly string[]): (publicKey: string) => boolean {
  const scripts = scriptsOfAddresses(addresses);
  const told = new Map<string, boolean>();
  return (publicKey) => {
    const known = told.get(publicKey);
    if (known !== undefined || scripts.size === 0 || told.size >= MOST_KEYS) return known ?? false;
    const key = fromHex(publicKey);
    let isFound = false;
    try {
      isFound = formatsOf(addresses).some((encode) => scripts.has(scriptOfKey(encode, key)));
    } catch {
      // A script may have bytes that are no key where a key belongs.
    }
    told.set(publicKey, isFound);
    return isFound;
  };
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

/** About as many inputs as fit into a transaction that nodes relay. Each legacy input hashes the whole transaction, so fewer are signed. */
const MOST_INPUTS = 2_000;
const MOST_LEGACY = 700;

/** Refuses a transaction that takes the signer longer than others may wait. @throws AppError `INPUTS_TOO_MANY` */
export function requireFew(needed: readonly { readonly spending: Spending }[]): void {
  const legacy = needed.filter(({ spending }) => spending.rules === 'legacy');
  for (const [{ length: count }, max] of [
    [legacy, MOST_LEGACY],
    [needed, MOST_INPUTS],
  ] as const)
    if (count > max) throw bitcoinError('INPUTS_TOO_MANY', { count, max });
}

/**
 * Gives what is signed for an input, by the rules of its script.
 * @returns a function from an input's index, its spending and flags to 32 bytes
 * @throws AppError `TRANSACTION_NOT_SIGNABLE` when the library does not take the transaction
 */
export function signatureHashes(
  tx: BitcoinTransaction,
): (index: number, spending: Spending, flags: number) => Uint8Array {
  // It looks the whole transaction through. What inputs sign it would hash of all of them again for each.
  const unsigned = serialiseWithoutWitness(tx.psbt.transaction);
  refusing(() =>
    Transaction.fromRaw(unsigned, {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    }),
  );
  const witness = witnessHashes(tx);
  const legacy = legacyHashes(tx);
  return (index, spending, flags) => {
    if (spending.rules === 'taproot') return witness.v1(index, flags);
    return spending.rules === 'legacy'
      ? legacy(index, spending.scriptCode, flags)
      : witness.v0(index, spending.scriptCode, flags);
  };
}

/** An output that a signature of one alone says nothing of. */
const BLANK_OUTPUT = serialiseOutput({ amount: 2n ** 64n - 1n, script: EMPTY });
/** What an input has that shows no script. */
const BLANK_INPUT = 41;

/**
 * What was signed before segwit, which the library keeps to itself: the transaction with the script in this input alone. What is in
 * each of them is made once.
 */
function legacyHashes({
  psbt: { transaction },
}: BitcoinTransaction): (index: number, scriptCode: Uint8Array, flags: number) => Uint8Array {
  const { version, lockTime, inputs, outputs } = transaction;
  const input = (at: number, script: Uint8Array, showsSequence = true): Uint8Array[] => {
    const { txid, vout, sequence } = inputs[at] ?? { txid: EMPTY, vout: 0, sequence: 0 };
    return [txid, u32(vout), compactSize(script.length), script, u32(showsSequence ? sequence : 0)];
  };
  const known = new Map<boolean, Uint8Array>();
  const blankInputs = (showsSequence: boolean): Uint8Array => {
    const made =
      known.get(showsSequence) ?? concatBytes(...inputs.flatMap((_, at) => input(at, EMPTY, showsSequence)));
    known.set(showsSequence, made);
    return made;
  };
  let all: Uint8Array | undefined;
  const covered = (base: number, index: number): Uint8Array[] => {
    if (base === SIGHASH.ALL)
      return [(all ??= concatBytes(compactSize(outputs.length), ...outputs.map(serialiseOutput)))];
    if (base === SIGHASH.NONE) return [compactSize(0)];
    const last = outputs.slice(index, index + 1).map(serialiseOutput);
    return [compactSize(index + 1), ...Array.from({ length: index }, () => BLANK_OUTPUT), ...last];
  };
  return (index, scriptCode, flags) => {
    const base = flags & ~SIGHASH.ANYONECANPAY;
    const isAlone = flags >= SIGHASH.ANYONECANPAY;
    const others = isAlone ? EMPTY : blankInputs(base === SIGHASH.ALL);
    return doubleSha256(
      concatBytes(
        u32(version),
        compactSize(isAlone ? 1 : inputs.length),
        others.subarray(0, index * BLANK_INPUT),
        ...input(index, scriptCode),
        others.subarray((index + 1) * BLANK_INPUT),
        ...covered(base, index),
        u32(lockTime),
        u32(flags),
      ),
    );
  };
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw bitcoinError('TRANSACTION_NOT_SIGNABLE', { cause });
  }
}
