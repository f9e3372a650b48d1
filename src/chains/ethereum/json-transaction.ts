import { toHex } from '#protocol/encoding.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import {
  type JsonObject,
  accessListIn,
  jsonAddress,
  jsonBytes,
  looselyParsed,
  oneOfNames,
  jsonNumber,
  refuseUnknown,
  requestedIn,
  wrongMember,
} from './json-members.ts';
import { ethereumError } from './model/errors.ts';
import { encodeRlp, unsignedBytes } from './model/rlp.ts';

/** What each member is called by the libraries that write it; the first name is the one in errors. */
const NAMES = {
  chainId: ['chainId'],
  nonce: ['nonce'],
  gas: ['gas', 'gasLimit'],
  gasPrice: ['gasPrice'],
  maxFeePerGas: ['maxFeePerGas'],
  maxPriorityFeePerGas: ['maxPriorityFeePerGas'],
  value: ['value'],
  data: ['data', 'input'],
  to: ['to'],
  accessList: ['accessList'],
  type: ['type'],
  // Whose transaction it is is said by the key that signs.
  from: ['from'],
} as const;
type Member = keyof typeof NAMES;

const KNOWN = new Set<string>(Object.values(NAMES).flat());
/** Members that make an object a transaction, where nothing else says what it is. */
const TELLING = ['nonce', 'chainId', ...NAMES.gas, 'gasPrice', 'maxFeePerGas'];
const TYPES: Readonly<Record<string, 0 | 1 | 2>> = {
  ...{ '0': 0, '0x0': 0, '0x00': 0, legacy: 0 },
  ...{ '1': 1, '0x1': 1, '0x01': 1, eip2930: 1 },
  ...{ '2': 2, '0x2': 2, '0x02': 2, eip1559: 2 },
};

/**
 * An unsigned Ethereum transaction in the JSON of wallets, libraries and `eth_sendTransaction`, as the bytes that are signed
 * (EIP-155, EIP-2930, EIP-1559). Amounts are in wei: numbers, decimal text, or hex with 0x.
 * @returns hex; null for JSON that is no such transaction
 * @throws AppError `TRANSACTION_JSON_INVALID`, `JSON_INVALID`, `ADDRESS_INVALID`, `ADDRESS_CHECKSUM_INVALID`
 */
export function ethereumJsonAsHex(json: string): string | null {
  const found = transactionIn(looselyParsed(json));
  if (found === null) return null;
  // Read once more by the rules: a name that is there twice means two things.
  const given = transactionIn(parseStrictJson(json, 'The transaction'));
  return given === null ? null : serialised(given);
}

/** The transaction itself, or the one that a request of a wallet carries. */
function transactionIn(value: unknown): JsonObject | null {
  const inner = requestedIn(value);
  if (inner === null) return null;
  return TELLING.some((name) => Object.hasOwn(inner, name)) ? inner : null;
}

function serialised(given: JsonObject): string {
  refuseUnknown(given, KNOWN);
  const isFeeMarket = has(given, 'maxFeePerGas') || has(given, 'maxPriorityFeePerGas');
  if (isFeeMarket && has(given, 'gasPrice'))
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one: 'gasPrice', other: 'maxFeePerGas' });
  const data = jsonBytes('data', valueOf(given, 'data') ?? '0x');
  const type = readType(given, isFeeMarket ? 2 : has(given, 'accessList') ? 1 : 0);
  const isCall = has(given, 'to') || data.length === 0;
  const wanted: Member[] = [
    ...(['chainId', 'nonce', 'gas'] as const),
    ...(type === 2 ? (['maxFeePerGas', 'maxPriorityFeePerGas'] as const) : (['gasPrice'] as const)),
    ...(isCall ? (['to'] as const) : []),
  ];
  const missing = wanted.filter((member) => !has(given, member));
  if (missing.length > 0)
    throw ethereumError('TRANSACTION_JSON_INVALID.missing', { names: missing.join(', ') });

  const number = (member: Member): Uint8Array => unsignedBytes(jsonNumber(member, valueOf(given, member)));
  const call = [
    isCall ? jsonAddress('to', valueOf(given, 'to')) : new Uint8Array(),
    has(given, 'value') ? number('value') : new Uint8Array(),
    data,
  ];
  if (type === 0) {
    const ending = [number('chainId'), new Uint8Array(), new Uint8Array()];
    return toHex(encodeRlp([number('nonce'), number('gasPrice'), number('gas'), ...call, ...ending]));
  }
  const fees = type === 2 ? [number('maxPriorityFeePerGas'), number('maxFeePerGas')] : [number('gasPrice')];
  const fields = [
    number('chainId'),
    number('nonce'),
    ...fees,
    number('gas'),
    ...call,
    accessListIn(valueOf(given, 'accessList') ?? []),
  ];
  return `0${type}${toHex(encodeRlp(fields))}`;
}

const has = (given: JsonObject, member: Member): boolean => oneOfNames(given, NAMES[member]) !== undefined;
const valueOf = (given: JsonObject, member: Member): unknown =>
  given[oneOfNames(given, NAMES[member]) ?? member];

/** The type that the JSON says, which must be the one that its fees are of. */
function readType(given: JsonObject, byFees: 0 | 1 | 2): 0 | 1 | 2 {
  const value = valueOf(given, 'type');
  if (value === undefined) return byFees;
  const type = typeof value === 'string' || typeof value === 'number' ? TYPES[String(value)] : undefined;
  if (type === undefined) throw wrongMember('type', 'is none of 0, 1 and 2');
  if (type !== byFees && !(type === 1 && byFees === 0))
    throw wrongMember('type', `is ${type}, but the fees or the access list are of type ${byFees}`);
  return type;
}
