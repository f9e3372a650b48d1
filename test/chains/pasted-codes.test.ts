import { deflateRawSync } from 'node:zlib';
import { base32nopad } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { psbtInCodes } from '#chains/pasted-codes.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { encodeCanonical } from '#protocol/offline/cbor.ts';
import { createUrFrames } from '#protocol/offline/ur.ts';
import bitcoinVectors from '../vectors/bitcoin/published.json' with { type: 'json' };

const psbt = bitcoinVectors[0]?.hex ?? '';
const ur = (type: string, density = 100, bytes = encodeCanonical(fromHex(psbt))): string[] => {
  const frames = createUrFrames({ type, bytes }, density);
  return Array.from({ length: frames.count }, (_, index) => frames.frame(index + 1));
};
const bbqr = (kind: string, encoding: 'H' | '2' | 'Z'): string => {
  const content =
    encoding === 'H'
      ? psbt.toUpperCase()
      : base32nopad.encode(
          encoding === 'Z' ? deflateRawSync(fromHex(psbt), { windowBits: 10 }) : fromHex(psbt),
        );
  return `B$${encoding}${kind}0100${content}`;
};
const refusalOf = async (text: string): Promise<string> => {
  try {
    await psbtInCodes(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
  return 'read';
};

describe('a PSBT in the text of QR codes', () => {
  it.each([
    ['a UR in one part', ur('psbt', 10_000).join('')],
    ['its earlier name, in small letters', ur('crypto-psbt', 10_000).join('').toLowerCase()],
    ['parts, one a line, out of order', ur('crypto-psbt').reverse().join('\n')],
    ['BBQr in hex', bbqr('P', 'H')],
    ['BBQr in base32', bbqr('P', '2')],
    ['BBQr, compressed', bbqr('P', 'Z')],
  ])('%s is the hex that is signed', async (_, text) => {
    expect(await psbtInCodes(text)).toBe(psbt);
  });

  it.each([
    ['a part is missing', ur('psbt').slice(1).join('\n'), 'FRAME_PARTS'],
    ['a UR of another kind', ur('bytes', 10_000).join(''), 'FRAME_KIND'],
    ['no byte string inside', ur('psbt', 10_000, encodeCanonical([1])).join(''), 'FRAME_KIND'],
    ['BBQr of another kind', bbqr('T', 'H'), 'FRAME_KIND'],
    ['a letter changed', ur('psbt', 10_000).join('').replace(/.$/, 'q'), 'FRAME_MALFORMED'],
    ['parts of two', [...ur('psbt').slice(0, 2), ...ur('psbt', 60).slice(2)].join('\n'), 'FRAME_OTHER'],
  ])('refuses: %s', async (_, text, code) => {
    expect(await refusalOf(text)).toBe(code);
  });

  it('refuses whatever else is there, and throws nothing untyped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.constantFrom('ur:psbt/', 'UR:X/1-2/', 'B$HP0100', 'B$ZP0100', ''),
        async (text, head) => {
          expect(typeof (await refusalOf(head + text))).toBe('string');
        },
      ),
    );
  });
});
