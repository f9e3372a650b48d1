import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { oidcNonceOf } from '#protocol/oidc-claims.ts';
import { keyPairOf } from './keys.ts';

it('the OIDC nonce hashes the text of the hex key, not its bytes', () => {
  const key = toHex(keyPairOf(1).publicKey);
  expect(oidcNonceOf(key)).toBe(createHash('sha256').update(key, 'utf8').digest('hex'));
  expect(oidcNonceOf(key)).not.toBe(createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex'));
  expect(oidcNonceOf(key.toUpperCase())).not.toBe(oidcNonceOf(key));
});
