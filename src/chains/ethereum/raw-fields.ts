import type { Fact } from '../model/decoded.ts';
import { prefixedHex, toChecksumAddress } from './address.ts';
import { FIELDS, type FieldName, type UnsignedEthereumTransaction } from './transaction.ts';

/** Every field of the envelope in the order of its encoding, as it stands in the bytes. */
export function rawFields(tx: UnsignedEthereumTransaction): Fact[] {
  const fields: readonly FieldName[] =
    tx.type === 'legacy'
      ? [...FIELDS.legacy, ...(tx.chainId === null ? [] : (['chainId'] as const))]
      : FIELDS[tx.type];
  const [kind, type] =
    tx.type === 'legacy' ? ['no type byte', 'legacy'] : [`0x0${(tx.bytes[0] ?? 0).toString()}`, tx.type];
  return [
    {
      label: 'type',
      value: type,
      kind: 'text',
      note: kind,
      ...(tx.type === 'legacy' ? {} : { ranges: [[0, 1] as [number, number]] }),
    },
    ...fields.map((field) => rawField(tx, field)),
  ];
}

function rawField(tx: UnsignedEthereumTransaction, field: FieldName): Fact {
  const range = tx.ranges[field];
  const at = range === undefined ? {} : { ranges: [range] };
  const value = (tx as Partial<Record<FieldName, unknown>>)[field];
  if (typeof value === 'bigint') return { label: field, value: value.toString(), kind: 'number', ...at };
  if (field === 'to') {
    return tx.to === null
      ? { label: field, value: 'empty', kind: 'text', ...at }
      : { label: field, value: toChecksumAddress(tx.to), kind: 'address', ...at };
  }
  if (field === 'data') {
    const bytes = `${tx.data.length} ${tx.data.length === 1 ? 'byte' : 'bytes'}`;
    return { label: field, value: prefixedHex(tx.data), kind: 'data', note: bytes, ...at };
  }
  const members = Array.isArray(value) ? value.length : 0;
  const encoded = range === undefined ? new Uint8Array() : tx.bytes.subarray(...range);
  return {
    label: field,
    value: prefixedHex(encoded),
    kind: 'data',
    note: `list of ${members}, as encoded`,
    ...at,
  };
}
