import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealingHandlers } from '#main/features/sealing/module.ts';
import type { ConsoleStorage } from '#main/storage/open-storage.ts';
import { openOnRampCredential } from '#protocol/bundle/sealed-text.ts';
import { openQuorumEnvelope } from '#protocol/bundle/quorum-envelope.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import { compressP256, generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';

const pair = () => generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));
const [onRamp, fetcher, other] = [pair(), pair(), pair()];
const keys = {
  enclaveQuorum: toHex(other.publicKey),
  sessionNotarizer: toHex(other.publicKey),
  fetcherQuorum: toHex(fetcher.publicKey),
  onRampEncryption: toHex(compressP256(onRamp.publicKey, 'key')),
};
// Two reads of the database are all that sealing needs of it.
const storage = (pinned: typeof keys | null) =>
  ({
    profiles: { first: () => Promise.resolve({ id: 'local', keys: pinned }) },
    settings: { get: () => Promise.resolve(undefined) },
  }) as unknown as ConsoleStorage;

test('what is sealed opens with the key of the profile that it was sealed for', async () => {
  const { seal } = sealingHandlers(storage(keys));
  const ramp = await seal({ to: 'onRamp', plain: 'sk_live' });
  const opened = await openOnRampCredential(ramp.sealed, onRamp.privateKey);
  expect(opened.use(fromUtf8)).toBe('sk_live');
  const envelope = await seal({ to: 'fetcher', plain: 'client secret' });
  const secret = await openQuorumEnvelope(envelope.sealed, fetcher.privateKey);
  expect(secret.use(fromUtf8)).toBe('client secret');
});

test('attack: what is sealed for one key does not open with another', async () => {
  const { seal } = sealingHandlers(storage(keys));
  const { sealed } = await seal({ to: 'onRamp', plain: 'sk_live' });
  await expect(openOnRampCredential(sealed, other.privateKey)).rejects.toMatchObject({
    code: 'HPKE_OPEN_FAILED',
  });
});

test('nothing is sealed before the keys are known', async () => {
  const young = sealingHandlers(storage(null));
  await expect(young.seal({ to: 'fetcher', plain: 'x' })).rejects.toMatchObject({
    code: 'SERVICE_NOT_READY',
  });
});
