import {
  MAX_UINT64,
  alreadySigned,
  fieldError,
  fieldRange,
  readBytes,
  readDelegationFields,
  readFixed,
  readList,
  readUint,
} from '../ethereum/field-reader.ts';
import type { Hex } from '../ethereum/model/address.ts';
import type { RlpItem, RlpList } from '../ethereum/model/rlp.ts';
import { decodeRlp } from '../ethereum/model/decode-rlp.ts';
import { readAccessList, transactionBytes } from '../ethereum/parse.ts';
import type { AccessListEntry, DelegationFields } from '../ethereum/transaction.ts';
import type { ByteRange } from '../model/decoded.ts';
import { chainError } from '../model/errors.ts';
import { tempoError } from './errors.ts';
import { type KeyAuthorization, readKeyAuthorization } from './key-authorization.ts';

/** The first byte of a Tempo transaction (EIP-2718). */
export const TYPE_BYTE = 0x76;

/** The fields in the order of their encoding, without the signature (Tempo transaction specification). */
export const FIELDS = [
  'chainId',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  'gas',
  'calls',
  'accessList',
  'nonceKey',
  'nonce',
  'validBefore',
  'validAfter',
  'feeToken',
  'feePayerSignature',
  'authorizationList',
  /** The one field that may be missing altogether. */
  'keyAuthorization',
] as const;
export type TempoField = (typeof FIELDS)[number];

