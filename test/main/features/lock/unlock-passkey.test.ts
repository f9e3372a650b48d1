import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnlockPasskey, checkAssertion, verifyByPasskey } from '#main/features/lock/unlock-passkey.ts';
import { fromHex } from '#protocol/encoding.ts';
import { type Deviation, Passkey } from '#test/fixtures/passkey.ts';

const CHALLENGE = Buffer.alloc(32, 7).toString('base64url');
type Assertion = Parameters<typeof checkAssertion>[2];

/** What a browser hands over for a challenge, and what was kept of the passkey when it was registered. */
function answered(deviation: Deviation = {}, authenticator = new Passkey(), counter = 0) {
  const stamp = authenticator.stamp('', { challenge: CHALLENGE, ...deviation })['x-stamp-webauthn'] ?? '';
  const { clientDataJson, ...rest } = JSON.parse(stamp) as Assertion;
  const passkey: UnlockPasskey = {
    method: 'passkey',
    credentialId: rest.credentialId,
    publicKey: authenticator.publicKey,
    counter,
  };
  return { passkey, given: { ...rest, clientDataJson } };
}
const refused = expect.objectContaining({ code: 'PASSKEY_NOT_VERIFIED' }) as Error;

describe('an assertion of the passkey that unlocks', () => {
  it('proves the person where everything holds', () => {
    const { passkey, given } = answered();
    expect(checkAssertion(passkey, CHALLENGE, given)).toEqual(passkey);
  });

  it.each<[string, Deviation]>([
    ['attack: without user verification', { userVerified: false }],
    ['attack: without user presence', { userPresent: false }],
    ['attack: for another relying party', { rpId: 'evil.test' }],
    ['attack: from a page of another origin', { origin: 'https://evil.test' }],
    ['attack: from a loopback page of another name', { origin: 'http://127.0.0.1:8080' }],
    ['attack: an old one, for another challenge', { challenge: Buffer.alloc(32, 8).toString('base64url') }],
    ['attack: of a registration', { type: 'webauthn.create' }],
  ])('%s', (_, deviation) => {
    const { passkey, given } = answered(deviation);
    expect(() => checkAssertion(passkey, CHALLENGE, given)).toThrow(refused);
  });

  it('attack: of another passkey', () => {
    const { passkey } = answered();
    const { given } = answered();
    expect(() => checkAssertion(passkey, CHALLENGE, given)).toThrow(refused);
    expect(() =>
      checkAssertion(passkey, CHALLENGE, { ...given, credentialId: passkey.credentialId }),
    ).toThrow(refused);
  });

  it('attack: a copied authenticator, whose counter stands still', () => {
    const authenticator = new Passkey(5);
    const { passkey, given } = answered({}, authenticator, 5);
    const used = checkAssertion(passkey, CHALLENGE, given);
    expect(used.counter).toBe(6);
    expect(() => checkAssertion(used, CHALLENGE, given)).toThrow(refused);
    const reset = answered({ counter: 0 }, authenticator, 6);
    expect(() => checkAssertion(reset.passkey, CHALLENGE, reset.given)).toThrow(refused);
  });

  it('attack: any bit of it changed', () => {
    const { passkey, given } = answered();
    const members = ['authenticatorData', 'clientDataJson', 'signature'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.nat(), (member, at) => {
        const bytes = Buffer.from(given[member], 'base64url');
        const index = at % (bytes.length * 8);
        bytes[index >> 3] = (bytes[index >> 3] ?? 0) ^ (1 << (index & 7));
        const changed = { ...given, [member]: bytes.toString('base64url') };
        expect(() => checkAssertion(passkey, CHALLENGE, changed)).toThrow(refused);
      }),
    );
  });

  it('attack: bytes that are no assertion', () => {
    const { passkey, given } = answered();
    fc.assert(
      fc.property(
        fc.constantFrom('authenticatorData', 'clientDataJson', 'signature'),
        fc.uint8Array(),
        (member, bytes) => {
          const changed = { ...given, [member]: Buffer.from(bytes).toString('base64url') };
          expect(() => checkAssertion(passkey, CHALLENGE, changed)).toThrow(refused);
        },
      ),
    );
  });
});

describe('verifying by passkey', () => {
  const subject = { id: 'a', digest: '11'.repeat(32), summary: 'Export a wallet' };

  it('attack: replays the assertion of an earlier unlock', async () => {
    const authenticator = new Passkey();
    let recorded: Assertion | undefined;
    const challenges: string[] = [];
    const ceremonies = {
      get: ({ challenge }: { readonly challenge: string }) => {
        challenges.push(challenge);
        recorded ??= answered({ challenge }, authenticator).given;
        return Promise.resolve(recorded);
      },
    };
    const { passkey } = answered({}, authenticator);
    await verifyByPasskey(ceremonies, passkey, subject);
    await expect(verifyByPasskey(ceremonies, passkey, subject)).rejects.toThrow(refused);
    expect(challenges[0]).not.toBe(challenges[1]);
    expect(Buffer.from(challenges[0] ?? '', 'base64url')).toHaveLength(fromHex(subject.digest).length);
  });
});
