import { describe, expect, it } from 'vitest';
import { recordOfRequest } from '#main/features/key-export/service-record.ts';
import { ADDRESS_TABLE, addressOf } from '#chains/addresses/address-of.ts';
import { ADDRESS_FORMATS } from '#protocol/catalogue/fields.ts';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret } from '#protocol/secret.ts';

const key = (fill = 7): Secret => new Secret(new Uint8Array(32).fill(fill));

describe('what a request by file says of a key', () => {
  it('an account: the address of each format and curve is found again, and only for its own key', () => {
    for (const format of ADDRESS_FORMATS)
      for (const curve of Object.keys(ADDRESS_TABLE[format]) as KeyCurve[]) {
        const address = addressOf(format, curve, fromHex(publicKeyOf(curve, key())));
        const record = recordOfRequest('export_wallet_account', address);
        expect(record.describe(key()).derived, `${format} ${curve}`).toEqual([
          { label: 'Address', value: address, matches: true },
        ]);
        expect(record.describe(key(8)).derived.map(({ matches }) => matches)).toEqual([false]);
      }
  });

  it('a key of another account: it is no key of a curve at all, and still told apart', () => {
    const [derived] = recordOfRequest('export_wallet_account', '0x00').describe(key(0xff)).derived;
    expect(derived?.matches).toBe(false);
  });

  it('a key that only an ID names: hexadecimal alone, and nothing is claimed of it', () => {
    expect(recordOfRequest('export_private_key', 'an-id').describe(key())).toMatchObject({
      kind: 'key',
      formats: ['HEXADECIMAL'],
      keystore: false,
      derived: [],
    });
  });

  it('wrong kind: bytes that are no key, words that are none', () => {
    const short = new Secret(new Uint8Array(31));
    for (const operation of ['export_private_key', 'export_wallet_account'])
      expect(() => recordOfRequest(operation, 'it').describe(short)).toThrow(/31 bytes/);
    const words = new Secret(toUtf8('not a phrase of words'));
    expect(() => recordOfRequest('export_wallet', 'it').describe(words)).toThrow();
    expect(recordOfRequest('export_secrets', 'it').describe(words).formats).toContain('TEXT');
  });
});
