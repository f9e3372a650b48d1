import { toHex } from '#protocol/encoding.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import {
  type JsonObject,
  accessListIn,
  jsonAddress,
  jsonBytes,
  isJsonObject,
  looselyParsed,
  oneOfNames,
  jsonNumber,
  refuseUnknown,
  requestedIn,
  wrongMember,
} from '../ethereum/json-members.ts';
import { ethereumError } from '../ethereum/model/errors.ts';
import { type RlpInput, encodeRlp, unsignedBytes } from '../ethereum/model/rlp.ts';
import { TYPE_BYTE } from './transaction.ts';

const GAS = ['gas', 'gasLimit'];
const DATA = ['data', 'input'];
const CALL = ['to', 'value', ...DATA];
/** Limits of time, and the sequence of nonces: what is left out is empty. */
const OPTIONAL = ['nonceKey', 'validBefore', 'validAfter'] as const;
const WANTED = ['chainId', 'nonce', ...GAS.slice(0, 1), 'maxFeePerGas', 'maxPriorityFeePerGas'];
const KNOWN = new Set([
  ...[...WANTED, ...GAS, ...CALL, ...OPTIONAL],
  ...['type', 'calls', 'accessList', 'feeToken', 'feePayerSignature', 'authorizationList'],
  // Whose transaction it is is said by the key that signs.
  'from',
]);
const TYPES = new Set<unknown>(['tempo', '0x76', TYPE_BYTE, String(TYPE_BYTE)]);
const EMPTY = new Uint8Array();

/**
 * An unsigned Tempo transaction in the JSON of ox and viem, an envelope or a request, as the bytes that are signed. Numbers are
 * digits, hex with 0x, or digits with ox's mark of a bigint.
 * @returns hex; null for JSON that is no such transaction
 * @throws AppError `TRANSACTION_JSON_INVALID`, `JSON_INVALID`, `ADDRESS_INVALID`, `ADDRESS_CHECKSUM_INVALID`
 */
export function tempoJsonAsHex(json: string): string | null {
  if (transactionIn(looselyParsed(json)) === null) return null;
  // Read once more by the rules: a name that is there twice means two things.
  const given = transactionIn(parseStrictJson(json, 'The transaction'));
  return given === null ? null : toHex(Uint8Array.of(TYPE_BYTE, ...encodeRlp(fieldsOf(given))));
}

function transactionIn(value: unknown): JsonObject | null {
  const inner = requestedIn(value);
  if (inner === null) return null;
  const isTempo = TYPES.has(inner['type']) || (Array.isArray(inner['calls']) && 'chainId' in inner);
  return isTempo ? inner : null;
}

function fieldsOf(given: JsonObject): RlpInput[] {
  refuseUnknown(given, KNOWN);
  if (!TYPES.has(given['type'] ?? 'tempo')) throw wrongMember('type', 'is not 0x76, but it has calls');
  const gas = oneOfNames(given, GAS) ?? 'gas';
  const missing = WANTED.filter((name) => isLeftOut(given, name === 'gas' ? gas : name));
  if (missing.length > 0)
    throw ethereumError('TRANSACTION_JSON_INVALID.missing', { names: missing.join(', ') });
  const delegations = given['authorizationList'] ?? [];
  if (!Array.isArray(delegations) || delegations.length > 0)
    throw wrongMember('authorizationList', 'is read from hex alone');
  const number = (name: string): Uint8Array => unsignedBytes(jsonNumber(name, given[name]));
  const optional = (name: string): Uint8Array => (isLeftOut(given, name) ? EMPTY : number(name));
  const [nonceKey, validBefore, validAfter] = OPTIONAL.map(optional) as [Uint8Array, Uint8Array, Uint8Array];
  const isSponsored = sponsored(given);
  return [
    ...['chainId', 'maxPriorityFeePerGas', 'maxFeePerGas', gas].map(number),
    callsOf(given),
    accessListIn(given['accessList'] ?? []),
    ...[nonceKey, number('nonce'), validBefore, validAfter],
    // A sender who leaves the fee to another doesn't sign for the token that pays it.
    isLeftOut(given, 'feeToken') || isSponsored ? EMPTY : jsonAddress('feeToken', given['feeToken']),
    isSponsored ? Uint8Array.of(0) : EMPTY,
    [],
  ];
}

const isLeftOut = (given: JsonObject, name: string): boolean =>
  given[name] === undefined || given[name] === null;

/** Whether another account pays the fee: ox writes null until it has signed. */
function sponsored(given: JsonObject): boolean {
  if (!Object.hasOwn(given, 'feePayerSignature')) return false;
  if (given['feePayerSignature'] === null) return true;
  throw wrongMember('feePayerSignature', 'is there already: the sender signs first');
}

/** The calls of the list, or the one that a request spells in its own members. */
function callsOf(given: JsonObject): RlpInput[] {
  const { calls } = given;
  const own = CALL.find((name) => !isLeftOut(given, name));
  if (calls === undefined || calls === null) {
    if (own === undefined) throw ethereumError('TRANSACTION_JSON_INVALID.missing', { names: 'calls' });
    return [callOf(given, '')];
  }
  if (own !== undefined) throw ethereumError('TRANSACTION_JSON_INVALID.both', { one: 'calls', other: own });
  if (!Array.isArray(calls)) throw wrongMember('calls', 'isn’t a list');
  return calls.map((call: unknown, index) => {
    const name = `calls[${index}]`;
    if (!isJsonObject(call)) throw wrongMember(name, 'isn’t a call');
    refuseUnknown(call, new Set(CALL));
    return callOf(call, `${name}.`);
  });
}

function callOf(call: JsonObject, prefix: string): RlpInput {
  const data = oneOfNames(call, DATA) ?? 'data';
  const { value } = call;
  // Requests write an empty value as 0x.
  const isNothing = isLeftOut(call, 'value') || value === '0x';
  return [
    isLeftOut(call, 'to') ? EMPTY : jsonAddress(`${prefix}to`, call['to']),
    isNothing ? EMPTY : unsignedBytes(jsonNumber(`${prefix}value`, value)),
    jsonBytes(`${prefix}${data}`, call[data] ?? '0x'),
  ];
}
