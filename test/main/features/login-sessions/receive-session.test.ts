import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyTextOf, makeSessionKey, receiveSession } from '#main/features/login-sessions/receive-session.ts';
import { makeCredentialBundle } from '#protocol/bundle/credential-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import { P256_RANDOM_LENGTH, generateP256KeyPair } from '#protocol/p256-key.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { type SessionClaims, signSession } from '#protocol/session.ts';

const organizationId = '6a2f4c1e-0b0a-4a54-9d3e-3f4c7b0f2d11';
const userId = '7b0d5a4e-52f1-4f0b-9a3e-2b6d8c1f4a90';
const NOW_MS = Date.UTC(2026, 0, 2);
const exp = NOW_MS / 1000 + 900;
const pair = () => generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));

const notarizer = pair();
const keys = { ...HOSTED_KEYS, sessionNotarizer: toHex(notarizer.publicKey) };
const expected = { organizationId, keys, nowMs: NOW_MS };
const stampLogin = { origin: 'stamp-login' } as const;
const readWrite = { origin: 'read-write' } as const;

describe('a session token', () => {
  const key = makeSessionKey();
  const token = (claims: Partial<SessionClaims> = {}, signer = notarizer.privateKey): string =>
    signSession(
      {
        exp,
        public_key: keyTextOf('stamp-login', key),
        session_type: 'SESSION_TYPE_READ_WRITE',
        user_id: userId,
        organization_id: organizationId,
        ...claims,
      },
      signer,
    );
  const receive = (session: string, changed = expected) =>
    receiveSession(stampLogin, { session }, key, changed);

  it('of the pinned notarizer, for this organization and key, is a session', async () => {
    const received = await receive(token());
    expect(received).toMatchObject({ userId, serviceEndMs: exp * 1000 });
    expect(received.checks).toMatchObject([{ name: 'Session token', passed: true }]);
  });

  it('attack: one of another notarizer is refused', async () => {
    await expect(receive(token({}, pair().privateKey))).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('attack: one with another user written into it is refused', async () => {
    const [head, , signature] = token().split('.');
    const [, payload] = token({ user_id: 'mallory' }).split('.');
    await expect(receive(`${head}.${payload}.${signature}`)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
  });

  it('attack: one of another organization is refused', async () => {
    await expect(receive(token({ organization_id: 'other' }))).rejects.toMatchObject({
      code: 'SESSION_MISMATCH',
    });
  });

  it('attack: one for somebody else’s key is refused', async () => {
    const theirs = keyTextOf('stamp-login', makeSessionKey());
    await expect(receive(token({ public_key: theirs }))).rejects.toMatchObject({ code: 'SESSION_MISMATCH' });
  });

  it('that is over is refused', async () => {
    await expect(receive(token(), { ...expected, nowMs: exp * 1000 })).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
    });
  });

  it('is refused where no key is pinned to check it with', async () => {
    await expect(
      receiveSession(stampLogin, { session: token() }, key, { ...expected, keys: null }),
    ).rejects.toMatchObject({ code: 'SESSION_KEYS_UNKNOWN' });
  });

  it.each([null, {}, { session: 1 }, { session: 'a.b' }])(
    'is refused when it is none: %j',
    async (result) => {
      await expect(receiveSession(stampLogin, result, key, expected)).rejects.toMatchObject({
        code: expect.stringMatching(/^SESSION_(RESULT_INVALID|MALFORMED)$/) as unknown,
      });
    },
  );
});

describe('a credential bundle', () => {
  it('gives the key that the service made', async () => {
    const [key, made] = [makeSessionKey(), pair()];
    const credentialBundle = await makeCredentialBundle(made.privateKey, toHex(key.publicKey));
    const received = await receiveSession(
      readWrite,
      { credentialBundle, userId, organizationId },
      key,
      expected,
    );
    expect(received.key.use(toHex)).toBe(made.privateKey.use(toHex));
    expect(received.serviceEndMs).toBeNull();
  });

  it('attack: one that was sealed to somebody else does not open', async () => {
    const credentialBundle = await makeCredentialBundle(pair().privateKey, toHex(pair().publicKey));
    await expect(
      receiveSession(readWrite, { credentialBundle, userId, organizationId }, makeSessionKey(), expected),
    ).rejects.toMatchObject({ code: 'HPKE_OPEN_FAILED' });
  });

  it('attack: one of another organization is refused unopened', async () => {
    const key = makeSessionKey();
    const credentialBundle = await makeCredentialBundle(pair().privateKey, toHex(key.publicKey));
    await expect(
      receiveSession(readWrite, { credentialBundle, userId, organizationId: 'other' }, key, expected),
    ).rejects.toMatchObject({ code: 'SESSION_MISMATCH' });
  });
});
