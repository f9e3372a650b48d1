// Files that one console signs and another one checks.
import { createHash, createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import { type SignedForm, readSigned, signedDigest, writeSigned } from '#protocol/signed-file.ts';
import { API_KEY_CURVES, parseStamp, portableSigner } from '#protocol/stamp.ts';

const form: SignedForm<{ name: string; count: number }> = {
  format: 'keyops-test',
  ending: '.test.json',
  content: z.strictObject({ name: z.string(), count: z.number() }),
};
const signer = portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(7));
const written = writeSigned(form, { name: 'Grüße', count: 1 }, signer);
const read = (text: string, as: SignedForm<unknown> = form) => readSigned(as, toUtf8(text));

describe('a signed file', () => {
  it.each(API_KEY_CURVES)('of a key on %s gives back its content and its key', (curve) => {
    const own = portableSigner(curve, new Uint8Array(32).fill(9));
    const text = writeSigned(form, { name: 'a', count: 2 }, own);
    expect(read(text)).toEqual({ content: { name: 'a', count: 2 }, publicKey: own.publicKey });
  });

  it('is signed as OpenSSL checks it, over a statement that is no JSON', () => {
    const { content, stamp } = JSON.parse(written) as { content: unknown; stamp: string };
    const inner = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    const statement = Buffer.from(`KeyOps signed file\nkeyops-test 1\n${inner}\n`);
    const der = Buffer.concat([
      Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
      fromHex(signer.publicKey),
    ]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const { signature } = parseStamp(stamp);
    expect(verify('sha256', statement, key, fromHex(signature))).toBe(true);
    expect(createHash('sha256').update(statement).digest('hex')).toBe(
      signedDigest(form, { name: 'Grüße', count: 1 }),
    );
    expect(() => JSON.parse(statement.toString()) as unknown).toThrow();
  });

  it('attack: what was signed as one form is refused as another', () => {
    const other = { ...form, format: 'keyops-other' };
    expect(() => read(written, other)).toThrow(/no keyops-other file/);
    expect(() => read(written.replace('keyops-test', 'keyops-other'), other)).toThrow(/changed after/);
  });

  it('attack: a change of any character is refused, or changes nothing', () => {
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.constantFrom('0', 'a', '"', ' ', '}', '\\'), (at, put) => {
        const changed = written.slice(0, at) + put + written.slice(at + 1);
        let content: unknown;
        try {
          content = read(changed).content;
        } catch (error) {
          expect(error).toMatchObject({ code: 'SIGNED_FILE_INVALID' });
          return;
        }
        expect(content).toEqual({ name: 'Grüße', count: 1 });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['bytes that are no text', '\ud800'],
    ['no stamp', JSON.stringify({ format: 'keyops-test', version: 1, content: {} })],
    ['a member more', written.replace('"version"', '"more": 1, "version"')],
    ['another version', written.replace('"version": 1', '"version": 2')],
    ['a stamp that is none', written.replace(/"stamp": "[^"]*"/, '"stamp": "e30"')],
    ['a content of another form', writeSigned({ ...form, content: z.any() }, { name: 1 }, signer)],
    [
      'a content with a member more',
      writeSigned({ ...form, content: z.any() }, { name: 'a', count: 1, x: 1 }, signer),
    ],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'SIGNED_FILE_INVALID' }) as Error);
  });

  it('attack: a member twice is read as it was checked', () => {
    const twice = written.replace('"count": 1', '"count": 1, "count": 9');
    expect(() => read(twice)).toThrow(/changed after/);
  });
});
