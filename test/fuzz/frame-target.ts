import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { decodeBytewords, encodeBytewords } from '#protocol/offline/bytewords.ts';
import { createFrameReader } from '#protocol/offline/frames.ts';
import { MAX_SCANNED, createUrFrames, createUrReader } from '#protocol/offline/ur.ts';
import scan from '../vectors/bbqr.json' with { type: 'json' };
import vectors from '../vectors/uniform-resources.json' with { type: 'json' };
import type { Target } from './fuzz.ts';

const hasWords = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
  if (error.message === '' || error.remedy === '')
    throw new Error(`no words: ${error.code}`, { cause: error });
};

/**
 * What reading QR codes promises for any texts, one a line: an error in words for each, or progress that never passes
 * its end; and a message no larger than what is read. A line of a UR’s CBOR is tried with a checksum that fits, too.
 */
export const frameTarget: Target = (input) => {
  const lines = new TextDecoder().decode(input).split('\n').slice(0, 64);
  const reader = createFrameReader();
  const ur = createUrReader();
  for (const line of lines) {
    const [, head = '', words = ''] = /^(ur:.*\/)([a-z]+)$/.exec(line) ?? [];
    // Bytewords of what was changed: otherwise hardly an input passes its checksum.
    const mended = head === '' ? line : `${head}${mendedWords(words)}`;
    for (const taken of [() => reader.take(line), () => ur.take(mended)]) {
      try {
        taken();
      } catch (error) {
        hasWords(error);
      }
    }
    for (const progress of [reader.progress, ur.progress])
      if (progress !== null && (progress.known < 0 || progress.known > progress.count))
        throw new Error(`progress: ${progress.known} of ${progress.count}`);
  }
  if (ur.message === null) return;
  const { type, bytes } = ur.message;
  if (bytes.length > MAX_SCANNED) throw new Error('more than is read');
  const again = createUrReader();
  const frames = createUrFrames({ type, bytes }, 250);
  for (let number = 1; number <= frames.count; number += 1) again.take(frames.frame(number));
  if (again.message?.type !== type || toHex(again.message.bytes) !== toHex(bytes))
    throw new Error('another message');
};

/** The bytes that words stand for where they are words, with the checksum of the rest; the words as they were otherwise. */
function mendedWords(words: string): string {
  const pairs = words.match(/../g) ?? [];
  const bytes = pairs.map((pair) => {
    const found = BYTES.get(pair);
    return found ?? 0;
  });
  return encodeBytewords(Uint8Array.from(bytes.slice(0, -4)));
}

/** By its two letters, what a byte is. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [encodeBytewords(Uint8Array.of(byte)).slice(0, 2), byte]),
);

/** The published parts and codes, and whole series of them. */
export const frameSeeds = (): Uint8Array[] =>
  [
    vectors.single,
    ...vectors.urs.slice(0, 12),
    vectors.urs.slice(0, 9).join('\n'),
    vectors.urs.slice(5, 20).join('\n'),
    scan.codes[0] ?? '',
    'B$HC0200AABB\nB$HC0201CC',
    'B$2C0200AABBCCDD\nB$2C0201ME',
  ].map(toUtf8);

/** What the codes are written with, and lengths of CBOR in Bytewords. */
export const FRAME_WORDS: readonly Uint8Array[] = [
  ...[
    'ur:bytes/',
    'ur:keyops-files/',
    'UR:',
    '1-2/',
    '4294967295-4294967295/',
    'B$',
    'H',
    'Z',
    '2',
    'ZZ',
    '\n',
  ].map(toUtf8),
  ...['1affffffff', '58ff', '85', '9a00100000'].map((hex) =>
    toUtf8(encodeBytewords(fromHex(hex)).slice(0, -8)),
  ),
  toUtf8(encodeBytewords(decodeBytewords('aeadaolazmjendeoti'))),
];
