import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnlockPasskey, checkAssertion, verifyByPasskey } from '#main/features/lock/unlock-passkey.ts';
import { createVerificationMethods } from '#main/features/lock/user-verification.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
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

describe('a passkey that is asked while something changes', () => {
  const subject = { id: 'a', digest: '11'.repeat(32), summary: 'Export a wallet' };
  const ITEM = 'user-verification';

  /** Methods whose passkey is set up, and what happens while the browser waits for it. */
  function setUp(meanwhile: (items: Map<string, string>) => void) {
    const keychain = memoryKeychain();
    const authenticator = new Passkey();
    keychain.items.set(ITEM, JSON.stringify(answered({}, authenticator).passkey));
    let asked = 0;
    const ceremonies = {
      get: ({ challenge }: { readonly challenge: string }) => {
        asked += 1;
        meanwhile(keychain.items);
        return Promise.resolve(answered({ challenge }, authenticator).given);
      },
      create: () => Promise.reject(new Error('Nothing is set up here.')),
      cancel: () => undefined,
    };
    const methods = createVerificationMethods({
      ...{ keychain, ceremonies, windowCeremonies: ceremonies, clock: fakeClock() },
      ...{ host: {}, polkit: null, onRead: () => undefined },
    });
    return { keychain, methods, asked: () => asked };
  }

  it('proves the person where nothing does', async () => {
    const { methods } = setUp(() => undefined);
    await methods.verify(subject, undefined, new AbortController().signal);
    expect(await methods.method()).toBe('passkey');
  });

  it('attack: a stolen passkey’s answer comes after it was replaced, and puts it back', async () => {
    const replaced = JSON.stringify(answered().passkey);
    const { keychain, methods } = setUp((items) => items.set(ITEM, replaced));
    await expect(methods.verify(subject, undefined, new AbortController().signal)).rejects.toMatchObject({
      code: 'VERIFICATION_CHANGED',
    });
    expect(keychain.items.get(ITEM)).toBe(replaced);
  });

  it('attack: a removed passkey’s answer puts it back', async () => {
    const { keychain, methods } = setUp((items) => items.delete(ITEM));
    await expect(methods.verify(subject, undefined, new AbortController().signal)).rejects.toMatchObject({
      code: 'VERIFICATION_CHANGED',
    });
    expect(keychain.items.has(ITEM)).toBe(false);
  });

  it('attack: a review that a lock ended opens its page afterwards', async () => {
    const { methods, asked } = setUp(() => undefined);
    const over = new AbortController();
    const verifying = methods.verify(subject, undefined, over.signal);
    over.abort();
    await expect(verifying).rejects.toThrow(refused);
    expect(asked()).toBe(0);
  });
});
