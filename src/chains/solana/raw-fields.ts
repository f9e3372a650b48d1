import { base58 } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import type { Fact } from '../model/decoded.ts';
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
