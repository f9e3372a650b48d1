import { toHex } from '#protocol/encoding.ts';
import type { Fact } from '../model/decoded.ts';
import { GLOBAL } from './psbt-fields.ts';
import { fieldOf, type PsbtField, type PsbtMap } from './psbt-map.ts';
import type { Psbt } from './psbt.ts';
import { idText } from './raw-transaction.ts';

/** Every field as it stands in the bytes; the transaction inside version 0 in its parts. */
export const rawFields = (psbt: Psbt): Fact[] => [
  ...psbt.global.flatMap((field) =>
    field.type === GLOBAL.unsignedTx ? unsignedFacts(psbt) : [factOf(field, '')],
  ),
  ...psbt.inputs.flatMap((map, index) => factsOf(map, `input ${index} `)),
  ...psbt.outputs.flatMap((map, index) => factsOf(map, `output ${index} `)),
];

const factsOf = (map: PsbtMap, prefix: string): Fact[] => map.map((field) => factOf(field, prefix));

function factOf({ type, name, keyData, value, range }: PsbtField, prefix: string): Fact {
  const size = `${value.length} ${value.length === 1 ? 'byte' : 'bytes'}`;
  const key = keyData.length === 0 ? '' : `, key 0x${toHex(keyData)}`;
  return {
    label: `${prefix}${name === 'unknown' ? `field 0x${type.toString(16)}` : name}`,
    value: `0x${toHex(value)}`,
    kind: 'data',
    note: `${name === 'unknown' ? 'unknown field, ' : ''}${size}${key}`,
    ranges: [range],
  };
}

function unsignedFacts({ global, transaction }: Psbt): Fact[] {
  const [from = 0, to = 0] = fieldOf(global, GLOBAL.unsignedTx)?.range ?? [];
  const number = (label: string, value: number | bigint, range: [number, number]): Fact => ({
    label,
    value: value.toString(),
    kind: 'number',
    ranges: [range],
  });
  return [
    number('unsigned_tx version', transaction.version, [from, from + 4]),
    ...transaction.inputs.flatMap(({ txid, vout, sequence, ranges }, index): Fact[] => [
      { label: `unsigned_tx input ${index} txid`, value: idText(txid), kind: 'hash', ranges: [ranges.txid] },
      number(`unsigned_tx input ${index} vout`, vout, ranges.vout),
      number(`unsigned_tx input ${index} sequence`, sequence, ranges.sequence ?? ranges.vout),
    ]),
    ...transaction.outputs.flatMap(({ amount, script, ranges }, index): Fact[] => [
      number(`unsigned_tx output ${index} amount`, amount, ranges.amount),
      {
        label: `unsigned_tx output ${index} script`,
        value: `0x${toHex(script)}`,
        kind: 'data',
        ranges: [ranges.script],
      },
    ]),
    number('unsigned_tx lock_time', transaction.lockTime, [to - 4, to]),
  ];
}
