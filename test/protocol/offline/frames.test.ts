import { joinQRs, splitQRs } from 'bbqr';
import fc from 'fast-check';
import { deflateRawSync } from 'node:zlib';
import { base32nopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { createBbqrReader, inflated } from '#protocol/offline/bbqr.ts';
import { encodeCanonical } from '#protocol/offline/cbor.ts';
import { createFrameReader, framesOfFiles } from '#protocol/offline/frames.ts';
import { readAnyOfflineFile, writeOfflineFile, writeTwin } from '#protocol/offline/offline-files.ts';
import { MAX_SCANNED, createUrFrames } from '#protocol/offline/ur.ts';
import vectors from '../../vectors/bbqr.json' with { type: 'json' };
import { FILES, anyFile, codeOf, requestFile, stampFile } from './files.ts';

const read = (texts: readonly string[]): ReturnType<typeof createFrameReader> => {
  const reader = createFrameReader();
  for (const text of texts) reader.take(text);
  return reader;
};
const codeOfFiles = (texts: readonly string[]): Promise<unknown> =>
  read(texts)
    .files()
    .then(
      () => 'taken',
      (error: unknown) => (error as { code?: unknown }).code ?? error,
    );
const bbqr = (bytes: Uint8Array, kind = 'C'): readonly string[] =>
  splitQRs(bytes, kind, { maxVersion: 10 }).parts;
const stamp = writeOfflineFile(stampFile);
const big = writeOfflineFile({ ...requestFile, body: new Uint8Array(3000).fill(65) });

describe('files in UR', () => {
  it.each(FILES.map((file) => [file.format, file] as const))('carries a .%s', async (format, file) => {
    const bytes = writeOfflineFile(file);
    const frames = framesOfFiles([bytes], 100);
    const texts = Array.from({ length: frames.count }, (_, index) => frames.frame(index + 1));
    expect(texts.every((text) => text.startsWith(`UR:${format.toUpperCase()}/`))).toBe(true);
    expect(await read(texts).files()).toEqual([bytes]);
    expect(frames.size).toBe(bytes.length);
  });

  it('carries several at once, as they were', async () => {
    const files = FILES.map(writeOfflineFile);
    const frames = framesOfFiles(files, 250);
    const texts = Array.from({ length: frames.count }, (_, index) => frames.frame(index + 1));
    expect(texts[0]).toMatch(/^UR:KEYOPS-FILES\//);
    expect(await read(texts).files()).toEqual(files);
  });

  it('writes no other bytes, and no more than 200 files', () => {
    for (const files of [
      [],
      [new Uint8Array()],
      [toUtf8('{}')],
      [stamp.subarray(1)],
      Array.from({ length: 201 }, () => stamp),
    ])
      expect(codeOf(() => framesOfFiles(files, 250))).toBe('FRAME_KIND');
  });

  it.each([
    ['a stamp that calls itself a request', { type: 'keyops-request', bytes: stamp }],
    ['another type', { type: 'crypto-psbt', bytes: stamp }],
    ['a list of no files', { type: 'keyops-files', bytes: encodeCanonical([]) }],
    ['a list of other things', { type: 'keyops-files', bytes: encodeCanonical([1]) }],
    ['a list of other bytes', { type: 'keyops-files', bytes: encodeCanonical([Uint8Array.of(1)]) }],
    ['a list of lists', { type: 'keyops-files', bytes: encodeCanonical([[stamp]]) }],
    ['one file for a list', { type: 'keyops-files', bytes: stamp }],
    ['what is no CBOR', { type: 'keyops-stamp', bytes: Uint8Array.of(0xd9, 0xd9, 0xf7, 0xff) }],
  ])('refuses %s', async (_name, message) => {
    const frames = createUrFrames(message, 400);
    const texts = Array.from({ length: frames.count }, (_, index) => frames.frame(index + 1));
    expect(await codeOfFiles(texts)).toBe('FRAME_KIND');
  });
});

describe('BBQr', () => {
  it('reads the published scan, in any order', async () => {
    for (const codes of [vectors.codes, [...vectors.codes].reverse()]) {
      const reader = createBbqrReader();
      for (const code of codes) reader.take(code);
      expect(reader.message?.kind).toBe('U');
      if (reader.message === null) throw new Error('incomplete');
      expect(sha256Hex(await inflated(reader.message))).toBe(vectors.sha256);
    }
  });

  it('reads what its authors’ library writes, in each encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.constantFrom('H' as const, '2' as const, 'Z' as const),
        fc.constantFrom(5 as const, 12 as const, 20 as const),
        async (file, encoding, maxVersion) => {
          const bytes = writeOfflineFile(file);
          const { parts } = splitQRs(bytes, 'C', { encoding, maxVersion, minVersion: 5 });
          expect(toHex(joinQRs(parts).raw)).toBe(toHex(bytes));
          expect(await read(parts).files()).toEqual([bytes]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reads a JSON twin, which stands for the same file', async () => {
    const [bytes] = await read(bbqr(toUtf8(writeTwin(stampFile)), 'J')).files();
    expect(readAnyOfflineFile(bytes ?? new Uint8Array())).toEqual(stampFile);
  });

  it('counts parts, and takes one twice without counting it twice', () => {
    const texts = bbqr(big);
    const reader = createFrameReader();
    expect(texts.length).toBeGreaterThan(1);
    expect(reader.take(texts[0] ?? '')).toBe(true);
    expect(reader.take(texts[0] ?? '')).toBe(false);
    expect(reader.progress).toEqual({ known: 1, count: texts.length });
  });

  it.each([
    ['no part', 'B$HC0000AA', 'FRAME_MALFORMED'],
    ['a part past the last', 'B$HC0202AA', 'FRAME_MALFORMED'],
    ['another encoding', 'B$XC0100AA', 'FRAME_MALFORMED'],
    ['small letters', 'B$HC0100aa', 'FRAME_MALFORMED'],
    ['half a byte', 'B$HC0100AAA', 'FRAME_MALFORMED'],
    ['no content', 'B$HC0100', 'FRAME_MALFORMED'],
    ['padding', 'B$2C0100ME======', 'FRAME_MALFORMED'],
    ['base32 that ends within a byte', 'B$2C0100MEA', 'FRAME_MALFORMED'],
    ['base32 with bits that are left over', 'B$2C0100MF', 'FRAME_MALFORMED'],
    ['1,295 parts of 4 kB', `B$HCZZ00${'AA'.repeat(4000)}`, 'FRAME_TOO_LARGE'],
    ['what is neither', 'https://keys.example.com', 'FRAME_UNKNOWN'],
    ['nothing', '', 'FRAME_UNKNOWN'],
  ])('refuses %s', (_name, text, code) => {
    const reader = createFrameReader();
    expect(codeOf(() => reader.take(text))).toBe(code);
    expect(reader.progress).toBeNull();
  });

  it.each([
    ['of another encoding', 'B$2C0301ME'],
    ['of another kind', 'B$HJ0301AAAA'],
    ['of another number of parts', 'B$HC0401AAAA'],
    ['of another length', 'B$HC0301AA'],
    ['that says something else in the same place', 'B$HC0300BBBB'],
    ['whose last is the longest', 'B$HC0302AAAAAA'],
    ['of a UR', 'UR:BYTES/AEADAOLAZMJENDEOTI'],
  ])('refuses a part %s', (_name, text) => {
    const reader = createFrameReader();
    reader.take('B$HC0300AAAA');
    expect(codeOf(() => reader.take(text))).toBe('FRAME_OTHER');
    expect(reader.progress).toEqual({ known: 1, count: 3 });
  });

  it('inflates no bomb, and nothing that is no DEFLATE or ends within it', async () => {
    const coded = (bytes: Uint8Array): string => `B$ZC0100${base32nopad.encode(bytes)}`;
    expect(await codeOfFiles([coded(deflateRawSync(new Uint8Array(64 * MAX_SCANNED)))])).toBe(
      'FRAME_TOO_LARGE',
    );
    expect(await codeOfFiles([coded(Uint8Array.of(0xff, 0xff, 0xff))])).toBe('FRAME_PARTS');
    expect(await codeOfFiles([coded(deflateRawSync(stamp).subarray(0, -3))])).toBe('FRAME_PARTS');
  });

  it('refuses a PSBT and other kinds, and bytes that are no file of ours', async () => {
    for (const kind of ['P', 'T', 'U', 'X']) expect(await codeOfFiles(bbqr(stamp, kind))).toBe('FRAME_KIND');
    expect(await codeOfFiles(bbqr(toUtf8('anything'), 'B'))).toBe('FRAME_KIND');
    expect(await codeOfFiles([])).toBe('FRAME_PARTS');
  });
});
