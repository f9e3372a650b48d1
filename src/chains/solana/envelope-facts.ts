import { grouped } from '../model/amounts.ts';
import type { KeyToSign } from '../model/chain.ts';
import type { Fact } from '../model/decoded.ts';
import type { ReadInstruction } from './read-instruction.ts';
import { formatSol } from './tokens.ts';
import { feesOf } from './totals.ts';
import { type SolanaTransaction, isEmptySlot } from './transaction.ts';

/** The instruction that makes a transaction one of a durable nonce: the very first, and of its exact form. */
export const nonceOf = ([first]: readonly ReadInstruction[]) =>
  first?.reading?.id === 'system.advanceNonce' ? first.reading : undefined;

/** Who pays and who signs, the fee, until when it holds, and its form. */
export function envelopeFacts(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  signer: KeyToSign | undefined,
): Fact[] {
  const nonce = nonceOf(instructions);
  return [
    ...signerFacts(tx, signer),
    feeFact(tx, instructions),
    {
      label: nonce === undefined ? 'Recent blockhash' : 'Nonce',
      value: tx.blockhash,
      kind: 'hash',
      note:
        nonce === undefined
          ? 'holds for about 150 blocks'
          : 'of a durable nonce: holds until the nonce is advanced',
      ranges: [tx.blockhashRange],
    },
    {
      label: 'Type',
      value: tx.version === 'legacy' ? 'Legacy' : 'Version 0',
      kind: 'text',
      ranges: [[tx.messageRange[0], tx.messageRange[0] + 1]],
    },
    ...tx.lookups.map(({ table, writableIndexes, readonlyIndexes, range }): Fact => ({
      label: 'Lookup table',
      value: table,
      kind: 'address',
      note: `${writableIndexes.length + readonlyIndexes.length} accounts, not named in the transaction`,
      ranges: [range],
    })),
  ];
}

function signerFacts(tx: SolanaTransaction, signer: KeyToSign | undefined): Fact[] {
  return tx.accounts
    .filter(({ isSigner }) => isSigner)
    .map(({ address, range }, index) => {
      const notes = [
        address === signer?.address ? (signer.name ?? 'the chosen key') : '',
        isEmptySlot(tx.signatures[index] ?? new Uint8Array()) ? '' : 'has signed',
      ].filter(Boolean);
      return {
        label: index === 0 ? 'Fee payer' : 'Also signs',
        value: address,
        kind: 'address',
        ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
        ranges: [range],
      };
    });
}

function feeFact(tx: SolanaTransaction, instructions: readonly ReadInstruction[]): Fact {
  const readings = instructions.map(({ reading }) => reading);
  const { base, priority } = feesOf(tx.requiredSignatures, readings);
  const ranges = readings.flatMap((reading) =>
    reading?.id.startsWith('computeBudget.') === true ? [reading.instruction.dataRange] : [],
  );
  return {
    label: priority === 0n ? 'Fee' : 'Max fee',
    value: formatSol(base + priority),
    kind: 'amount',
    note: priority === 0n ? `${grouped(base)} lamports` : `${grouped(priority)} lamports of it for priority`,
    ...(ranges.length === 0 ? {} : { ranges }),
  };
}
