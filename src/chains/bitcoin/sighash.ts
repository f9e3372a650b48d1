import { concatBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { u32 } from './byte-cursor.ts';
import { bitcoinError } from './errors.ts';
import { doubleSha256, serialiseWithoutWitness } from './raw-transaction.ts';
import type { Spending } from './spending.ts';
import type { BitcoinTransaction } from './transaction.ts';

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
