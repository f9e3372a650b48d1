import { hpkeDecrypt } from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeClientMessage, openClientMessage } from '#protocol/bundle/client-message.ts';
import { fromHex } from '#protocol/encoding.ts';
import { hexOf, keyPairOf, secretOfText, textOf, withCode } from '../keys.ts';

const target = keyPairOf(1);
const text = await makeClientMessage(secretOfText('leaf lady'), target.publicKey);
const members = JSON.parse(text) as { encappedPublic: string; ciphertext: string };

describe('client message', () => {
  it('is opened by us and by the vendor client', async () => {
    expect(textOf(await openClientMessage(text, target.privateKey))).toBe('leaf lady');
    const plaintext = hpkeDecrypt({
      ciphertextBuf: fromHex(members.ciphertext),
      encappedKeyBuf: fromHex(members.encappedPublic),
      receiverPriv: hexOf(target.privateKey),
    });
    expect(Buffer.from(plaintext).toString()).toBe('leaf lady');
  });

  it('replayed to another target: it does not open', async () => {
    await expect(openClientMessage(text, keyPairOf(2).privateKey)).rejects.toMatchObject(
      withCode('HPKE_OPEN_FAILED'),
    );
  });

  it.each([
    ['empty', ''],
    ['truncated', text.slice(0, -2)],
    ['null', 'null'],
    ['a list', '[]'],
    ['without a ciphertext', JSON.stringify({ encappedPublic: members.encappedPublic })],
    ['with a member too many', JSON.stringify({ ...members, plaintext: 'leaf lady' })],
    [
      'with a compressed key',
      JSON.stringify({ ...members, encappedPublic: `02${members.encappedPublic.slice(2, 66)}` }),
    ],
    ['with a ciphertext shorter than its tag', JSON.stringify({ ...members, ciphertext: '00'.repeat(15) })],
    ['with a ciphertext of odd length', JSON.stringify({ ...members, ciphertext: `${members.ciphertext}0` })],
    ['with a ciphertext that is no hex', JSON.stringify({ ...members, ciphertext: 'zz'.repeat(16) })],
    ['far too long', JSON.stringify({ ...members, ciphertext: '00'.repeat(1 << 20) })],
  ])('refuses a message that is %s', async (_, message) => {
    await expect(openClientMessage(message, target.privateKey)).rejects.toMatchObject(
      withCode('CLIENT_MESSAGE_MALFORMED'),
    );
  });

  it('off-curve key: a sender key that is no point is refused', async () => {
    const message = JSON.stringify({ ...members, encappedPublic: `04${'11'.repeat(64)}` });
    await expect(openClientMessage(message, target.privateKey)).rejects.toMatchObject(
      withCode('PUBLIC_KEY_INVALID'),
    );
  });

  it('takes any JSON without an error of another kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (any) => {
        await expect(openClientMessage(any, target.privateKey)).rejects.toMatchObject(
          withCode('CLIENT_MESSAGE_MALFORMED'),
        );
      }),
    );
  });
});
