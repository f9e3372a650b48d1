import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { computeAddress } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

/** Exports, and opens the bundle with the vendor's code. */
async function exported(
  path: string,
  parameters: object,
  how: { keyFormat?: 'SOLANA' | 'HEXADECIMAL'; returnMnemonic?: boolean } = {},
): Promise<string> {
  const target = generateP256KeyPair();
  const sent = await service.submit(path, { ...parameters, targetPublicKey: target.publicKeyUncompressed });
  return decryptExportBundle({
    exportBundle: resultOf(sent)['exportBundle'] as string,
    embeddedKey: target.privateKey,
    organizationId: service.ready.organizationId,
    dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
    returnMnemonic: how.returnMnemonic ?? false,
    ...how,
  });
}
const createWallet = async () => {
  const sent = await service.submit('create_wallet', {
    walletName: 'Treasury',
    accounts: [ethereumAccount(0)],
  });
  return resultOf(sent) as unknown as { walletId: string; addresses: [string] };
};
const flagOf = async (path: string, parameters: object, record: string) => {
  const { json } = await service.query(path, parameters);
  return (json[record] as { exported: boolean }).exported;
};
const nowhere = '00000000-0000-4000-8000-000000000000';
const target = generateP256KeyPair().publicKeyUncompressed;

describe('export_private_key', () => {
  test('the vendor client opens the bundle, and the key is that of the address', async () => {
    const { id, address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    expect(await flagOf('get_private_key', { privateKeyId: id }, 'privateKey')).toBe(false);
    const key = await exported('export_private_key', { privateKeyId: id });
    expect(computeAddress(`0x${key}`)).toBe(address);
    expect(await flagOf('get_private_key', { privateKeyId: id }, 'privateKey')).toBe(true);
  });

  test('a Solana key comes out in the form of its wallets', async () => {
    const { id, address } = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
    const key = base58.decode(
      await exported('export_private_key', { privateKeyId: id }, { keyFormat: 'SOLANA' }),
    );
    expect(base58.encode(ed25519.getPublicKey(key.subarray(0, 32)))).toBe(address);
  });

  test('export of a foreign key: another organization does not find it, and nothing is marked', async () => {
    const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
    const other = await LocalService.start();
    const sent = await other.submit('export_private_key', { privateKeyId: id, targetPublicKey: target });
    await other.stop();
    expect(sent.status).toBe(404);
    expect(await flagOf('get_private_key', { privateKeyId: id }, 'privateKey')).toBe(false);
  });

  test('invalid curve point: a target key that is no point of P-256 gets no bundle, and nothing is marked', async () => {
    const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
    for (const targetPublicKey of [`04${'11'.repeat(64)}`, '04', `02${'ff'.repeat(32)}`]) {
      const sent = await service.submit('export_private_key', { privateKeyId: id, targetPublicKey });
      expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.targetPublicKey']]);
    }
    expect(await flagOf('get_private_key', { privateKeyId: id }, 'privateKey')).toBe(false);
  });

  test('bundle to another organization, another target, another enclave: the vendor client refuses each', async () => {
    const { id } = await service.createPrivateKey('CURVE_SECP256K1', []);
    const own = generateP256KeyPair();
    const sent = await service.submit('export_private_key', {
      privateKeyId: id,
      targetPublicKey: own.publicKeyUncompressed,
    });
    const good = {
      exportBundle: resultOf(sent)['exportBundle'] as string,
      embeddedKey: own.privateKey,
      organizationId: service.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
      returnMnemonic: false,
    };
    await expect(decryptExportBundle(good)).resolves.toMatch(/^[0-9a-f]{64}$/);
    await expect(decryptExportBundle({ ...good, organizationId: nowhere })).rejects.toThrow('organization');
    await expect(
      decryptExportBundle({ ...good, embeddedKey: generateP256KeyPair().privateKey }),
    ).rejects.toThrow();
    await expect(
      decryptExportBundle({ ...good, dangerouslyOverrideSignerPublicKey: target }),
    ).rejects.toThrow();
  });
});

describe('export_wallet', () => {
  test('marks the wallet; the words are the same each time', async () => {
    const { walletId } = await createWallet();
    expect(await flagOf('get_wallet', { walletId }, 'wallet')).toBe(false);
    const words = await exported('export_wallet', { walletId }, { returnMnemonic: true });
    expect(await exported('export_wallet', { walletId }, { returnMnemonic: true })).toBe(words);
    expect(await flagOf('get_wallet', { walletId }, 'wallet')).toBe(true);
    expect(mnemonicToEntropy(words, english)).toHaveLength(16);
  });

  test('in another language the words write the same entropy', async () => {
    const { walletId } = await createWallet();
    const words = await exported('export_wallet', { walletId }, { returnMnemonic: true });
    const translated = await exported(
      'export_wallet',
      { walletId, language: 'MNEMONIC_LANGUAGE_JAPANESE' },
      { returnMnemonic: true },
    );
    // The vendor's function makes one character of each byte.
    expect(Buffer.from(translated, 'latin1').toString()).toBe(
      entropyToMnemonic(mnemonicToEntropy(words, english), japanese),
    );
    const unknown = { walletId, targetPublicKey: target, language: 'MNEMONIC_LANGUAGE_LATIN' };
    expect(wrongFields(await service.submit('export_wallet', unknown))).toEqual(['parameters.language']);
  });

  test('a wallet that is not there', async () => {
    const sent = await service.submit('export_wallet', { walletId: nowhere, targetPublicKey: target });
    expect(sent.status).toBe(404);
  });
});

describe('export_wallet_account', () => {
  test('gives the key of the address, and does not mark the wallet', async () => {
    const { walletId, addresses } = await createWallet();
    const key = await exported('export_wallet_account', { address: addresses[0].toLowerCase() });
    expect(computeAddress(`0x${key}`)).toBe(addresses[0]);
    expect(await flagOf('get_wallet', { walletId }, 'wallet')).toBe(false);
  });

  test('an address of a private key, of a foreign account, of nobody: not found', async () => {
    const { address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    for (const unknown of [address, `0x${'22'.repeat(20)}`]) {
      const sent = await service.submit('export_wallet_account', {
        address: unknown,
        targetPublicKey: target,
      });
      expect(sent.status).toBe(404);
    }
    const { addresses } = await createWallet();
    const other = await LocalService.start();
    const sent = await other.submit('export_wallet_account', {
      address: addresses[0],
      targetPublicKey: target,
    });
    await other.stop();
    expect(sent.status).toBe(404);
  });
});
