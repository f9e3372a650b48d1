/** Digits and a plus sign, three dots wide and five high, a row each. */
const GLYPHS: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '# #', '# #', '# #', '###'],
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['###', '  #', '###', '#  ', '###'],
  '3': ['###', '  #', '###', '  #', '###'],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '###', '  #', '###'],
  '6': ['###', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', ' # ', ' # ', ' # '],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '###'],
  '+': ['   ', ' # ', '###', ' # ', '   '],
};
const [GLYPH_WIDTH, GLYPH_HEIGHT] = [3, 5];

/** As many dots as a picture has across and down, at a scale of 1. */
export const PICTURE_SIZE = 16;
/** More are told as this many and a plus sign: two glyphs are what fits. */
const MOST = 9;
/** The accent of the light scheme: blue, green, red, alpha, as bitmaps are kept. A tray has a ground of its own in both. */
const GROUND = [0xcf, 0x51, 0x50, 0xff];
const INK = [0xff, 0xff, 0xff, 0xff];

/**
 * A number in white on a disc.
 * @param count at least 1; above 9 it is shown as 9+
 * @param scale how many pixels a dot is wide and high
 * @returns 4 bytes a pixel (blue, green, red, alpha), 16 times the scale across and down, row after row
 */
export function numberPicture(count: number, scale: number): Uint8Array {
  const text = count > MOST ? `${MOST}+` : String(count);
  const size = PICTURE_SIZE * scale;
  const pixels = new Uint8Array(4 * size * size);
  // A single digit is drawn twice as large.
  const dot = text.length === 1 ? 2 * scale : scale;
  const width = (text.length * (GLYPH_WIDTH + 1) - 1) * dot;
  const [left, top] = [Math.floor((size - width) / 2), Math.floor((size - GLYPH_HEIGHT * dot) / 2)];
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / dot);
    const glyph = GLYPHS[text[Math.floor(column / (GLYPH_WIDTH + 1))] ?? ''];
    return glyph?.[Math.floor((y - top) / dot)]?.[column % (GLYPH_WIDTH + 1)] === '#';
  };
  const middle = (size - 1) / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (Math.hypot(x - middle, y - middle) > size / 2) continue;
      pixels.set(isInk(x, y) ? INK : GROUND, 4 * (y * size + x));
    }
  return pixels;
}