/** One call of the batch. */
export interface TempoCall {
  /** The address called, lowercase; null creates a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly ranges: { readonly to: ByteRange; readonly value: ByteRange; readonly data: ByteRange };
}

/** A delegation of an account's code (EIP-7702), signed in one of Tempo's ways. */
interface TempoAuthorization extends DelegationFields {
  readonly signature: Uint8Array;
}

/** An unsigned Tempo transaction with typed fields. */
export interface TempoTransaction {
  /** The unsigned serialised transaction, as given. */
  readonly bytes: Uint8Array;
  /** Where every field stands in `bytes`. */
  readonly ranges: ReadonlyMap<TempoField, ByteRange>;
  readonly chainId: bigint;
  /** In attodollars (10^-18 USD) per gas. */
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gas: bigint;
  readonly calls: readonly TempoCall[];
  readonly accessList: readonly AccessListEntry[];
  /** Which of the account's sequences of nonces counts; 0 is the account's own. */
  readonly nonceKey: bigint;
  readonly nonce: bigint;
  /** In seconds since the epoch; 0 where the field is empty. */
  readonly validBefore: bigint;
  readonly validAfter: bigint;
  /** The token that pays the fee, lowercase; null where the transaction leaves it open. */
  readonly feeToken: Hex | null;
  /** Whether another account is to pay the fee, and will sign after the sender. */
  readonly sponsored: boolean;
  readonly authorizationList: readonly TempoAuthorization[];
  readonly keyAuthorization: KeyAuthorization | null;
}

/** The nonce key under which a transaction is told apart by its hash and its time limit alone (TIP-1009). */
export const EXPIRING_NONCE_KEY = 2n ** 256n - 1n;

/** What a fee payer signs begins with this byte instead. */
const FEE_PAYER_BYTE = 0x78;
const MAX_UINT128 = 2n ** 128n - 1n;

/**
 * Reads an unsigned Tempo transaction (type 0x76 of the Tempo transaction specification).
 * @param given as bytes, or as hex with or without `0x`
 * @throws AppError `HEX_INVALID`, `RLP_*`, `TRANSACTION_TOO_LARGE`, `TRANSACTION_TYPE_UNKNOWN`,
 * `TRANSACTION_FOR_FEE_PAYER`, `TRANSACTION_ALREADY_SIGNED`, `TRANSACTION_FIELD_COUNT`, `TRANSACTION_FIELD_INVALID`
 */
export const parseTempo = (given: string | Uint8Array): TempoTransaction =>
  parseTempoBytes(transactionBytes(given));

/** As {@link parseTempo}, from bytes. */
export function parseTempoBytes(bytes: Uint8Array): TempoTransaction {
  const { items } = decodeEnvelope(bytes);
  refuseWrongCount(items);
  const ranges = new Map(
    items.map((each, index): [TempoField, [number, number]] => [fieldAt(index), fieldRange(each)]),
  );
  const item = (field: TempoField): RlpItem => items[FIELDS.indexOf(field)] ?? missing();
  const uint = (field: TempoField, max?: bigint): bigint => readUint(field, item(field), max);
  const keyAuthorization = items[FIELDS.indexOf('keyAuthorization')];
  const feeToken = readOptionalAddress('feeToken', item('feeToken'));
  return {
    bytes,
    ranges,
    chainId: uint('chainId', MAX_UINT64),
    maxPriorityFeePerGas: uint('maxPriorityFeePerGas', MAX_UINT128),
    maxFeePerGas: uint('maxFeePerGas', MAX_UINT128),
    gas: uint('gas', MAX_UINT64),
    calls: readCalls(item('calls')),
    accessList: readAccessList(item('accessList')),
    nonceKey: uint('nonceKey'),
    nonce: uint('nonce', MAX_UINT64),
    validBefore: uint('validBefore', MAX_UINT64),
    validAfter: uint('validAfter', MAX_UINT64),
    feeToken,
    sponsored: readSponsored(item('feePayerSignature'), feeToken),
    authorizationList: readAuthorizations(item('authorizationList')),
    keyAuthorization: keyAuthorization === undefined ? null : readKeyAuthorization(keyAuthorization),
  };
}

/**
 * Takes the list of an envelope apart, signed or not.
 * @throws AppError `TRANSACTION_TYPE_UNKNOWN`, `TRANSACTION_FOR_FEE_PAYER`, `TRANSACTION_FIELD_INVALID`, `RLP_*`
 */
export function decodeEnvelope(bytes: Uint8Array): RlpList {
  const first = bytes[0] ?? 0;
  if (first === FEE_PAYER_BYTE) {
    throw tempoError('TRANSACTION_FOR_FEE_PAYER');
  }
  if (first !== TYPE_BYTE) {
    throw chainError('TRANSACTION_TYPE_UNKNOWN.tempo', { first: first.toString(16).padStart(2, '0') });
  }
  const list = decodeRlp(bytes, 1);
  if (list.kind === 'list') return list;
  throw fieldError('list of fields', list, 'is a value, but a list is wanted');
}

function refuseWrongCount(items: readonly RlpItem[]): void {
  const count = items.length;
  const last = items.at(-1);
  const optional = FIELDS.length;
  if (count === optional - 1 || (count === optional && last?.kind === 'list')) return;
  if (count === optional || (count === optional + 1 && last?.kind === 'bytes')) {
    throw alreadySigned();
  }
  throw chainError('TRANSACTION_FIELD_COUNT.count', {
    count,
    kind: 'Tempo',
    wanted: `${optional - 1}, or ${optional} with a key authorization`,
  });
}

/** The name of the n-th field; there are no more of them, as was counted. */
const fieldAt = (index: number): TempoField => FIELDS[index] ?? missing();

function missing(): never {
  throw chainError('TRANSACTION_FIELD_COUNT.missing');
}

const readOptionalAddress = (field: string, item: RlpItem): Hex | null =>
  readBytes(field, item).length === 0 ? null : readFixed(field, item, 20);

function readCalls(item: RlpItem): TempoCall[] {
  const calls = readList('calls', item);
  if (calls.length === 0) throw fieldError('calls', item, 'is empty, but at least one call is wanted');
  return calls.map((call, index) => {
    const name = `calls[${index}]`;
    const [to, value, data] = readList(name, call, 3) as [RlpItem, RlpItem, RlpItem];
    return {
      to: readOptionalAddress(`${name}.to`, to),
      value: readUint(`${name}.value`, value),
      data: readBytes(`${name}.data`, data),
      ranges: { to: fieldRange(to), value: fieldRange(value), data: fieldRange(data) },
    };
  });
}

/**
 * Whether a fee payer is to sign: nothing, or the mark 00. A sender who leaves the fee to another does not sign for the
 * fee token either, so that a token beside the mark would make a signature that the network refuses.
 */
function readSponsored(item: RlpItem, feeToken: Hex | null): boolean {
  const field = 'feePayerSignature';
  if (item.kind === 'list')
    throw fieldError(field, item, 'holds a signature, but a fee payer signs after the sender: 00 is wanted');
  if (item.bytes.length === 0) return false;
  if (item.bytes.length !== 1 || item.bytes[0] !== 0)
    throw fieldError(field, item, 'is neither empty nor the mark 00');
  if (feeToken !== null)
    throw fieldError(field, item, 'leaves the fee to another account, but feeToken is not empty');
  return true;
}

const readAuthorizations = (item: RlpItem): TempoAuthorization[] =>
  readList('authorizationList', item).map((tuple, index) => {
    const name = `authorizationList[${index}]`;
    const [chainId, address, nonce, signature] = readList(name, tuple, 4) as [
      RlpItem,
      RlpItem,
      RlpItem,
      RlpItem,
    ];
    return {
      ...readDelegationFields(name, tuple, [chainId, address, nonce]),
      signature: readBytes(`${name}.signature`, signature),
    };
  });
