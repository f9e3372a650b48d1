import { formatHpkeBuf, hpkeDecrypt, hpkeEncrypt } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { open, seal } from '#protocol/hpke.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import { flipBit, hexOf, keyPairOf, withCode } from './keys.ts';

const receiver = keyPairOf(1);
const key = receiver.privateKey.use((bytes) => bytes.slice());

describe('HPKE', () => {
  it('opens what it sealed, of any length, with a fresh key each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (plaintext) => {
        const first = await seal(plaintext, receiver.publicKey);
        const second = await seal(plaintext, compressP256(receiver.publicKey, 'key'));
        expect(first.ciphertext).toHaveLength(plaintext.length + 16);
        expect(toHex(first.enc)).not.toBe(toHex(second.enc));
        expect([...(await open(first, key))]).toEqual([...plaintext]);
        expect([...(await open(second, key))]).toEqual([...plaintext]);
      }),
      { numRuns: 30 },
    );
  });

  it('is opened by the vendor client', async () => {
    const { enc, ciphertext } = await seal(toUtf8('to you'), receiver.publicKey);
    const plaintext = hpkeDecrypt({
      ciphertextBuf: ciphertext,
      encappedKeyBuf: enc,
      receiverPriv: hexOf(receiver.privateKey),
    });
    expect(Buffer.from(plaintext).toString()).toBe('to you');
  });

  it('opens what the vendor client sealed', async () => {
    const sealed = hpkeEncrypt({ plainTextBuf: toUtf8('to us'), targetKeyBuf: receiver.publicKey });
    const message = JSON.parse(formatHpkeBuf(sealed)) as { encappedPublic: string; ciphertext: string };
    const opened = await open(
      { enc: fromHex(message.encappedPublic), ciphertext: fromHex(message.ciphertext) },
      key,
    );
    expect(Buffer.from(opened).toString()).toBe('to us');
  });

  it('takes its own copies of what it is lent, so that the lender may wipe at once', async () => {
    const plaintext = toUtf8('lent');
    const sealing = seal(plaintext, receiver.publicKey);
    plaintext.fill(0);
    const lentKey = key.slice();
    const opening = open(await sealing, lentKey);
    lentKey.fill(0);
    expect(Buffer.from(await opening).toString()).toBe('lent');
  });

  it('binds the info: a message of another profile does not open', async () => {
    const message = await seal(toUtf8('x'), receiver.publicKey, 'other_hpke');
    await expect(open(message, key)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
    expect([...(await open(message, key, 'other_hpke'))]).toEqual([...toUtf8('x')]);
  });

  it('replayed to another key: another receiver cannot open it', async () => {
    const message = await seal(toUtf8('x'), receiver.publicKey);
    const other = keyPairOf(2).privateKey.use((bytes) => bytes.slice());
    await expect(open(message, other)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
  });

  it('swapped sender key: the ciphertext of one message does not open with the enc of another', async () => {
    const [first, second] = [
      await seal(toUtf8('x'), receiver.publicKey),
      await seal(toUtf8('x'), receiver.publicKey),
    ];
    await expect(open({ enc: first.enc, ciphertext: second.ciphertext }, key)).rejects.toMatchObject(
      withCode('HPKE_OPEN_FAILED'),
    );
  });

  it('flipped or truncated: a changed ciphertext does not open', async () => {
    const message = await seal(toUtf8('some words'), receiver.publicKey);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat({ max: 25 }), async (bit, length) => {
        const flipped = { enc: message.enc, ciphertext: flipBit(message.ciphertext, bit) };
        const truncated = { enc: message.enc, ciphertext: message.ciphertext.slice(0, length) };
        await expect(open(flipped, key)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
        await expect(open(truncated, key)).rejects.toMatchObject(withCode('HPKE_OPEN_FAILED'));
      }),
      { numRuns: 40 },
    );
  });

  it('refuses keys that are none', async () => {
    const message = await seal(toUtf8('x'), receiver.publicKey);
    await expect(seal(toUtf8('x'), new Uint8Array(65))).rejects.toMatchObject(withCode('PUBLIC_KEY_INVALID'));
    await expect(open({ ...message, enc: new Uint8Array(33) }, key)).rejects.toMatchObject(
      withCode('PUBLIC_KEY_INVALID'),
    );
    await expect(open(message, new Uint8Array(32))).rejects.toMatchObject(withCode('PRIVATE_KEY_INVALID'));
  });
});
