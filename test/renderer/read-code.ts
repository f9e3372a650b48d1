import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';

/** What the QR code says that a page shows, read as a camera would: from its picture alone. */
export async function readCode(page: Page): Promise<string> {
  const code = page.locator('svg[data-part]');
  await code.waitFor();
  const [path, box] = [await code.locator('path').getAttribute('d'), await code.getAttribute('viewBox')];
  return decodeQR(pictureOf(path ?? '', Number(box?.split(' ')[2])));
}

/** A picture of the dark modules that a path draws, four pixels to each. */
function pictureOf(path: string, edge: number): { width: number; height: number; data: Uint8Array } {
  const side = 4 * edge;
  const data = new Uint8Array(4 * side * side).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < 16; at += 1) {
      const pixel = (4 * Number(y) + (at >> 2)) * side + 4 * Number(x) + (at & 3);
      data.fill(0, 4 * pixel, 4 * pixel + 3);
    }
  return { width: side, height: side, data };
}
