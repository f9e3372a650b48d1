import { tronAddress } from './address.ts';
import { resourceName } from './contract-facts.ts';
import {
  type FieldSchema,
  type Message,
  type MessageSchema,
  bytesOf,
  integerOf,
  messagesOf,
} from './protobuf.ts';
import { CONTRACTS, type KnownContract } from './schema.ts';
import type { TronTransaction } from './transaction.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import { HexText, type Struct, type Value } from '#protocol/policies/value.ts';

/** The contracts whose fields conditions see (the published language, "Tron"); of others they see type and owner. */
const SEEN: readonly KnownContract[] = [
  'TransferContract',
  'TriggerSmartContract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'AccountPermissionUpdateContract',
];
const PERMISSION_TYPES = ['Owner', 'Witness', 'Active'];

/** The value of the keyword `tron` for a transaction. Addresses are those that people write, data is hex without `0x`. */
export const tronValues = (tx: TronTransaction): Struct => ({
  tx: {
    ref_block_bytes: hex(bytesOf(tx.raw, 1)),
    ref_block_hash: hex(bytesOf(tx.raw, 4)),
    expiration: integerOf(tx.raw, 8),
    timestamp: integerOf(tx.raw, 14),
    data: hex(bytesOf(tx.raw, 10)),
    fee_limit: integerOf(tx.raw, 18),
    contract: [contractValues(tx)],
  },
});

function contractValues(tx: TronTransaction): Struct {
  const { known, name, owner, message, permissionId } = tx;
  const schema = Object.values(CONTRACTS).find(([each]) => each === known)?.[1];
  const isSeen = known !== null && SEEN.includes(known);
  return {
    ...(isSeen && schema !== undefined ? fieldValues(message, schema) : {}),
    type: name,
    permission_id: permissionId,
    owner_address: owner === null ? undefined : tronAddress(owner, 'owner_address'),
  };
}

/** Every field of a message by its name; numbers and bytes that are not written have their default. */
const fieldValues = (message: Message, schema: MessageSchema): Struct =>
  Object.fromEntries(
    Object.entries(schema).map(([number, field]) => [field.name, fieldValue(message, Number(number), field)]),
  );

function fieldValue(message: Message, number: number, field: FieldSchema): Value | undefined {
  switch (field.kind) {
    case 'integer':
      return integerValue(message, number, field.name);
    case 'bytes':
      return bytesValue(bytesOf(message, number), field.name);
    case 'message': {
      const parts = messagesOf(message, number).map((part) => fieldValues(part, field.of));
      return field.repeated === true ? parts : parts[0];
    }
  }
}

function integerValue(message: Message, number: number, name: string): Value | undefined {
  const value = integerOf(message, number);
  if (name === 'resource') return resourceName(message, number).toUpperCase();
  if (name === 'lock') return value !== 0n;
  return name === 'type' ? PERMISSION_TYPES[Number(value)] : value;
}

function bytesValue(value: Uint8Array, name: string): Value | undefined {
  if (name === 'permission_name') return fromUtf8(value);
  if (!name.endsWith('address')) return hex(value);
  return value.length === 0 ? undefined : tronAddress(value, name);
}

const hex = (bytes: Uint8Array): HexText => new HexText(toHex(bytes));
