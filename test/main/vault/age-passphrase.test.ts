import { Decrypter, Encrypter, type Identity, Stanza } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passphraseIdentity, passphraseRecipient } from '#main/vault/age-passphrase.ts';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';

const WORK = 4;
const PASSPHRASE = 'orbit timber 🌲 lantern';
const secret = (text = PASSPHRASE): Secret => new Secret(toUtf8(text));
const FILE_KEY = new Uint8Array(16).fill(7);

async function seal(text: string, passphrase = PASSPHRASE): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(secret(passphrase), WORK));
  return encrypter.encrypt(text);
}
async function open(sealed: Uint8Array, identity: Identity): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return fromUtf8(await decrypter.decrypt(sealed), 'opened');
}
const wrapped = async (): Promise<Stanza> => {
  const [stanza] = await passphraseRecipient(secret(), WORK).wrapFileKey(FILE_KEY);
  if (stanza === undefined) throw new Error('Nothing was wrapped.');
  return stanza;
};
const unwrap = async (...stanzas: Stanza[]): Promise<Uint8Array | null> =>
  passphraseIdentity(secret()).unwrapFileKey(stanzas);

describe('a file sealed to a passphrase', () => {
  it('opens with the age library, for any text and any passphrase', async () => {
    const texts = fc.string({ minLength: 1, unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(fc.string(), texts, async (text, passphrase) => {
        const decrypter = new Decrypter();
        decrypter.addPassphrase(passphrase);
        expect(await decrypter.decrypt(await seal(text, passphrase), 'text')).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('opens here where the age library sealed it, with the cost that it takes by itself too', async () => {
    for (const work of [1, WORK, undefined]) {
      const encrypter = new Encrypter();
      encrypter.setPassphrase(PASSPHRASE);
      if (work !== undefined) encrypter.setScryptWorkFactor(work);
      expect(await open(await encrypter.encrypt('a key'), passphraseIdentity(secret()))).toBe('a key');
    }
  });

  it('has age’s own cost unless another is named, and a new salt each time', async () => {
    const [first] = await passphraseRecipient(secret()).wrapFileKey(FILE_KEY);
    expect(first?.args).toEqual(['scrypt', expect.stringMatching(/^[A-Za-z0-9+/]{22}$/), '18']);
    expect((await wrapped()).args[1]).not.toBe((await wrapped()).args[1]);
  });

  it('doesn’t wipe the caller’s passphrase', async () => {
    const passphrase = secret();
    await passphraseRecipient(passphrase, WORK).wrapFileKey(FILE_KEY);
    expect(passphrase.use((bytes) => fromUtf8(bytes, 'passphrase'))).toBe(PASSPHRASE);
  });
});

describe('opening with a passphrase', () => {
  it('gives what was wrapped, and nothing for another passphrase, another type or a changed body', async () => {
    const stanza = await wrapped();
    expect(await unwrap(stanza)).toEqual(FILE_KEY);
    expect(await passphraseIdentity(secret('another')).unwrapFileKey([stanza])).toBeNull();
    expect(await unwrap(new Stanza(['X25519', 'abc'], stanza.body))).toBeNull();
    expect(await unwrap()).toBeNull();
    const changed = stanza.body.map((byte, n) => (n === 3 ? byte ^ 1 : byte));
    expect(await unwrap(new Stanza([...stanza.args], changed))).toBeNull();
  });

  it('attack: a cost that takes all memory, or one written in a second way, is refused before any work', async () => {
    const { args, body } = await wrapped();
    const [, salt = ''] = args;
    for (const work of ['21', '99', '1000', '04', '+4', '4 ', '0', '-4', '4.0', '0x4', '1e1', ''])
      await expect(unwrap(new Stanza(['scrypt', salt, work], body)), work).rejects.toThrow('invalid');
  });

  it('attack: an incomplete stanza, or one beside another, is refused', async () => {
    const stanza = await wrapped();
    const { args, body } = stanza;
    const [type = '', salt = '', work = ''] = args;
    for (const stanzas of [
      [stanza, stanza],
      [stanza, new Stanza(['X25519', 'abc'], body)],
      [new Stanza(['X25519', 'abc'], body), stanza],
      [new Stanza([type], body)],
      [new Stanza([type, salt], body)],
      [new Stanza([type, salt, work, 'more'], body)],
      [new Stanza([type, salt.slice(2), work], body)],
      [new Stanza([type, `${salt}==`, work], body)],
      [new Stanza([type, '?'.repeat(22), work], body)],
      [new Stanza([...args], body.subarray(1))],
      [new Stanza([...args], new Uint8Array([...body, 0]))],
    ])
      await expect(unwrap(...stanzas)).rejects.toThrow();
  });

  it('attack: random stanzas open nothing', async () => {
    const arg = fc.oneof(fc.constantFrom('scrypt', '4', '18', ''), fc.string());
    const stanza = fc
      .tuple(fc.array(arg, { minLength: 1, maxLength: 4 }), fc.uint8Array({ maxLength: 40 }))
      .map(([args, body]) => new Stanza(args, body));
    await fc.assert(
      fc.asyncProperty(fc.array(stanza, { maxLength: 3 }), async (stanzas) => {
        const opened = await unwrap(...stanzas).catch(() => null);
        expect(opened).toBeNull();
      }),
    );
  });
});
