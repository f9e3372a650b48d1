import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBytes, markBytes } from '#renderer/features/signing/byte-marks.ts';

const marked = (text: string, ranges: [number, number][]): string[] =>
  markBytes(text, ranges)
    .filter((segment) => segment.marked)
    .map((segment) => segment.text);

describe('markBytes', () => {
  it('marks a range of bytes', () => {
    expect(markBytes('aabbccdd', [[1, 3]])).toEqual([
      { text: 'aa', marked: false },
      { text: 'bbcc', marked: true },
      { text: 'dd', marked: false },
    ]);
  });

  it('does not count 0x as a byte', () => {
    expect(marked('0xaabb', [[0, 1]])).toEqual(['aa']);
  });

  it('marks a field over two lines as one', () => {
    expect(marked('aabb\nccdd', [[1, 3]])).toEqual(['bb\ncc']);
  });

  it('marks several ranges, and none past the end', () => {
    expect(
      marked('aabbccdd', [
        [0, 1],
        [3, 9],
      ]),
    ).toEqual(['aa', 'dd']);
    expect(marked('aabb', [[7, 9]])).toEqual([]);
  });

  it('never loses a character', () => {
    const range = fc.tuple(fc.nat(40), fc.nat(40));
    fc.assert(
      fc.property(fc.string(), fc.array(range, { maxLength: 4 }), (text, ranges) => {
        expect(
          markBytes(text, ranges)
            .map((segment) => segment.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('marks exactly the bytes of the range, however they are broken into lines', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat(39),
        fc.nat(39),
        fc.nat(7),
        (bytes, a, b, every) => {
          const hex = Buffer.from(bytes).toString('hex');
          const typed = hex.replace(new RegExp(`(.{${every + 1}})`, 'g'), '$1\n');
          const from = Math.min(a, b, bytes.length);
          const to = Math.min(Math.max(a, b), bytes.length);
          const found = marked(typed, [[from, to]])
            .join('')
            .replace(/\s/g, '');
          expect(found).toBe(hex.slice(from * 2, to * 2));
        },
      ),
    );
  });
});

describe('countBytes', () => {
  it('counts whole bytes', () => {
    expect(countBytes('0xaa bb\ncc')).toBe(3);
    expect(countBytes('aab')).toBe(1);
    expect(countBytes('')).toBe(0);
  });
});
