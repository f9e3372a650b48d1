import { fromHex, toHex } from '#protocol/encoding.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { parseAddress } from './model/address.ts';
import { ethereumError } from './model/errors.ts';
import { type RlpInput, encodeRlp, unsignedBytes } from './model/rlp.ts';

type Given = Readonly<Record<string, unknown>>;

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
const MAX_WORD = 2n ** 256n;

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

function looselyParsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The transaction itself, or the one that a request of a wallet carries. */
function transactionIn(value: unknown): Given | null {
  if (!isObject(value)) return null;
  const { params } = value;
  const inner: unknown = Array.isArray(params) && params.length === 1 ? params[0] : value;
  if (!isObject(inner) || isObject(inner['types'])) return null;
  return TELLING.some((name) => Object.hasOwn(inner, name)) ? inner : null;
}

function serialised(given: Given): string {
  const unknown = Object.keys(given).find((name) => !KNOWN.has(name) && given[name] !== null);
  if (unknown !== undefined)
    throw ethereumError('TRANSACTION_JSON_INVALID.unknown', { name: shown(unknown) });
  const isFeeMarket = has(given, 'maxFeePerGas') || has(given, 'maxPriorityFeePerGas');
  if (isFeeMarket && has(given, 'gasPrice'))
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one: 'gasPrice', other: 'maxFeePerGas' });
  const data = readData(given);
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

  const number = (member: Member): Uint8Array => unsignedBytes(readNumber(given, member));
  const call = [
    isCall ? fromHex(readAddress(given, 'to').slice(2)) : new Uint8Array(),
    has(given, 'value') ? number('value') : new Uint8Array(),
    data,
  ];
  if (type === 0) {
    const ending = [number('chainId'), new Uint8Array(), new Uint8Array()];
    return toHex(encodeRlp([number('nonce'), number('gasPrice'), number('gas'), ...call, ...ending]));
  }
  const fees = type === 2 ? [number('maxPriorityFeePerGas'), number('maxFeePerGas')] : [number('gasPrice')];
  const fields = [number('chainId'), number('nonce'), ...fees, number('gas'), ...call, accessList(given)];
  return `0${type}${toHex(encodeRlp(fields))}`;
}

/** The name under which a member is given; two names for one thing must not say different things. */
function nameOf(given: Given, member: Member): string | undefined {
  const names = NAMES[member].filter((name) => given[name] !== undefined && given[name] !== null);
  const [one, other] = names;
  if (one !== undefined && other !== undefined && given[one] !== given[other])
    throw ethereumError('TRANSACTION_JSON_INVALID.both', { one, other });
  return one;
}

const has = (given: Given, member: Member): boolean => nameOf(given, member) !== undefined;
const valueOf = (given: Given, member: Member): unknown => given[nameOf(given, member) ?? member];

function readNumber(given: Given, member: Member): bigint {
  const value = valueOf(given, member);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^(?:0x[0-9a-fA-F]+|0|[1-9]\d*)$/.test(text) || text.length > 80)
    throw wrong(member, 'isn’t a whole number: digits, or hex with 0x');
  const number = BigInt(text);
  if (number >= MAX_WORD) throw wrong(member, 'is larger than 256 bits');
  return number;
}

/** The type that the JSON says, which must be the one that its fees are of. */
function readType(given: Given, byFees: 0 | 1 | 2): 0 | 1 | 2 {
  const value = valueOf(given, 'type');
  if (value === undefined) return byFees;
  const type = typeof value === 'string' || typeof value === 'number' ? TYPES[String(value)] : undefined;
  if (type === undefined) throw wrong('type', 'is none of 0, 1 and 2');
  if (type !== byFees && !(type === 1 && byFees === 0))
    throw wrong('type', `is ${type}, but the fees or the access list are of type ${byFees}`);
  return type;
}

function readData(given: Given): Uint8Array {
  const value = valueOf(given, 'data') ?? '0x';
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    throw wrong('data', 'isn’t hex with 0x');
  return value === '0x' ? new Uint8Array() : fromHex(value.slice(2));
}

function readAddress(given: Given, member: Member): string {
  const value = valueOf(given, member);
  if (typeof value !== 'string') throw wrong(member, 'isn’t an address');
  return parseAddress(value);
}

function accessList(given: Given): RlpInput {
  const list = valueOf(given, 'accessList') ?? [];
  if (!Array.isArray(list)) throw wrong('accessList', 'isn’t a list');
  return list.map((entry: unknown) => {
    const { address, storageKeys, ...more } = isObject(entry) ? entry : {};
    if (typeof address !== 'string' || !Array.isArray(storageKeys) || Object.keys(more).length > 0)
      throw wrong('accessList', 'isn’t a list of addresses with their storage keys');
    return [
      fromHex(parseAddress(address).slice(2)),
      storageKeys.map((key: unknown) => {
        if (typeof key !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(key))
          throw wrong('accessList', 'has a storage key that isn’t 32 bytes of hex');
        return fromHex(key.slice(2));
      }),
    ];
  });
}

const wrong = (name: string, why: string): Error =>
  ethereumError('TRANSACTION_JSON_INVALID.value', { name, why });
const shown = (name: string): string => revealInvisible(name.slice(0, 40));
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
