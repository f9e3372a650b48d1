import { beforeAll, describe, expect, it } from 'vitest';
import { iconDrawer, macIcon, SIZES, windowsIcon } from '#scripts/icons.mjs';

describe('the icons', () => {
  let pngOf: (size: number) => Buffer;
  beforeAll(async () => {
    pngOf = await iconDrawer();
  });

  it('are PNGs of the size that they say', () => {
    for (const size of SIZES) {
      const png = pngOf(size);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
  });

  it('are the same bytes each time', () => {
    expect(pngOf(64).equals(pngOf(64))).toBe(true);
  });

  it('lie in a Windows icon where its directory says', () => {
    const icon = windowsIcon(pngOf);
    for (let entry = 0; entry < icon.readUInt16LE(4); entry += 1) {
      const at = 6 + 16 * entry;
      const png = icon.subarray(icon.readUInt32LE(at + 12)).subarray(0, icon.readUInt32LE(at + 8));
      expect(png.readUInt32BE(16) % 256).toBe(icon.readUInt8(at));
    }
  });

  it('fill a macOS icon to its end', () => {
    const icon = macIcon(pngOf);
    expect(icon.readUInt32BE(4)).toBe(icon.length);
    let at = 8;
    while (at < icon.length) {
      expect(icon.subarray(at + 9, at + 12).toString()).toBe('PNG');
      at += icon.readUInt32BE(at + 4);
    }
    expect(at).toBe(icon.length);
  });
});
