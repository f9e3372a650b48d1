import { describe, expect, it } from 'vitest';
import { fromHex } from '#protocol/encoding.ts';
import { addressOf } from '#chains/addresses/address-of.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { usualAccount, USUAL_FORMATS } from '#protocol/keys/usual-accounts.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import { secretOfText } from '../keys.ts';

const seed = walletSeed(secretOfText('abandon '.repeat(11) + 'about'));

function addressAt(format: (typeof USUAL_FORMATS)[number], index: number): string {
  const account = usualAccount(format, index);
  if (account === undefined) throw new Error(`no usual path for ${format}`);
  const { curve, path } = account;
  return addressOf(format, curve, fromHex(publicKeyOf(curve, derivePrivateKey(curve, seed, path))));
}

describe('the usual accounts', () => {
  // BIP-84 and BIP-86 print the Bitcoin ones of these words; wallets of the other chains show the rest for them.
  it.each([
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    [
      'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
      0,
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH', 0, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
    ['ADDRESS_FORMAT_ETHEREUM', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['ADDRESS_FORMAT_ETHEREUM', 1, '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'],
    ['ADDRESS_FORMAT_SOLANA', 0, 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    ['ADDRESS_FORMAT_TRON', 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['ADDRESS_FORMAT_COSMOS', 0, 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'],
  ] as const)('%s, number %i', (format, index, address) => {
    expect(addressAt(format, index)).toBe(address);
  });

  it.each(USUAL_FORMATS)('%s has an address on its path, another one for each number', (format) => {
    expect(addressAt(format, 0)).not.toBe(addressAt(format, 1));
  });

  it('knows none for a format that no wallet derives', () => {
    expect(usualAccount('ADDRESS_FORMAT_UNCOMPRESSED', 0)).toBeUndefined();
  });
});
