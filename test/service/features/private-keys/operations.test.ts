import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Transaction } from 'ethers';
import { codeOf, freshSigner, LocalService, wrongFields } from '#test/fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

/** An unsigned EIP-1559 transaction as hex without 0x. */
const unsigned = (nonce = 1): string =>
  Transaction.from({
    type: 2,
    chainId: 1,
    nonce,
    to: `0x${'11'.repeat(20)}`,
    value: 5n,
    gasLimit: 21_000n,
    maxFeePerGas: 9n,
  }).unsignedSerialized.slice(2);
const sign = (parameters: object) =>
  service.submit('sign_transaction', {
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: unsigned(),
    ...parameters,
  });

describe('list_private_keys', () => {
  test('gives pages in the order of making where they are asked for, each key with its addresses', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1)
      made.push(await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']));
    const page = async (paginationOptions: object) => {
      const { json } = await service.query('list_private_keys', { paginationOptions });
      const keys = json['privateKeys'] as { privateKeyId: string; addresses: { address: string }[] }[];
      return keys.map(({ privateKeyId, addresses }) => [
        privateKeyId,
        addresses.map(({ address }) => address),
      ]);
    };
    const [first, second, third] = made.map(({ id, address }) => [id, [address]] as const);
    expect(await page({ limit: '2', before: third?.[0] })).toEqual([first, second]);
    expect(await page({ limit: '2', after: first?.[0] })).toEqual([second, third]);
    expect(await page({ limit: '10', after: third?.[0] })).toEqual([]);
    const all = (await service.query('list_private_keys')).json['privateKeys'] as object[];
    expect(all.length).toBeGreaterThanOrEqual(3);
  });
});

describe('create_private_keys', () => {
  test.each([
    ['CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED']],
    ['CURVE_P256', ['ADDRESS_FORMAT_UNCOMPRESSED']],
    ['CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']],
  ])('%s: queries show the key as it was made, and not the key itself', async (curve, formats) => {
    const { id, address } = await service.createPrivateKey(curve, formats);
    const { json } = await service.query('get_private_key', { privateKeyId: id });
    const time = new Date(service.now).toISOString();
    expect(json['privateKey']).toMatchObject({
      privateKeyId: id,
      privateKeyName: 'A key',
      curve,
      privateKeyTags: [],
    });
    expect(json['privateKey']).toMatchObject({
      createdAt: time,
      updatedAt: time,
      exported: false,
      imported: false,
    });
    expect((json['privateKey'] as { addresses: object[] }).addresses[0]).toEqual({
      format: formats[0],
      address,
    });
    const list = await service.query('list_private_keys');
    expect(list.json['privateKeys']).toContainEqual(json['privateKey']);
    expect((await service.query('get_private_keys')).text).toBe(list.text);
  });

  test('an address format that the curve does not have makes no key at all', async () => {
    const before = await service.query('list_private_keys');
    const key = { privateKeyName: 'A key', privateKeyTags: [] };
    const sent = await service.submit('create_private_keys', {
      privateKeys: [
        { ...key, curve: 'CURVE_SECP256K1', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] },
        { ...key, curve: 'CURVE_P256', addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] },
      ],
    });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.privateKeys.1.addressFormats']]);
    expect((await service.query('list_private_keys')).text).toBe(before.text);
  });
});

describe('sign_transaction', () => {
  test('signs with a key by its id, and by its address in any letter case', async () => {
    const { id, address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    for (const [nonce, signWith] of [id, id.toUpperCase(), address, address.toLowerCase()].entries()) {
      const { json, status } = await sign({ signWith, unsignedTransaction: unsigned(nonce) });
      expect(status).toBe(200);
      const result = json.activity?.result?.['signTransactionResult'] as { signedTransaction: string };
      const signed = Transaction.from(`0x${result.signedTransaction}`);
      expect([signed.from, signed.nonce, signed.value, signed.chainId]).toEqual([address, nonce, 5n, 1n]);
    }
  });

  test('a key that is not there', async () => {
    for (const signWith of ['00000000-0000-4000-8000-000000000000', `0x${'22'.repeat(20)}`, 'Treasury']) {
      const sent = await sign({ signWith });
      expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
        404,
        'NOT_FOUND',
        ['parameters.signWith'],
      ]);
    }
  });

  test('a key of the wrong curve', async () => {
    const { id } = await service.createPrivateKey('CURVE_ED25519', []);
    const sent = await sign({ signWith: id });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.signWith']]);
    expect(sent.json.message).toContain('CURVE_ED25519');
  });

  test('a transaction that cannot be read makes no activity', async () => {
    const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
    const before = await service.query('list_activities');
    for (const unsignedTransaction of [
      'zz',
      'abc',
      '02',
      unsigned().slice(0, -2),
      `${unsigned()}00`,
      'ff'.repeat(1000),
    ]) {
      const sent = await sign({ signWith: id, unsignedTransaction });
      expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
        400,
        'INVALID_TRANSACTION',
        ['parameters.unsignedTransaction'],
      ]);
    }
    expect((await service.query('list_activities')).text).toBe(before.text);
  });
});

describe('create_api_keys', () => {
  const create = (key: object, userId = service.ready.rootUserId) =>
    service.submit('create_api_keys', { userId, apiKeys: [{ apiKeyName: 'A key', ...key }] });

  test('a key without an expiry lives for 15 minutes', async () => {
    const signer = freshSigner();
    await create({ publicKey: signer.publicKey.toUpperCase(), curveType: 'API_KEY_CURVE_P256' });
    const before = service.now;
    service.now = before + 899_999;
    expect((await service.query('whoami', {}, signer)).status).toBe(200);
    service.now = before + 900_000;
    expect(codeOf(await service.query('whoami', {}, signer))).toBe('API_KEY_EXPIRED');
    service.now = before;
  });

  test('credential takeover: a public key that is there already cannot be added again', async () => {
    const sent = await create({ publicKey: service.root.publicKey, curveType: 'API_KEY_CURVE_P256' });
    expect([sent.status, codeOf(sent)]).toEqual([400, 'CREDENTIAL_CONFLICT']);
  });

  test('invalid curve point: a public key that is no point of its curve is refused', async () => {
    let x = 1;
    const isPoint = (hex: string): boolean => {
      try {
        secp256k1.Point.fromHex(hex);
        return true;
      } catch {
        return false;
      }
    };
    const compressed = (n: number) => `02${n.toString(16).padStart(64, '0')}`;
    while (isPoint(compressed(x))) x += 1;
    const off = await create({ publicKey: compressed(x), curveType: 'API_KEY_CURVE_SECP256K1' });
    expect([off.status, wrongFields(off)]).toEqual([400, ['parameters.apiKeys.0.publicKey']]);
    const short = await create({
      publicKey: freshSigner('API_KEY_CURVE_ED25519').publicKey,
      curveType: 'API_KEY_CURVE_P256',
    });
    expect([short.status, wrongFields(short)]).toEqual([400, ['parameters.apiKeys.0.publicKey']]);
  });

  test('a user that is not there', async () => {
    const key = { publicKey: freshSigner().publicKey, curveType: 'API_KEY_CURVE_P256' };
    const sent = await create(key, '00000000-0000-4000-8000-000000000000');
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});
