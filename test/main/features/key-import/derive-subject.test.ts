import { describe, expect, it } from 'vitest';
import { deriveSubject, firstChoice } from '#main/features/key-import/key-import-store.ts';
import { readSource } from '#main/features/key-import/read-source.ts';
import { secretOfText } from '#test/protocol/keys.ts';

// The key 1, whose public key is the generator of each curve, and the words of BIP-84's and BIP-86's vectors.
const key = await readSource('privateKey', secretOfText(`${'00'.repeat(31)}01`), {});
const solana = await readSource(
  'privateKey',
  secretOfText('2P3qgS5A18gGmZJmYHNxYrDYPyfm6S3dJgs8tPW6ki6i2o4yx7K8r5N8CF7JpEtQiW8mx1kSktpgyDG1xuWNzfsM'),
  {},
);
const wallet = await readSource('wallet', secretOfText('abandon '.repeat(11) + 'about'), {});
const account = (path: string, addressFormat = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH') => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path,
  addressFormat: addressFormat as 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
});
const chosen = (curve: 'CURVE_SECP256K1' | 'CURVE_ED25519' | 'CURVE_P256', ...addressFormats: string[]) => ({
  kind: 'privateKey' as const,
  curve,
  addressFormats: addressFormats as 'ADDRESS_FORMAT_ETHEREUM'[],
});

describe('what is public of a key', () => {
  it('is what fits its form until somebody chooses', () => {
    expect(deriveSubject(key, firstChoice(key))).toMatchObject({
      form: 'HEXADECIMAL',
      curve: 'CURVE_SECP256K1',
      publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      addresses: [{ address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }],
    });
    expect(deriveSubject(solana, firstChoice(solana))).toMatchObject({
      form: 'SOLANA',
      curves: ['CURVE_ED25519'],
      addresses: [{ addressFormat: 'ADDRESS_FORMAT_SOLANA' }],
    });
  });

  it('is another one on another curve', () => {
    expect(deriveSubject(key, chosen('CURVE_P256'))).toMatchObject({
      publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
      addresses: [],
    });
  });

  it('names each address once', () => {
    const twice = deriveSubject(key, chosen('CURVE_SECP256K1', 'ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_TRON'));
    expect(twice).toMatchObject({ addresses: [{ address: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' }] });
  });

  it.each([
    ['a curve that the form is not of', solana, chosen('CURVE_SECP256K1'), 'KEY_CHOICE_INVALID'],
    [
      'an address that the curve does not have',
      key,
      chosen('CURVE_SECP256K1', 'ADDRESS_FORMAT_SOLANA'),
      'ADDRESS_FORMAT_CURVE_MISMATCH',
    ],
    ['accounts for a key', key, { kind: 'wallet' as const, accounts: [] }, 'KEY_CHOICE_INVALID'],
  ])('is refused for %s', (_what, source, choice, code) => {
    expect(() => deriveSubject(source, choice)).toThrow(expect.objectContaining({ code }));
  });
});

describe('what is public of a wallet', () => {
  it('is its first Ethereum account, until others are chosen', () => {
    expect(deriveSubject(wallet, firstChoice(wallet))).toMatchObject({
      words: 12,
      hasPassphrase: false,
      accounts: [{ path: "m/44'/60'/0'/0/0", address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }],
    });
    const accounts = [
      account("m/84'/0'/0'/0/0"),
      account("m/86'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR'),
    ];
    expect(deriveSubject(wallet, { kind: 'wallet', accounts })).toMatchObject({
      accounts: [
        {
          address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
          publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
        },
        { address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr' },
      ],
    });
  });

  it.each([
    ['a path that is none', [account('m/44/x')], 'PATH_INVALID'],
    ['the same account twice', [account('m/0'), account('m/0')], 'KEY_CHOICE_INVALID'],
  ])('is refused for %s', (_what, accounts, code) => {
    expect(() => deriveSubject(wallet, { kind: 'wallet', accounts })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
