import { base58 } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { grouped } from '../model/amounts.ts';
import type { Signer } from '../model/chain.ts';
import type { Fact } from '../model/decoded.ts';
import { formatSol } from './tokens.ts';
import { feesOf } from './totals.ts';
import type { ReadInstruction } from './read-instruction.ts';
import { type SolanaTransaction, isEmptySlot } from './transaction.ts';

const bytesWord = (count: number): string => `${count} ${count === 1 ? 'byte' : 'bytes'}`;

/** Every part of a transaction in the order of its bytes. */
export function rawFields(tx: SolanaTransaction): Fact[] {
  const { requiredSignatures, readonlySigned, readonlyUnsigned } = tx;
  return [
    ...tx.signatures.map((signature, index): Fact => {
      const isEmpty = isEmptySlot(signature);
      return {
        label: `signature ${index + 1}`,
        value: isEmpty ? 'empty' : base58.encode(signature),
        kind: isEmpty ? 'text' : 'hash',
        ranges: rangeAt(tx.signatureRanges, index),
      };
    }),
    {
      label: 'version',
      value: String(tx.version),
      kind: 'text',
      ...(tx.version === 0 ? { ranges: [[tx.messageRange[0], tx.messageRange[0] + 1]] } : {}),
    },
    {
      label: 'header',
      value: `${requiredSignatures}, ${readonlySigned}, ${readonlyUnsigned}`,
      kind: 'text',
      note: 'signers, read-only signers, read-only others',
      ranges: [tx.headerRange],
    },
    ...tx.accounts.map(({ address, isSigner, isWritable, range }, index): Fact => {
      const rights = [isSigner ? 'signs' : '', isWritable ? 'writable' : 'read-only'];
      return {
        label: `account ${index}`,
        value: address,
        kind: 'address',
        note: rights.filter(Boolean).join(', '),
        ranges: [range],
      };
    }),
    { label: 'blockhash', value: tx.blockhash, kind: 'hash', ranges: [tx.blockhashRange] },
    ...tx.instructions.flatMap(
      ({ programIndex, programRange, accountIndexes, accountRanges, data, dataRange }, index): Fact[] => [
        {
          label: `instruction ${index + 1} program`,
          value: `account ${programIndex}`,
          kind: 'text',
          ranges: [programRange],
        },
        {
          label: `instruction ${index + 1} accounts`,
          value: accountIndexes.join(', ') || 'none',
          kind: 'text',
          ranges: [...accountRanges],
        },
        {
          label: `instruction ${index + 1} data`,
          value: data.length === 0 ? 'empty' : toHex(data),
          kind: data.length === 0 ? 'text' : 'data',
          note: bytesWord(data.length),
          ranges: [dataRange],
        },
      ],
    ),
    ...tx.lookups.map(({ table, writableIndexes, readonlyIndexes, range }, index): Fact => ({
      label: `lookup table ${index + 1}`,
      value: table,
      kind: 'address',
      note: `writable entries ${writableIndexes.join(', ') || 'none'}; read-only entries ${readonlyIndexes.join(', ') || 'none'}`,
      ranges: [range],
    })),
  ];
}

function rangeAt(ranges: SolanaTransaction['signatureRanges'], index: number): [number, number][] {
  const range = ranges[index];
  return range === undefined ? [] : [range];
}

/** The instruction that makes a transaction one of a durable nonce: the very first, and of its exact form. */
export const nonceOf = ([first]: readonly ReadInstruction[]) =>
  first?.reading?.id === 'system.advanceNonce' ? first.reading : undefined;

/** Who pays and who signs, the fee, until when it holds, and its form. */
export function envelopeFacts(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  signer: Signer | undefined,
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

function signerFacts(tx: SolanaTransaction, signer: Signer | undefined): Fact[] {
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
