import { importJWK } from 'jose';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, fromHex, toBase64Url, toHex } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { readWebhookKeys, webhookJwk, webhookKeyThumbprint } from '#protocol/webhook.ts';
import { webhookNamesOf } from '#protocol/webhook-names.ts';
import { withCode } from './keys.ts';

const publicKey = apiPublicKeyOf('API_KEY_CURVE_ED25519', new Uint8Array(32).fill(1));
const key = webhookJwk('k1', fromHex(publicKey));
const known = { keyId: 'k1', publicKey, algorithm: 'ed25519' };

describe('webhook key set', () => {
  it('has the members of the specification and is a key to jose', async () => {
    expect(key).toEqual({
      kid: 'k1',
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: toBase64Url(fromHex(publicKey)),
      service_signature_algorithm: 'ed25519',
      service_signature_version: 'v1',
    });
    await expect(importJWK(key)).resolves.toMatchObject({ type: 'public' });
  });

  it('is read back, with the vendor’s names too', () => {
    const names = webhookNamesOf('Turnkey');
    expect(readWebhookKeys({ keys: [key] })).toEqual([known]);
    expect(readWebhookKeys({ keys: [webhookJwk('k1', fromHex(publicKey), names)] }, names)).toEqual([known]);
    expect(webhookJwk('k1', fromHex(publicKey), names)).toHaveProperty('turnkey_signature_version', 'v1');
  });

  it('has the thumbprint of RFC 8037, appendix A.3', () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    expect(webhookKeyThumbprint(toHex(fromBase64Url(x, 'x')))).toBe(
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    );
  });

  it.each([
    ['of another type', { ...key, kty: 'EC', crv: 'P-256' }],
    ['of another curve', { ...key, crv: 'X25519' }],
    ['for encryption', { ...key, use: 'enc' }],
    ['for another algorithm', { ...key, alg: 'ES256' }],
    ['for another signature', { ...key, service_signature_algorithm: 'rsa' }],
    ['for another version', { ...key, service_signature_version: 'v2' }],
  ])('leaves out a key %s', (_, other) => {
    expect(readWebhookKeys({ keys: [{ ...other, kid: 'k2' }, key] })).toEqual([known]);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['without keys', {}],
    ['with keys that are no list', { keys: key }],
    ['with a key without kid', { keys: [{ ...key, kid: undefined }] }],
    ['with a key of 31 bytes', { keys: [{ ...key, x: toBase64Url(new Uint8Array(31)) }] }],
    ['with a key without x', { keys: [{ ...key, x: undefined }] }],
    ['with an x that is no base64url', { keys: [{ ...key, x: '+' }] }],
    ['with more keys than anyone has', { keys: Array.from({ length: 65 }, () => key) }],
  ])('is malformed when it is %s', (_, value) => {
    expect(() => readWebhookKeys(value)).toThrow(expect.objectContaining(withCode('WEBHOOK_KEYS_MALFORMED')));
  });

  it('shadowed key: two keys with one kid are refused, whichever comes first', () => {
    const other = webhookJwk('k1', new Uint8Array(32).fill(9));
    for (const keys of [
      [key, other],
      [other, key],
    ]) {
      expect(() => readWebhookKeys({ keys })).toThrow(
        expect.objectContaining(withCode('WEBHOOK_KEYS_MALFORMED')),
      );
    }
  });

  it('takes any JSON without an error of another kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ keys: fc.array(fc.jsonValue()) })), (value) => {
        try {
          expect(readWebhookKeys(value)).toEqual([]);
        } catch (error) {
          expect(error).toMatchObject(withCode('WEBHOOK_KEYS_MALFORMED'));
        }
      }),
    );
  });
});
