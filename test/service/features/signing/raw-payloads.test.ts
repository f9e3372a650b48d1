import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { hashMessage, recoverAddress, TypedDataEncoder, verifyTypedData } from 'ethers';
import { recoverAuthorizationAddress } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

let service: LocalService;
let ethereum: { id: string; address: string };
let solana: { id: string; address: string };
let nist: { id: string; address: string };
beforeAll(async () => {
  service = await LocalService.start();
  ethereum = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
  solana = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
  nist = await service.createPrivateKey('CURVE_P256', ['ADDRESS_FORMAT_COMPRESSED']);
});
afterAll(async () => {
  await service.stop();
});

interface RawSignature {
  r: string;
  s: string;
  v: string;
}
const send = (signWith: string, payload: string, encoding: string, hashFunction: string) =>
  service.submit('sign_raw_payload', {
    signWith,
    payload,
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hashFunction}`,
  });
const sign = async (...parameters: Parameters<typeof send>): Promise<RawSignature> =>
  resultOf(await send(...parameters)) as unknown as RawSignature;
const joined = ({ r, s, v }: RawSignature): string => `0x${r}${s}${v === '00' ? '1b' : '1c'}`;

const typedData = {
  domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: `0x${'cc'.repeat(20)}` },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  message: { from: { name: 'Cow', wallet: `0x${'cd'.repeat(20)}` }, amount: '100000000000000000000' },
};
const typedPayload = JSON.stringify({ ...typedData, primaryType: 'Mail' });

describe('sign_raw_payload', () => {
  test('attack: texts that differ in half of a character get no signature, which would be one for all of them', async () => {
    for (const half of ['\ud800', '\udfff']) {
      const text = await send(ethereum.address, `pay ${half}`, 'TEXT_UTF8', 'SHA256');
      expect([text.status, codeOf(text)]).toEqual([400, 'REQUEST_INVALID']);
      const message = { ...typedData.message, from: { ...typedData.message.from, name: half } };
      const payload = JSON.stringify({ ...typedData, primaryType: 'Mail', message });
      const typed = await send(ethereum.address, payload, 'EIP712', 'NO_OP');
      expect([typed.status, wrongFields(typed)]).toEqual([400, ['parameters.payload']]);
    }
    expect((await send(ethereum.address, 'pay \ufffd \u{1f600}', 'TEXT_UTF8', 'SHA256')).status).toBe(200);
  });

  test('a digest as hex, with and without 0x', async () => {
    const digest = hashMessage('hello');
    for (const payload of [digest, digest.slice(2)]) {
      const signature = await sign(ethereum.address, payload, 'HEXADECIMAL', 'NO_OP');
      expect(Object.keys(signature).sort()).toEqual(['r', 's', 'v']);
      expect(recoverAddress(digest, joined(signature))).toBe(ethereum.address);
    }
  });

  test('text, hashed by Keccak-256 and by SHA-256', async () => {
    const bytes = toUtf8('pä$$');
    const keccak = await sign(ethereum.id, 'pä$$', 'TEXT_UTF8', 'KECCAK256');
    expect(keccak).toEqual(await sign(ethereum.id, toHex(bytes), 'HEXADECIMAL', 'KECCAK256'));
    const { r, s } = await sign(nist.id, 'pä$$', 'TEXT_UTF8', 'SHA256');
    expect(p256.verify(fromHex(r + s), bytes, fromHex(nist.address))).toBe(true);
    const sha = await sign(ethereum.id, 'pä$$', 'TEXT_UTF8', 'SHA256');
    expect(recoverAddress(sha256(bytes), joined(sha))).toBe(ethereum.address);
  });

  test('Ed25519 signs the message itself', async () => {
    const { r, s, v } = await sign(solana.address, 'hello', 'TEXT_UTF8', 'NOT_APPLICABLE');
    expect(ed25519.verify(fromHex(r + s), toUtf8('hello'), base58.decode(solana.address))).toBe(true);
    expect(v).toBe('00');
  });

  test('typed data of EIP-712 verifies with another library', async () => {
    const signature = await sign(ethereum.address, typedPayload, 'EIP712', 'NO_OP');
    const { domain, types, message } = typedData;
    expect(verifyTypedData(domain, types, message, joined(signature))).toBe(ethereum.address);
    // The payload of another library, which names the domain's type too.
    const payload = JSON.stringify(TypedDataEncoder.getPayload(domain, types, message));
    expect(await sign(ethereum.address, payload, 'EIP712', 'NO_OP')).toEqual(signature);
  });

  test('an authorization of EIP-7702 verifies with another library', async () => {
    const authorization = { address: `0x${'ab'.repeat(20)}`, chainId: 1, nonce: 7 } as const;
    const { r, s, v } = await sign(
      ethereum.address,
      JSON.stringify(authorization),
      'EIP7702_AUTHORIZATION',
      'NO_OP',
    );
    const signature = { r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } as const;
    expect(await recoverAuthorizationAddress({ authorization, signature })).toBe(ethereum.address);
  });

  test('trimmed zeros: r and s always have 64 digits, v two, and s is in the lower half', async () => {
    const payloads = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(64, '0'));
    const signed: RawSignature[] = [];
    for (let n = 0; n < 6; n += 1) {
      const sent = await service.submit('sign_raw_payloads', {
        signWith: ethereum.id,
        payloads: payloads.map((payload) => `${n}${payload.slice(1)}`),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      });
      signed.push(...(resultOf(sent)['signatures'] as RawSignature[]));
    }
    for (const { r, s, v } of signed) {
      expect(`${r} ${s} ${v}`).toMatch(/^[0-9a-f]{64} [0-7][0-9a-f]{63} 0[01]$/);
    }
    // One in 128 begins with a zero byte in r or s: among 600 there are such.
    expect(signed.some(({ r, s }) => r.startsWith('00') || s.startsWith('00'))).toBe(true);
  });

  test('a wallet account signs by its address', async () => {
    const created = await service.submit('create_wallet', {
      walletName: 'W',
      accounts: [ethereumAccount(0)],
    });
    const [address = ''] = resultOf(created)['addresses'] as string[];
    const signature = await sign(address, hashMessage('x'), 'HEXADECIMAL', 'NO_OP');
    expect(recoverAddress(hashMessage('x'), joined(signature))).toBe(address);
  });

  test.each([
    ['a digest of another length', 'ab', 'HEXADECIMAL', 'NO_OP', 'payload'],
    ['no hex', 'xy', 'HEXADECIMAL', 'SHA256', 'payload'],
    ['text that is not hashed', 'hello', 'TEXT_UTF8', 'NO_OP', 'payload'],
    ['no hash function for ECDSA', 'ab', 'HEXADECIMAL', 'NOT_APPLICABLE', 'hashFunction'],
    ['typed data hashed twice', typedPayload, 'EIP712', 'KECCAK256', 'hashFunction'],
    ['typed data that is none', '{}', 'EIP712', 'NO_OP', 'payload'],
    ['an authorization that is none', '{"chainId":1}', 'EIP7702_AUTHORIZATION', 'NO_OP', 'payload'],
    ['an unknown encoding', 'ab', 'BASE64', 'SHA256', 'encoding'],
    ['an unknown hash function', 'ab', 'HEXADECIMAL', 'MD5', 'hashFunction'],
  ])('%s is refused', async (_, payload, encoding, hashFunction, field) => {
    const sent = await send(ethereum.id, payload, encoding, hashFunction);
    expect([sent.status, wrongFields(sent)]).toEqual([400, [`parameters.${field}`]]);
  });

  test('keys of other curves: a hash function for Ed25519, typed data for P-256', async () => {
    const hashed = await send(solana.id, 'ab', 'HEXADECIMAL', 'SHA256');
    expect([hashed.status, wrongFields(hashed)]).toEqual([400, ['parameters.hashFunction']]);
    const typed = await send(nist.id, typedPayload, 'EIP712', 'NO_OP');
    expect([typed.status, wrongFields(typed)]).toEqual([400, ['parameters.encoding']]);
  });

  test('a key that is not there, or is foreign', async () => {
    const other = await LocalService.start();
    const foreign = await other.submit('sign_raw_payload', {
      signWith: ethereum.address,
      payload: 'x',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    await other.stop();
    expect([foreign.status, wrongFields(foreign)]).toEqual([404, ['parameters.signWith']]);
  });
});

describe('sign_raw_payloads', () => {
  test('signatures come in the order of the payloads', async () => {
    const sent = await service.submit('sign_raw_payloads', {
      signWith: ethereum.address,
      payloads: ['a', 'b'],
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    const signatures = resultOf(sent)['signatures'] as RawSignature[];
    const addresses = signatures.map((signature, n) =>
      recoverAddress(sha256(toUtf8(['a', 'b'][n] ?? '')), joined(signature)),
    );
    expect(addresses).toEqual([ethereum.address, ethereum.address]);
  });

  test('one payload that cannot be signed, and none is', async () => {
    const sent = await service.submit('sign_raw_payloads', {
      signWith: ethereum.address,
      payloads: ['00'.repeat(32), '00'],
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    expect([sent.status, wrongFields(sent), sent.json.activity]).toEqual([
      400,
      ['parameters.payloads.1'],
      undefined,
    ]);
  });
});
