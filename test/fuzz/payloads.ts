import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { readPayload, type PayloadSigner } from '#chains/payload/read-payload.ts';
import {
  authorizedTransfer,
  daiPermit,
  MAIL,
  permit,
  permitBatch,
  permitBatchTransfer,
  permitSingle,
  permitTransfer,
  safeTransaction,
  userOperation,
} from '../chains/ethereum/typed-data/samples.ts';
import { SIGNER } from '../chains/ethereum/unsigned.ts';
import { readerTarget } from './decode-target.ts';
import type { Target } from './fuzz.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
const ETHEREUM_KEY: PayloadSigner = {
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: SIGNER }],
};
const ED25519_KEY: PayloadSigner = { curve: 'CURVE_ED25519', publicKey: '11'.repeat(32), addresses: [] };

const target = (encoding: PayloadEncoding, hashFunction: HashFunction, signer = ETHEREUM_KEY): Target =>
  readerTarget(encoding, (input) =>
    readPayload(
      {
        payload: encoding === 'PAYLOAD_ENCODING_HEXADECIMAL' ? toHex(input) : new TextDecoder().decode(input),
        encoding,
        hashFunction,
      },
      signer,
    ),
  );

/** Typed data (EIP-712), as the published clients send it. */
export const typedDataTarget = target('PAYLOAD_ENCODING_EIP712', 'HASH_FUNCTION_NO_OP');
/** Authorizations (EIP-7702). */
export const authorizationTarget = target('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', 'HASH_FUNCTION_NO_OP');

const MESSAGES = [
  target('PAYLOAD_ENCODING_HEXADECIMAL', 'HASH_FUNCTION_KECCAK256'),
  target('PAYLOAD_ENCODING_HEXADECIMAL', 'HASH_FUNCTION_NOT_APPLICABLE', ED25519_KEY),
  target('PAYLOAD_ENCODING_TEXT_UTF8', 'HASH_FUNCTION_KECCAK256'),
  target('PAYLOAD_ENCODING_TEXT_UTF8', 'HASH_FUNCTION_SHA256'),
];
/** Messages, and transactions that are given as plain bytes: as hex and as text, for keys of two curves. */
export const messageTarget: Target = (input) => {
  for (const each of MESSAGES) each(input);
};

/** Every kind of typed data that is read, and the published ones. */
export function typedDataSeeds(): Uint8Array[] {
  const published = z
    .array(z.object({ data: z.json() }))
    .parse(JSON.parse(readFileSync(join(root, 'test/vectors/typed-data.json'), 'utf8')));
  const known = [
    MAIL,
    permit(),
    daiPermit(),
    permitSingle(),
    permitBatch(),
    permitTransfer(),
    permitBatchTransfer(),
    safeTransaction(),
    userOperation(),
    authorizedTransfer(),
  ];
  return [...known, ...published.map(({ data }) => data)].map((data) => toUtf8(JSON.stringify(data)));
}

export const authorizationSeeds = (): Uint8Array[] =>
  [
    { address: SIGNER, chainId: 1, nonce: 0 },
    { address: SIGNER, chainId: '0x0', nonce: '18446744073709551615' },
  ].map((each) => toUtf8(JSON.stringify(each)));

export const messageSeeds = (): Uint8Array[] => {
  const signIn = `example.com wants you to sign in with your Ethereum account:\n${SIGNER}\n\nURI: https://example.com`;
  const prefixed = `\x19Ethereum Signed Message:\n${toUtf8(signIn).length}${signIn}`;
  const authorization = '\u0005\u0601\u0114Please confirm login!';
  const amino = '{"chain_id":"c","fee":{},"memo":"m","msgs":[{"type":"t"}]}';
  const texts = ['Hello', signIn, prefixed, '\u202egnitirw', 'pаypal', authorization, amino];
  const cosmos = '0a0e0a0c0a022f611206000000000000120012036361741809'; // Fields of a SignDoc.
  return [
    ...texts.map((text) => toUtf8(text)),
    ...[`1901${'11'.repeat(64)}`, `1900${'22'.repeat(30)}`, cosmos].map((hex) => fromHex(hex)),
  ];
};

/** What turns up in typed data: types, edges of numbers, members, and the marks of JSON. */
export const JSON_WORDS: readonly Uint8Array[] = [
  ...[
    'address',
    'bytes',
    'bytes32',
    'uint8',
    'uint256',
    'int256',
    'string',
    'bool',
    'Person',
    'EIP712Domain',
  ],
  ...['[]', '[2]', '[0]', '[][]', 'types', 'message', 'domain', 'primaryType', '__proto__', 'constructor'],
  ...['name', 'type', 'chainId', 'verifyingContract', 'nonce', 'value', 'spender', 'owner', 'deadline'],
  ...['"', '{', '}', '[', ']', ',', ':', 'null', 'true', '-1', '1e9', '0.5', '\\u0000', '\\ud800', '\u202e'],
  ...['115792089237316195423570985008687907853269984665640564039457584007913129639935', '0x', '0x00'],
].map((word) => toUtf8(word));
