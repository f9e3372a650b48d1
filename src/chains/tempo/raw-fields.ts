import { prefixedHex, toChecksumAddress } from '../ethereum/address.ts';
import type { Fact } from '../model/decoded.ts';
import { FIELDS, type TempoField, type TempoTransaction } from './transaction.ts';

/** Every field in the order of its encoding, as it stands in the bytes; the parts of each call one by one. */
export const rawFields = (tx: TempoTransaction): Fact[] => [
  { label: 'type', value: 'tempo', kind: 'text', note: '0x76', ranges: [[0, 1]] },
  ...FIELDS.flatMap((field) => (field === 'calls' ? callFields(tx) : rawField(tx, field))),
];

function rawField(tx: TempoTransaction, field: TempoField): Fact[] {
  const range = tx.ranges.get(field);
  if (range === undefined) return [];
  const ranges = [range];
  const value = field === 'feePayerSignature' ? null : tx[field];
  if (typeof value === 'bigint') return [{ label: field, value: value.toString(), kind: 'number', ranges }];
  if (field === 'feeToken' && tx.feeToken !== null)
    return [{ label: field, value: toChecksumAddress(tx.feeToken), kind: 'address', ranges }];
  if (field === 'feeToken') return [{ label: field, value: 'empty', kind: 'text', ranges }];
  if (field === 'feePayerSignature')
    return [{ label: field, value: tx.sponsored ? '0x00' : 'empty', kind: 'text', ranges }];
  const note = Array.isArray(value) ? `list of ${value.length}, as encoded` : 'as encoded';
  return [{ label: field, value: prefixedHex(tx.bytes.subarray(...range)), kind: 'data', note, ranges }];
}

const callFields = ({ calls }: TempoTransaction): Fact[] =>
  calls.flatMap(({ to, value, data, ranges }, index): Fact[] => {
    const name = `calls[${index}]`;
    return [
      to === null
        ? { label: `${name}.to`, value: 'empty', kind: 'text', ranges: [ranges.to] }
        : { label: `${name}.to`, value: toChecksumAddress(to), kind: 'address', ranges: [ranges.to] },
      { label: `${name}.value`, value: value.toString(), kind: 'number', ranges: [ranges.value] },
      {
        label: `${name}.data`,
        value: prefixedHex(data),
        kind: 'data',
        note: `${data.length} ${data.length === 1 ? 'byte' : 'bytes'}`,
        ranges: [ranges.data],
      },
    ];
  });
