import { concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { type TransactionSerializable, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { prefixedHex } from '#chains/ethereum/model/address.ts';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { type RlpInput, encodeRlp, unsignedBytes } from '#chains/ethereum/model/rlp.ts';
import type { UnsignedEthereumTransaction } from '#chains/ethereum/transaction.ts';
import type { KeyAuthorization } from '#chains/tempo/key-authorization.ts';
import { type TempoTransaction, parseTempo } from '#chains/tempo/transaction.ts';
import type { Field } from '#chains/tron/protobuf.ts';
import { parseTron } from '#chains/tron/transaction.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import tron from '../vectors/tron/tronweb.json' with { type: 'json' };
import { TRANSACTIONS } from './ethereum/arbitrary.ts';
import { DEVNETS, MAINNET } from './ethereum/vectors.ts';
import { GENERATED } from './tempo/vectors.ts';

/** An Ethereum model as viem writes it. */
const asViem = ({ type, chainId, nonce, gasLimit, to, value, data, ...rest }: UnsignedEthereumTransaction) =>
  serializeTransaction({
    ...rest,
    type,
    ...(chainId === null ? {} : { chainId: Number(chainId) }),
    nonce: Number(nonce),
    gas: gasLimit,
    to,
    value,
    data: prefixedHex(data),
    ...('authorizationList' in rest
      ? {
          authorizationList: rest.authorizationList.map((each) => ({
            address: each.address,
            chainId: Number(each.chainId),
            nonce: Number(each.nonce),
            r: hexOf(each.r),
            s: hexOf(each.s),
            yParity: Number(each.yParity),
          })),
        }
      : {}),
  } as TransactionSerializable);
const hexOf = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;

const KEY_TYPES = ['secp256k1', 'P-256', 'WebAuthn', 'multisig'];
const none = new Uint8Array();
const bytes = (hex: string | null): Uint8Array => (hex === null ? none : fromHex(hex));

/** A key authorization, without the fields behind the last that says something. */
function keyAuthorization(key: KeyAuthorization): RlpInput {
  const fields: RlpInput[] = [
    unsignedBytes(key.chainId),
    unsignedBytes(BigInt(KEY_TYPES.indexOf(key.keyType))),
    bytes(key.keyId),
    key.expiry === null ? none : unsignedBytes(key.expiry),
    key.limits?.map(({ token, limit, period }) => [
      bytes(token),
      unsignedBytes(limit),
      ...(period === 0n ? [] : [unsignedBytes(period)]),
    ]) ?? none,
    key.scopes?.map(({ target, rules }) => [
      bytes(target),
      rules.map(({ selector, recipients }) => [bytes(selector), recipients.map(bytes)]),
    ]) ?? none,
    bytes(key.witness),
    key.admin ? Uint8Array.of(1) : none,
    bytes(key.account),
  ];
  const last = fields.findLastIndex((field) => field !== none);
  return [fields.slice(0, Math.max(last + 1, 3)), key.signature];
}

/** A Tempo model in the order of its fields. */
const asTempo = (tx: TempoTransaction): Uint8Array =>
  concatBytes(
    Uint8Array.of(0x76),
    encodeRlp([
      ...[tx.chainId, tx.maxPriorityFeePerGas, tx.maxFeePerGas, tx.gas].map(unsignedBytes),
      tx.calls.map(({ to, value, data }) => [bytes(to), unsignedBytes(value), data]),
      tx.accessList.map(({ address, storageKeys }) => [bytes(address), storageKeys.map(bytes)]),
      ...[tx.nonceKey, tx.nonce, tx.validBefore, tx.validAfter].map(unsignedBytes),
      bytes(tx.feeToken),
      tx.sponsored ? Uint8Array.of(0) : none,
      tx.authorizationList.map(({ chainId, address, nonce, signature }) => [
        unsignedBytes(chainId),
        bytes(address),
        unsignedBytes(nonce),
        signature,
      ]),
      ...(tx.keyAuthorization === null ? [] : [keyAuthorization(tx.keyAuthorization)]),
    ]),
  );

function varint(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  return value < 0x80n ? [low] : [low + 0x80, ...varint(value >> 7n)];
}

/** The fields of a protobuf message, written by the encoding guide. */
const asProtobuf = (fields: readonly Field[]): Uint8Array =>
  concatBytes(
    ...fields.map((field) => {
      const tag = (wire: number) => varint(BigInt(field.number * 8 + wire));
      if (field.kind === 'integer')
        return Uint8Array.from([...tag(0), ...varint(BigInt.asUintN(64, field.value))]);
      const content = field.kind === 'message' ? asProtobuf(field.value.fields) : field.value;
      return Uint8Array.from([...tag(2), ...varint(BigInt(content.length)), ...content]);
    }),
  );

// Those of Solana and Bitcoin are written again by the program's own code, in the tests of their vectors.
describe('the model of an unsigned transaction, written again, has the same bytes', () => {
  it.each(Object.entries(TRANSACTIONS) as [string, fc.Arbitrary<TransactionSerializable>][])(
    'of a random %s transaction of Ethereum',
    (_type, arbitrary) => {
      fc.assert(
        fc.property(arbitrary, (tx) => {
          const hex = serializeTransaction(tx);
          expect(asViem(parseUnsigned(hex))).toBe(hex);
        }),
      );
    },
  );

  it('of every vector of Ethereum', () => {
    for (const { signed } of [...MAINNET, ...DEVNETS]) {
      const { unsigned } = parseSigned(signed);
      expect(asViem(unsigned)).toBe(prefixedHex(unsigned.bytes));
    }
  });

  it('of every vector of Tempo', () => {
    for (const { hex } of GENERATED) expect(toHex(asTempo(parseTempo(hex)))).toBe(hex);
  });

  it('of every vector of Tron, and the contract in it', () => {
    for (const { hex } of tron) {
      const { raw, message, range, bytes: whole } = parseTron(hex);
      expect(toHex(asProtobuf(raw.fields))).toBe(hex);
      expect(toHex(asProtobuf(message.fields))).toBe(toHex(whole.subarray(...range)));
    }
  });
});
