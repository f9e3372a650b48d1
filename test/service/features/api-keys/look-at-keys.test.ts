import { expect, it } from 'vitest';
import { lookAtKeys } from '#service/features/api-keys/operations.ts';
import { freshSigner } from '#test/fixtures/local-service.ts';
import { turnsDuring } from '#test/fixtures/turns.ts';

it('attack: many requests with many keys at once: others have a turn after each key', async () => {
  const list = Array.from({ length: 10 }, () => ({
    ...{ apiKeyName: 'key', curveType: 'API_KEY_CURVE_ED25519' as const, expirationSeconds: '600' },
    publicKey: freshSigner('API_KEY_CURVE_ED25519').publicKey,
  }));
  const turns = await turnsDuring(() => Promise.all(Array.from({ length: 5 }, () => lookAtKeys(list))));
  expect(turns).toBeGreaterThanOrEqual(5 * list.length - 1);
});
