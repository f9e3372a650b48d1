import type { Hex } from '../ethereum/model/address.ts';
import {
  MAX_UINT64,
  fieldError,
  fieldRange,
  readBytes,
  readFixed,
  readList,
  readUint,
} from '../ethereum/field-reader.ts';
import type { ByteRange } from '../model/decoded.ts';
import type { RlpItem } from '../ethereum/model/rlp.ts';

/** What a new key may do on an account. Addresses are lowercase. */
export interface KeyGrant {
  readonly keyId: Hex;
  readonly keyType: KeyType;
  /** In seconds since the epoch; null never ends. */
  readonly expiry: bigint | null;
  /** Null: every token without limit. */
  readonly limits: readonly TokenLimit[] | null;
  /** Null: every call. */
  readonly scopes: readonly CallScope[] | null;
  /** Whether it may let in further keys (TIP-1049). */
  readonly admin: boolean;
}

/** What may be spent of one token, in its smallest unit; once, or anew in every period of so many seconds. */
interface TokenLimit {
  readonly token: Hex;
  readonly limit: bigint;
  readonly period: bigint;
}

/** A contract that may be called; no rules: whatever it has. */
interface CallScope {
  readonly target: Hex;
  readonly rules: readonly { readonly selector: Hex; readonly recipients: readonly Hex[] }[];
}

/** A key that the account's own key lets in (Tempo transaction specification; TIP-1053 and TIP-1049 for what follows). */
export interface KeyAuthorization extends KeyGrant {
  /** 0 holds on every chain. */
  readonly chainId: bigint;
  readonly witness: Hex | null;
  /** The account that it is bound to, where it names one. */
  readonly account: Hex | null;
  readonly signature: Uint8Array;
  /** The part that is signed, with its header. */
  readonly signed: ByteRange;
  readonly range: ByteRange;
}

const KEY_TYPES = ['secp256k1', 'P-256', 'WebAuthn', 'multisig'] as const;
export type KeyType = (typeof KEY_TYPES)[number] | 'unknown';

/** The name of a kind of key by its number. */
export const keyTypeName = (number: bigint): KeyType => KEY_TYPES[Number(number)] ?? 'unknown';

const FIELD = 'keyAuthorization';
const FIXED_FIELDS = 3;
const ALL_FIELDS = 9;

/**
 * Reads a key authorization: its fields, of which those behind the third may be missing or empty, and its signature.
 * @throws AppError `TRANSACTION_FIELD_INVALID`
 */
export function readKeyAuthorization(item: RlpItem): KeyAuthorization {
  const [tuple, signature] = readList(FIELD, item, 2) as [RlpItem, RlpItem];
  const fields = readList(FIELD, tuple);
  const [chainId, keyType, keyId, expiry, limits, scopes, witness, isAdmin, account] = fields;
  if (chainId === undefined || keyType === undefined || keyId === undefined || fields.length > ALL_FIELDS) {
    throw fieldError(
      FIELD,
      tuple,
      `holds ${fields.length} fields, but ${FIXED_FIELDS} to ${ALL_FIELDS} are wanted`,
    );
  }
  return {
    chainId: readUint(`${FIELD}.chainId`, chainId, MAX_UINT64),
    keyType: keyTypeName(readUint(`${FIELD}.keyType`, keyType, BigInt(KEY_TYPES.length - 1))),
    keyId: readFixed(`${FIELD}.keyId`, keyId, 20),
    expiry: optional(expiry, (each) => readUint(`${FIELD}.expiry`, each, MAX_UINT64)),
    limits: optional(limits, readLimits),
    scopes: optional(scopes, readScopes),
    witness: optional(witness, (each) => readFixed(`${FIELD}.witness`, each, 32)),
    admin: optional(isAdmin, readAdmin) ?? false,
    account: optional(account, (each) => readFixed(`${FIELD}.account`, each, 20)),
    signature: readBytes(`${FIELD}.signature`, signature),
    signed: [tuple.start, tuple.end],
    range: fieldRange(item),
  };
}

/** An empty value stands for a field that is not there. */
const optional = <T>(item: RlpItem | undefined, read: (item: RlpItem) => T): T | null =>
  item === undefined || (item.kind === 'bytes' && item.bytes.length === 0) ? null : read(item);

function readAdmin(item: RlpItem): true {
  const bytes = readBytes(`${FIELD}.isAdmin`, item);
  if (bytes.length !== 1 || bytes[0] !== 1)
    throw fieldError(`${FIELD}.isAdmin`, item, 'is not 01, its only value');
  return true;
}

const readLimits = (item: RlpItem): TokenLimit[] =>
  readList(`${FIELD}.limits`, item).map((entry, index) => {
    const name = `${FIELD}.limits[${index}]`;
    const [token, limit, period] = readList(name, entry);
    const count = readList(name, entry).length;
    if (token === undefined || limit === undefined || count > 3)
      throw fieldError(name, entry, `holds ${count} items, but 2 or 3 are wanted`);
    return {
      token: readFixed(`${name}.token`, token, 20),
      limit: readUint(`${name}.limit`, limit),
      period: period === undefined ? 0n : readUint(`${name}.period`, period, MAX_UINT64),
    };
  });

const readScopes = (item: RlpItem): CallScope[] =>
  readList(`${FIELD}.scopes`, item).map((entry, index) => {
    const name = `${FIELD}.scopes[${index}]`;
    const [target, rules] = readList(name, entry, 2) as [RlpItem, RlpItem];
    return {
      target: readFixed(`${name}.target`, target, 20),
      rules: readList(`${name}.rules`, rules).map((rule) => {
        const [selector, recipients] = readList(`${name}.rules`, rule, 2) as [RlpItem, RlpItem];
        return {
          selector: readFixed(`${name}.selector`, selector, 4),
          recipients: readList(`${name}.recipients`, recipients).map((each) =>
            readFixed(`${name}.recipients`, each, 20),
          ),
        };
      }),
    };
  });
