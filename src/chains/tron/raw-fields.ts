import { toHex } from '#protocol/encoding.ts';
import type { Fact } from '../model/decoded.ts';
import { tronAddress } from './address.ts';
import type { Field, Message } from './protobuf.ts';
import type { TronTransaction } from './transaction.ts';

/** Every field as it stands in the bytes, those of messages inside messages under the path to them. */
export const rawFields = (transaction: TronTransaction): Fact[] =>
  fieldsOf(transaction.raw, '').flatMap((fact) =>
    // The contract's own message is bytes to its envelope; its fields stand in their place.
    fact.label.endsWith('parameter value') && transaction.known !== null
      ? fieldsOf(transaction.message, transaction.known)
      : [fact],
  );

function fieldsOf(message: Message, path: string): Fact[] {
  return message.fields.flatMap((field): Fact[] => {
    const label = path === '' ? field.name : `${path} ${field.name}`;
    return field.kind === 'message' ? fieldsOf(field.value, label) : [factOf(field, label)];
  });
}

function factOf(field: Exclude<Field, { kind: 'message' }>, label: string): Fact {
  const ranges = [field.range];
  if (field.kind === 'integer') return { label, value: field.value.toString(), kind: 'number', ranges };
  if (field.kind === 'bytes' && field.value.length === 21 && field.value[0] === 0x41) {
    return { label, value: tronAddress(field.value, label), kind: 'address', ranges };
  }
  const { length } = field.value;
  const note = `${length} ${length === 1 ? 'byte' : 'bytes'}${field.kind === 'unknown' ? ', unknown field' : ''}`;
  return { label, value: `0x${toHex(field.value)}`, kind: 'data', note, ranges };
}
