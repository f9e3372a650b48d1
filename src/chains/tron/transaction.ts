import { fromHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { withArticle } from '../model/sentence.ts';
import type { ByteRange } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { requireAddress } from './address.ts';
import { tronError } from './errors.ts';
import { bytesOf, hasUnknown, integerOf, messagesOf, readMessage, type Message } from './protobuf.ts';
import { CONTRACTS, OTHER_CONTRACTS, RAW, type KnownContract } from './schema.ts';

/** More than any transaction that the network takes (500 kB). */
const MAX_BYTES = 512 * 1024;

const DECLARED = new Map(Object.entries(CONTRACTS).map(([number, contract]) => [Number(number), contract]));

/** An unsigned Tron transaction (`raw_data`), taken apart. */
export interface TronTransaction {
  readonly bytes: Uint8Array;
  readonly raw: Message;
  readonly contract: Message;
  /** The type's name; `known` says whether its message is read. */
  readonly name: string;
  readonly known: KnownContract | null;
  /** The contract's own message; without fields where the type is not read. */
  readonly message: Message;
  /** Where that message stands. */
  readonly range: ByteRange;
  /** Who pays and acts, 21 bytes; null where the type is not read. */
  readonly owner: Uint8Array | null;
  /** Which of the owner's permissions signs: 0 the owner itself. */
  readonly permissionId: bigint;
  /** Whether some field is not of the published messages. */
  readonly hasUnknownFields: boolean;
}

/**
 * Reads an unsigned Tron transaction.
 * @param hexText `raw_data` in protobuf, as hex (tronweb's `raw_data_hex`)
 * @throws AppError `HEX_INVALID`, `TRANSACTION_TOO_LONG`, `PROTOBUF_…`, `TRANSACTION_MALFORMED`, `ADDRESS_INVALID`
 */
export const parseTron = (hexText: string): TronTransaction =>
  parseTronBytes(fromHex(hexText.trim(), 'transaction'));

/** As {@link parseTron}, from bytes. */
export function parseTronBytes(bytes: Uint8Array): TronTransaction {
  if (bytes.length > MAX_BYTES) {
    throw tronError('TRANSACTION_TOO_LONG', { length: bytes.length, max: MAX_BYTES });
  }
  const raw = readMessage(bytes, [0, bytes.length], RAW);
  const [contract, ...more] = messagesOf(raw, 11);
  if (contract === undefined || more.length > 0) {
    throw wrong(
      `it holds ${more.length + (contract === undefined ? 0 : 1)} contracts, and exactly one is taken`,
    );
  }
  const type = Number(integerOf(contract, 1));
  const [parameter] = messagesOf(contract, 2);
  const value = parameter?.fields.find((field) => field.number === 2);
  const end = parameter?.fields.at(-1)?.range[1] ?? bytes.length;
  // A contract with nothing in it is written without a value.
  const range: ByteRange = value?.range ?? [end, end];
  const declared = DECLARED.get(type);
  const name = declared?.[0] ?? OTHER_CONTRACTS[type] ?? `contract type ${type}`;
  const url = asciiOf(bytesOf(parameter, 1));
  if ((declared !== undefined || type in OTHER_CONTRACTS) && url.split('/').at(-1) !== `protocol.${name}`) {
    throw wrong(`it says that it is ${withArticle(name)}, and carries “${url}”`);
  }
  const message: Message = declared === undefined ? { fields: [] } : readMessage(bytes, range, declared[1]);
  return {
    bytes,
    raw,
    contract,
    name,
    known: declared?.[0] ?? null,
    message,
    range,
    owner: declared === undefined ? null : ownerOf(message),
    permissionId: integerOf(contract, 5),
    hasUnknownFields: hasUnknown(raw) || hasUnknown(message),
  };
}

function ownerOf(message: Message): Uint8Array {
  const field = message.fields.find(({ name }) => name === 'owner_address');
  return requireAddress(field?.kind === 'bytes' ? field.value : new Uint8Array(), 'owner_address');
}

/** The type URL as text; the longest that is in use has 60 characters. */
const asciiOf = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 100).map((byte) => (byte >= 0x20 && byte < 0x7f ? byte : 0x3f)));

const wrong = (why: string): AppError => chainError('TRANSACTION_MALFORMED.tron', { why });
