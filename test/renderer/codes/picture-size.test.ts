import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodePicture, pictureSize } from '#renderer/features/codes/picture-size.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const be = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const le = (value: number, length: number): number[] => be(value, length).reverse();

const png = (width: number, height: number): Uint8Array =>
  bytes([0x89], 'PNG\r\n\x1a\n', be(13, 4), 'IHDR', be(width, 4), be(height, 4), [8, 6, 0, 0, 0], be(0, 4));
const frame = (marker: number, width: number, height: number): number[] => [
  0xff,
  marker,
  ...be(11, 2),
  8,
  ...be(height, 2),
  ...be(width, 2),
  1,
  1,
  0x11,
  0,
];
const note = (length: number): number[] => [
  0xff,
  0xe1,
  ...be(length + 2, 2),
  ...new Array<number>(length).fill(0xc0),
];
const jpeg = (...segments: readonly number[][]): Uint8Array =>
  bytes([0xff, 0xd8], ...segments, [0xff, 0xda, 0, 2]);
const gif = (width: number, height: number): Uint8Array => bytes('GIF89a', le(width, 2), le(height, 2));
const chunk = (name: string, body: readonly number[]): Uint8Array =>
  bytes(name, le(body.length, 4), [...body], body.length % 2 === 0 ? [] : [0]);
const webp = (...chunks: readonly Uint8Array[]): Uint8Array =>
  bytes('RIFF', le(100, 4), 'WEBP', ...chunks.map((each) => [...each]));
const lossy = (width: number, height: number) =>
  chunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...le(width, 2), ...le(height, 2)]);
const lossless = (width: number, height: number) =>
  chunk('VP8L', [0x2f, ...le(width - 1 + (height - 1) * 2 ** 14, 4)]);
const extended = (width: number, height: number) =>
  chunk('VP8X', [0, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)]);
const bitmap = (width: number, height: number): Uint8Array =>
  bytes('BM', new Array<number>(12).fill(0), le(40, 4), le(width >>> 0, 4), le(height >>> 0, 4));

describe('the size of a picture', () => {
  const size = { width: 300, height: 200 };
  it.each<[string, Uint8Array]>([
    ['PNG', png(300, 200)],
    ['JPEG', jpeg(frame(0xc0, 300, 200))],
    ['a progressive JPEG behind long notes', jpeg(note(65_000), note(65_000), frame(0xc2, 300, 200))],
    ['GIF', gif(300, 200)],
    ['lossy WebP', webp(lossy(300, 200))],
    ['lossless WebP', webp(lossless(300, 200))],
    ['extended WebP', webp(extended(300, 200), chunk('ICCP', [1, 2, 3]), lossy(300, 200))],
    ['BMP', bitmap(300, 200)],
    ['BMP from the top', bitmap(300, -200)],
    ['BMP of OS/2', bytes('BM', new Array<number>(12).fill(0), le(12, 4), le(300, 2), le(200, 2))],
  ])('is read out of the header of a %s', (_, file) => {
    expect(pictureSize(file)).toEqual(size);
  });

  it('is that of a picture that another program made', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../docs/guide/offline-batch.png'));
    expect(pictureSize(file)).toEqual({ width: file.readUInt32BE(16), height: file.readUInt32BE(20) });
  });

  it('attack: of two headers in one file the larger one counts', () => {
    expect(pictureSize(jpeg(frame(0xc0, 10, 10), frame(0xc2, 60_000, 60_000)))).toEqual({
      width: 60_000,
      height: 60_000,
    });
    expect(pictureSize(webp(extended(16_000, 16_000), lossy(10, 10)))).toEqual({
      width: 16_000,
      height: 16_000,
    });
    expect(pictureSize(webp(extended(10, 10), lossless(16_000, 16_000)))).toEqual({
      width: 16_000,
      height: 16_000,
    });
  });

  it('is none for other formats, and for headers that are cut off or go nowhere', () => {
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      '\0\0\0\x1cftypavif',
      '',
    ];
    for (const other of others) expect(pictureSize(bytes(other))).toBeNull();
    for (const file of [
      png(9, 9),
      jpeg(note(40), frame(0xc0, 9, 9)),
      gif(9, 9),
      webp(lossy(9, 9)),
      bitmap(9, 9),
    ])
      for (let end = 0; end < Math.min(file.length, 20); end += 1)
        expect(() => pictureSize(file.subarray(0, end))).not.toThrow();
    expect(pictureSize(jpeg([0xff, 0xe0, 0, 0]))).toBeNull();
    expect(pictureSize(bytes([0xff, 0xd8, 0xff], new Array<number>(1000).fill(0xff)))).toBeNull();
  });

  it('never throws, whatever follows a signature', () => {
    const signatures = [
      png(1, 1).subarray(0, 16),
      jpeg().subarray(0, 2),
      bytes('GIF89a'),
      bytes('BM'),
      webp(),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 400 }), (signature, rest) => {
        const found = pictureSize(bytes([...signature], [...rest]));
        if (found !== null) expect(found.width >= 0 && found.height >= 0).toBe(true);
      }),
    );
  });
});

describe('a picture that was chosen', () => {
  /** Node decodes no pictures: only whether one would be decoded is told here; codes.test.ts decodes real ones. */
  const decoding = (): ReturnType<typeof vi.fn> => {
    const decode = vi.fn(() => Promise.resolve('decoded'));
    vi.stubGlobal('createImageBitmap', decode);
    return decode;
  };

  it('attack: a few bytes that claim 60,000 by 60,000 pixels are never decoded', async () => {
    const decode = decoding();
    try {
      const row = deflateSync(new Uint8Array(60_000));
      const bombs = [
        png(60_000, 60_000),
        bytes([...png(60_000, 60_000)], be(row.length, 4), 'IDAT', [...row]),
        jpeg(frame(0xc0, 65_535, 65_535)),
        gif(65_535, 65_535),
        webp(lossless(16_384, 16_384)),
        bitmap(2 ** 31 - 1, 2 ** 31 - 1),
        bitmap(60_000, -60_000),
      ];
      for (const bomb of bombs) expect(await decodePicture(new Blob([new Uint8Array(bomb)]))).toBe('huge');
      const others = ['<svg/>', '\0\0\0\x1cftypavif', 'II*\0'];
      for (const other of others) expect(await decodePicture(new Blob([other]))).toBe('unreadable');
      expect(decode).not.toHaveBeenCalled();
      expect(await decodePicture(new Blob([new Uint8Array(png(4_000, 3_000))]))).toBe('decoded');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
