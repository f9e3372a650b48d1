import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { crc32, decodeBytewords, encodeBytewords, uint32Bytes } from '#protocol/offline/bytewords.ts';
import { encodeCanonical } from '#protocol/offline/cbor.ts';
import {
  createFountainDecoder,
  createFragmentChooser,
  createSampler,
  firstShuffled,
  nextBelow,
  xorInto,
  xoshiro256,
} from '#protocol/offline/fountain.ts';
import { MAX_SCANNED, createUrFrames, createUrReader } from '#protocol/offline/ur.ts';
import vectors from '../../vectors/uniform-resources.json' with { type: 'json' };
import { codeOf } from './files.ts';

const drawn = (seed: Uint8Array | string, length: number): Uint8Array => {
  const next = xoshiro256(typeof seed === 'string' ? toUtf8(seed) : seed);
  return Uint8Array.from({ length }, () => nextBelow(next, 256));
};
/** The message of the vectors' URs: a CBOR byte string. */
const wolf = (length: number): Uint8Array => encodeCanonical(drawn('Wolf', length));
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const read = (texts: Iterable<string>): Uint8Array | undefined => {
  const reader = createUrReader();
  for (const text of texts) {
    reader.take(text);
    if (reader.message !== null) return reader.message.bytes;
  }
  return undefined;
};

describe('the published vectors of Uniform Resources', () => {
  it('has the checksums and Bytewords', () => {
    for (const [text = '', sum] of vectors.crc32) expect(toHex(uint32Bytes(crc32(toUtf8(text))))).toBe(sum);
    for (const { hex, minimal } of vectors.bytewords) {
      expect(encodeBytewords(fromHex(hex))).toBe(minimal);
      expect(toHex(decodeBytewords(minimal))).toBe(hex);
    }
    for (const bad of vectors.badBytewords)
      expect(codeOf(() => decodeBytewords(bad))).toBe('FRAME_MALFORMED');
  });

  it('draws the numbers, weights and shuffles', () => {
    const below100 = (seed: Uint8Array): number[] => {
      const next = xoshiro256(seed);
      return times(100, () => Number(next() % 100n));
    };
    expect(below100(toUtf8('Wolf'))).toEqual(vectors.random.wolf);
    expect(below100(uint32Bytes(crc32(toUtf8('Wolf'))))).toEqual(vectors.random.wolfChecksum);
    const small = xoshiro256(toUtf8('Wolf'));
    expect(times(100, () => nextBelow(small, 10) + 1)).toEqual(vectors.random.oneToTen);
    const sampled = xoshiro256(toUtf8('Wolf'));
    const sample = createSampler(vectors.sampler.weights);
    expect(times(500, () => sample(sampled))).toEqual(vectors.sampler.drawn);
    const shuffling = xoshiro256(toUtf8('Wolf'));
    const ten = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(times(10, () => firstShuffled(ten, 10, shuffling))).toEqual(vectors.shuffles);
  });

  it('chooses the degrees and the mixes', () => {
    const sample = createSampler(Array.from({ length: 11 }, (_, index) => 1 / (index + 1)));
    const degrees = Array.from(
      { length: 200 },
      (_, nonce) => sample(xoshiro256(toUtf8(`Wolf-${nonce + 1}`))) + 1,
    );
    expect(degrees).toEqual(vectors.degrees);
    const choose = createFragmentChooser(11, crc32(drawn('Wolf', 1024)));
    expect(
      Array.from({ length: 30 }, (_, index) => [...choose(index + 1)].sort((one, other) => one - other)),
    ).toEqual(vectors.mixes);
  });

  it('writes the parts, in CBOR and as URs, and reads them', () => {
    const message = drawn('Wolf', 256);
    const frames = createUrFrames({ type: 'bytes', bytes: message }, 30);
    const parts = vectors.parts.map(
      (_, index) =>
        frames
          .frame(index + 1)
          .toLowerCase()
          .split('/')[2] ?? '',
    );
    expect(parts.map((words) => toHex(decodeBytewords(words)))).toEqual(vectors.parts);
    expect(
      createUrFrames({ type: 'bytes', bytes: wolf(50) }, 100)
        .frame(1)
        .toLowerCase(),
    ).toBe(vectors.single);
    expect(read([vectors.single])).toEqual(wolf(50));
    const urs = createUrFrames({ type: 'bytes', bytes: wolf(256) }, 30);
    expect(vectors.urs.map((_, index) => urs.frame(index + 1).toLowerCase())).toEqual(vectors.urs);
    expect(read(vectors.urs)).toEqual(wolf(256));
    // The mixed ones alone, too: the second half.
    expect(read(vectors.urs.slice(9))).toBeUndefined();
    const whole = createUrFrames({ type: 'bytes', bytes: drawn('Wolf', 1024) }, 100);
    expect(whole.count).toBe(vectors.fragments.length);
  });

  it('reads the 32,767 bytes from part 100 on', () => {
    const frames = createUrFrames({ type: 'bytes', bytes: wolf(32_767) }, 1000);
    const from100 = function* () {
      for (let number = 100; number < 1000; number += 1) yield frames.frame(number);
    };
    expect(read(from100())).toEqual(wolf(32_767));
  });
});

