import { describe, expect, it } from 'vitest';
import { PICTURE_SIZE, numberPicture } from '#main/electron/number-picture.ts';

const INK = 'ffffffff';
const CLEAR = '00000000';

/** The picture as text: a # for each white dot, a point for the disc, a blank for what is clear. */
function drawn(count: number, scale = 1): string[] {
  const side = PICTURE_SIZE * scale;
  const pixels = Buffer.from(numberPicture(count, scale));
  expect(pixels).toHaveLength(4 * side * side);
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (__, x) => {
      const pixel = pixels.subarray(4 * (y * side + x), 4 * (y * side + x) + 4).toString('hex');
      return pixel === INK ? '#' : pixel === CLEAR ? ' ' : '.';
    }).join(''),
  );
}

describe('the picture of a number', () => {
  it('is the digit on a disc', () => {
    expect(drawn(7)).toEqual([
      '     ......     ',
      '   ..........   ',
      '  ............  ',
      ' ....######.... ',
      ' ....######.... ',
      '.........##.....',
      '.........##.....',
      '.......##.......',
      '.......##.......',
      '.......##.......',
      '.......##.......',
      ' ......##...... ',
      ' ......##...... ',
      '  ............  ',
      '   ..........   ',
      '     ......     ',
    ]);
  });

  it('is 9+ above nine, at any number', () => {
    const more = drawn(10);
    expect(more).not.toEqual(drawn(9));
    expect(drawn(25)).toEqual(more);
    expect(drawn(1_000_000)).toEqual(more);
    expect(more.join('')).toMatch(/#/u);
  });

  it('differs for each number that has one of its own, and has all of its digit inside the disc', () => {
    const pictures = Array.from({ length: 10 }, (_, index) => drawn(index + 1));
    expect(new Set(pictures.map((rows) => rows.join('\n'))).size).toBe(10);
    for (const rows of pictures) for (const row of rows) expect(row).not.toMatch(/(?:^|\s)#|#(?:\s|$)/u);
  });

  it.each([2, 3])('is the same at %i pixels for a dot, with a rounder disc', (scale) => {
    const inkOf = (rows: readonly string[]) => rows.map((row) => row.replaceAll(/[^#]/gu, ' '));
    const [small, large] = [inkOf(drawn(4)), inkOf(drawn(4, scale))];
    const enlarged = small.flatMap((row) =>
      Array.from({ length: scale }, () => row.replaceAll(/./gu, (dot) => dot.repeat(scale))),
    );
    expect(large).toEqual(enlarged);
  });
});
