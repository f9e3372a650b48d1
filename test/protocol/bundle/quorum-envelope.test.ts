import { encryptOauth2ClientSecret } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openQuorumEnvelope,
  QUORUM_RANDOM_LENGTH,
  sealToQuorumKey,
} from '#protocol/bundle/quorum-envelope.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { flipBit, keyPairOf, secretOfText, textOf, withCode, withOneOf } from '../keys.ts';

const fetcher = keyPairOf(1);
const random = (seed = 5): Uint8Array => new Uint8Array(QUORUM_RANDOM_LENGTH).fill(seed);
const text = await sealToQuorumKey(secretOfText('client secret'), fetcher.publicKey, random());

describe('quorum-key envelope', () => {
  it('opens what the vendor client sealed', async () => {
    const sealed = await encryptOauth2ClientSecret('gee, a sécret', toHex(fetcher.publicKey));
    expect(textOf(await openQuorumEnvelope(sealed, fetcher.privateKey))).toBe('gee, a sécret');
  });

  it('opens what we sealed, of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), fc.nat({ max: 255 }), async (secret, seed) => {
        const sealed = await sealToQuorumKey(secretOfText(secret), toHex(fetcher.publicKey), random(seed));
        expect(textOf(await openQuorumEnvelope(sealed, fetcher.privateKey))).toBe(secret);
      }),
      { numRuns: 25 },
    );
  });

  it('has the published layout, and wipes the random bytes it used', async () => {
    const used = random();
    const bytes = fromHex(await sealToQuorumKey(secretOfText('four'), fetcher.publicKey, used));
    expect(bytes).toHaveLength(12 + 65 + 4 + 4 + 16);
    expect(bytes[12]).toBe(0x04);
    expect([...bytes.subarray(77, 81)]).toEqual([20, 0, 0, 0]);
    expect(used.every((byte) => byte === 0)).toBe(true);
  });

  it('sealed to another enclave: it does not open', async () => {
    await expect(openQuorumEnvelope(text, keyPairOf(2).privateKey)).rejects.toMatchObject(
      withCode('QUORUM_OPEN_FAILED'),
    );
  });

  it.each([
    ['empty', ''],
    ['in clear', 'client secret'],
    ['no hex', `zz${text.slice(2)}`],
    ['truncated', text.slice(0, -2)],
    ['longer than it says', `${text}00`],
    ['only a header', text.slice(0, 2 * (12 + 65 + 4))],
    ['announcing a big-endian length', `${text.slice(0, 154)}0000001d${text.slice(162)}`],
  ])('refuses an envelope that is %s', async (_, envelope) => {
    await expect(openQuorumEnvelope(envelope, fetcher.privateKey)).rejects.toMatchObject(
      withCode('QUORUM_ENVELOPE_MALFORMED'),
    );
  });

  it('refuses an envelope that is longer than any secret before it reads it', async () => {
    await expect(openQuorumEnvelope('zz'.repeat(65_537), fetcher.privateKey)).rejects.toMatchObject({
      ...withCode('QUORUM_ENVELOPE_MALFORMED'),
      message: 'The sealed secret is malformed: it is longer than 65536 bytes.',
    });
  });

  it('flipped bit: no changed envelope opens', async () => {
    const bytes = fromHex(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (bit) => {
        await expect(
          openQuorumEnvelope(toHex(flipBit(bytes, bit)), fetcher.privateKey),
        ).rejects.toMatchObject(
          withOneOf('QUORUM_ENVELOPE_MALFORMED', 'PUBLIC_KEY_INVALID', 'QUORUM_OPEN_FAILED'),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('takes any bytes without an error of another kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await expect(openQuorumEnvelope(toHex(bytes), fetcher.privateKey)).rejects.toMatchObject({
          name: 'AppError',
        });
      }),
    );
  });

  it.each([0, 48, 59, 61])('refuses %i random bytes', async (length) => {
    await expect(
      sealToQuorumKey(secretOfText('x'), fetcher.publicKey, new Uint8Array(length)),
    ).rejects.toMatchObject(withCode('RANDOM_LENGTH'));
  });
});