const anyMessage = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.uint8Array({ minLength: 4, maxLength: 4 }))
  .map(([length, seed]) => drawn(seed, length));
const anyDensity = fc.constantFrom(50, 100, 250, 400);

describe('an independent library', () => {
  it('reads what we write', () => {
    fc.assert(
      fc.property(anyMessage, anyDensity, fc.integer({ min: 1, max: 60 }), (bytes, density, first) => {
        const frames = createUrFrames({ type: 'keyops-stamp', bytes }, density);
        const decoder = new URDecoder();
        for (let number = first; !decoder.isComplete() && number < first + 40 * frames.count; number += 1)
          decoder.receivePart(frames.frame(number));
        expect(decoder.isSuccess()).toBe(true);
        expect(decoder.resultUR().type).toBe('keyops-stamp');
        expect(Uint8Array.from(decoder.resultUR().cbor)).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  it('writes what we read', () => {
    fc.assert(
      fc.property(anyMessage, anyDensity, fc.integer({ min: 0, max: 60 }), (bytes, density, first) => {
        const encoder = new UREncoder(new UR(Buffer.from(bytes), 'keyops-stamp'), density, first);
        const texts = function* () {
          for (let taken = 0; taken < 40 * encoder.fragmentsLength; taken += 1) yield encoder.nextPart();
        };
        expect(read(texts())).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });
});

describe('parts', () => {
  it('come in any order, twice, with losses, from anywhere, and say it all', () => {
    fc.assert(
      fc.property(
        anyMessage,
        anyDensity,
        fc.infiniteStream(fc.tuple(fc.integer({ min: 1, max: 0xffff }), fc.boolean())),
        (bytes, density, stream) => {
          const frames = createUrFrames({ type: 'bytes', bytes }, density);
          const reader = createUrReader();
          let known = 0;
          for (const [number, isTwice] of stream) {
            const isNew = reader.take(frames.frame(number));
            if (isTwice) expect(reader.take(frames.frame(number))).toBe(false);
            expect(reader.progress).toEqual({ known: known + (isNew ? 1 : 0), count: frames.count });
            known += isNew ? 1 : 0;
            if (reader.message !== null) break;
          }
          expect(reader.message).toEqual({ type: 'bytes', bytes });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of another message are refused, and change nothing', () => {
    fc.assert(
      fc.property(anyMessage, anyMessage, (one, other) => {
        fc.pre(one.length > 120 && toHex(one) !== toHex(other));
        const [ours, theirs] = [one, other].map((bytes) => createUrFrames({ type: 'bytes', bytes }, 50));
        if (ours === undefined || theirs === undefined) throw new Error('two');
        const reader = createUrReader();
        for (let number = 1; number < 200; number += 1) {
          reader.take(ours.frame(number));
          if (reader.progress?.known === ours.count) break;
          expect(codeOf(() => reader.take(theirs.frame(number)))).toBe('FRAME_OTHER');
        }
        expect(reader.message?.bytes).toEqual(one);
      }),
      { numRuns: 40 },
    );
  });

  it('say the same in capitals and in small letters, and begin anew after 65,535', () => {
    const bytes = drawn('capitals', 700);
    const frames = createUrFrames({ type: 'bytes', bytes }, 100);
    expect(read([1, 2, 3, 4, 5, 6, 7].map((number) => frames.frame(number).toLowerCase()))).toEqual(bytes);
    expect(frames.frame(0x10000)).toBe(frames.frame(1));
  });

  it('are known by their number, so that a mix needs no list', () => {
    const [a, b, c] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(4)];
    const decoder = createFountainDecoder(3, 1);
    const mixed = Uint8Array.from(a);
    xorInto(mixed, b);
    expect(decoder.take([0, 1], mixed)).toBe('new');
    expect(decoder.join()).toBeNull();
    expect(decoder.take([1], b)).toBe('new');
    expect(decoder.take([0], a)).toBe('known');
    expect(decoder.take([0], c)).toBe('contradicts');
    expect(decoder.take([2], c)).toBe('new');
    expect(decoder.join()).toEqual(Uint8Array.of(1, 2, 4));
  });
});

const part = (...members: (number | Uint8Array)[]): string => {
  const [number, count] = members;
  return `ur:bytes/${String(number)}-${String(count)}/${encodeBytewords(encodeCanonical(members))}`;
};
const ten = new Uint8Array(10);

describe('malformed parts', () => {
  it.each([
    ['nothing', '', 'FRAME_MALFORMED'],
    ['no type', 'ur:/aeadaolazmjendeoti', 'FRAME_MALFORMED'],
    ['a type of other letters', 'ur:ke_y/aeadaolazmjendeoti', 'FRAME_MALFORMED'],
    ['no content', 'ur:bytes/', 'FRAME_MALFORMED'],
    ['only a checksum', 'ur:bytes/aeaeaeae', 'FRAME_MALFORMED'],
    ['a wrong checksum', 'ur:bytes/aeadaolazojendeowf', 'FRAME_MALFORMED'],
    ['letters that are no word', 'ur:bytes/xxadaolazmjendeoti', 'FRAME_MALFORMED'],
    ['half a word', 'ur:bytes/aeadaolazmjendeot', 'FRAME_MALFORMED'],
    ['one more level', 'ur:bytes/1-2/3-4/aeadaolazmjendeoti', 'FRAME_MALFORMED'],
    ['a number from zero', part(0, 2, 20, 1, ten), 'FRAME_MALFORMED'],
    ['a count of zero', part(1, 0, 0, 1, ten), 'FRAME_MALFORMED'],
    ['a number with a zero before it', part(1, 2, 20, 1, ten).replace('/1-2/', '/01-2/'), 'FRAME_MALFORMED'],
    ['two numbers that differ', part(1, 2, 20, 1, ten).replace('/1-2/', '/2-2/'), 'FRAME_MALFORMED'],
    ['a number over 32 bits', part(2 ** 32, 2, 20, 1, ten), 'FRAME_MALFORMED'],
    ['a checksum over 32 bits', part(1, 2, 20, 2 ** 32, ten), 'FRAME_MALFORMED'],
    ['too few members', part(1, 2, 20, 1), 'FRAME_MALFORMED'],
    ['too many members', part(1, 2, 20, 1, ten, 1), 'FRAME_MALFORMED'],
    ['no data', part(1, 2, 20, 1, new Uint8Array()), 'FRAME_MALFORMED'],
    ['more fragments than its length has', part(1, 3, 20, 1, ten), 'FRAME_MALFORMED'],
    ['fewer fragments than its length has', part(1, 2, 21, 1, ten), 'FRAME_MALFORMED'],
    ['other CBOR', `ur:bytes/1-2/${encodeBytewords(Uint8Array.of(0xa0))}`, 'FRAME_MALFORMED'],
    ['no CBOR', `ur:bytes/1-2/${encodeBytewords(Uint8Array.of(0x85, 1))}`, 'FRAME_MALFORMED'],
    [
      'a number in a longer form',
      `ur:bytes/1-2/${encodeBytewords(fromHex('85180102140158' + '0a' + '00'.repeat(10)))}`,
      'FRAME_MALFORMED',
    ],
    ['2^32-1 fragments', part(1, 2 ** 32 - 1, 2 ** 32 - 1, 1, Uint8Array.of(1)), 'FRAME_TOO_LARGE'],
    ['one byte too many', part(1, 330, MAX_SCANNED + 1, 1, new Uint8Array(398)), 'FRAME_TOO_LARGE'],
    ['2,049 fragments', part(1, 2049, 2049, 1, Uint8Array.of(1)), 'FRAME_TOO_LARGE'],
    ['more than a QR code holds', `ur:bytes/${'ae'.repeat(3000)}`, 'FRAME_MALFORMED'],
  ])('refuses %s', (_name, text, code) => {
    const reader = createUrReader();
    expect(codeOf(() => reader.take(text))).toBe(code);
    expect([reader.progress, reader.message]).toEqual([null, null]);
  });

  it('takes a number of 2^32-1 without counting up to it', () => {
    const bytes = drawn('far', 20);
    const choose = createFragmentChooser(2, crc32(bytes));
    expect(choose(2 ** 32 - 1).length).toBeGreaterThan(0);
  });

  it('starts over when parts contradict each other, or make another message than they say', () => {
    const reader = createUrReader();
    reader.take(part(1, 2, 20, 7, ten));
    expect(
      codeOf(() =>
        reader.take(
          part(
            1,
            2,
            20,
            7,
            ten.map(() => 1),
          ),
        ),
      ),
    ).toBe('FRAME_PARTS');
    expect(reader.progress).toBeNull();
    reader.take(part(1, 2, 20, 7, ten));
    expect(codeOf(() => reader.take(part(2, 2, 20, 7, ten)))).toBe('FRAME_PARTS');
    expect([reader.progress, reader.message]).toEqual([null, null]);
    const frames = createUrFrames({ type: 'bytes', bytes: drawn('after', 200) }, 100);
    for (const number of [1, 2]) reader.take(frames.frame(number));
    expect(reader.message?.bytes).toEqual(drawn('after', 200));
  });
});
