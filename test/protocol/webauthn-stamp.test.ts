import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { holdsWebauthnVote, parseWebauthnStamp, webauthnChallengeOf } from '#protocol/webauthn-stamp.ts';
import { Passkey } from '../fixtures/passkey.ts';

test('the challenge is base64url of the hex of the digest, not of the digest', () => {
  // SHA-256 of nothing (FIPS 180-4 example values): e3b0c442…b855.
  const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(webauthnChallengeOf(new Uint8Array())).toBe(Buffer.from(hex).toString('base64url'));
});

test('reading anything gives a stamp or a typed refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        parseWebauthnStamp(text);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
  expect(() => parseWebauthnStamp('x'.repeat(9000))).toThrow('longer than 8192 characters');
});

describe('a vote by passkey', () => {
  const passkey = new Passkey(1);
  const signature = passkey.stamp('the message')['x-stamp-webauthn'] ?? '';

  test('holds over its message', () => {
    expect(holdsWebauthnVote(passkey.publicKey, toUtf8('the message'), signature)).toBe(true);
  });

  test('refused: another message, another key, a registration, another signature, no stamp', () => {
    const message = toUtf8('the message');
    const registration = passkey.stamp('the message', { type: 'webauthn.create' })['x-stamp-webauthn'] ?? '';
    const other = JSON.parse(passkey.stamp('the message')['x-stamp-webauthn'] ?? '') as { signature: string };
    const mixed = JSON.stringify({ ...(JSON.parse(signature) as object), signature: other.signature });
    expect([
      holdsWebauthnVote(passkey.publicKey, toUtf8('the other'), signature),
      holdsWebauthnVote(new Passkey().publicKey, message, signature),
      holdsWebauthnVote(passkey.publicKey, message, registration),
      holdsWebauthnVote(passkey.publicKey, message, mixed),
      holdsWebauthnVote(passkey.publicKey, message, '{}'),
      holdsWebauthnVote('00', message, signature),
    ]).toEqual([false, false, false, false, false, false]);
  });
});
