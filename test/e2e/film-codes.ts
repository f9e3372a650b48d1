import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const [WIDTH, HEIGHT] = [640, 480];
const HEAD = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
const FRAME = Buffer.from('FRAME\n');

/** A code as the window drew it. */
export interface ShownCode {
  /** The path of its dark modules, in modules. */
  readonly path: string;
  /** How many modules wide it is, its margin included. */
  readonly edge: number;
  readonly part: number;
}

/** Takes codes off the screen, one after the other, from a card that shows them. */
export async function takeCodes(page: Page, count: number): Promise<ShownCode[]> {
  const code = page.locator('svg[data-part]');
  await code.waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  const shown: ShownCode[] = [];
  while (shown.length < count) {
    shown.push(
      await code.evaluate((svg) => ({
        path: svg.querySelector('path')?.getAttribute('d') ?? '',
        edge: (svg as SVGSVGElement).viewBox.baseVal.width,
        part: Number(svg.getAttribute('data-part')),
      })),
    );
    await page.getByRole('button', { name: 'Next code' }).click();
  }
  return shown;
}

/** A picture of a code as a camera gives it: YUV 4:2:0, out of the path that the window draws. */
function filmed({ path, edge }: ShownCode): Buffer {
  const scale = Math.floor(HEIGHT / edge);
  const bytes = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 255, 'latin1');
  bytes.fill(128, WIDTH * HEIGHT);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let line = 0; line < scale; line += 1) {
      const at = (Number(y) * scale + line) * WIDTH + Number(x) * scale + 80;
      bytes.fill(0, at, at + scale);
    }
  return bytes;
}

/** Writes what Chromium's fake camera plays, over and over, at 5 pictures a second. */
export const writeFilm = (file: string, shown: readonly ShownCode[]): Promise<void> =>
  writeFile(file, Buffer.concat([HEAD, ...shown.flatMap((each) => [FRAME, filmed(each)])]));

/** How long each code stands in a video, in ms, in so many pictures. */
const [STANDS_MS, PICTURES] = [600, 3];

/**
 * A video of codes as WebM. A page encodes each picture with the time that it has in the film, so the film is the same on a
 * busy machine; one that a page records of its canvas lacks what the machine was too busy to draw.
 */
export async function filmVideo(page: Page, shown: readonly ShownCode[]): Promise<Buffer> {
  const pictures = await page.evaluate(
    async ([codes, stands, count]) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 480;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const made: { ms: number; base64: string }[] = [];
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          // As text: a list of numbers takes the test a minute to read.
          const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
          made.push({ ms: Math.round(chunk.timestamp / 1000), base64 });
        },
        error(problem) {
          throw problem;
        },
      });
      encoder.configure({ codec: 'vp8', width: 480, height: 480, bitrate: 4_000_000 });
      for (const [index, { path, edge }] of codes.entries()) {
        const scale = Math.floor(480 / edge);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 480, 480);
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.fillStyle = '#000';
        context.fill(new Path2D(path));
        for (let each = 0; each < count; each += 1) {
          const frame = new VideoFrame(canvas, {
            timestamp: (index * stands + (each * stands) / count) * 1000,
          });
          encoder.encode(frame, { keyFrame: true });
          frame.close();
        }
      }
      await encoder.flush();
      encoder.close();
      return made;
    },
    [shown, STANDS_MS, PICTURES] as const,
  );
  return webm(pictures, shown.length * STANDS_MS);
}

/** An EBML element: its ID, its size in eight bytes, its content (RFC 8794). */
function element(id: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, body]);
}
const whole = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
};

/** A WebM file of one VP8 track whose pictures are all key frames, a cluster for each (RFC 9559). */
function webm(pictures: readonly { ms: number; base64: string }[], lengthMs: number): Buffer {
  const length = Buffer.alloc(8);
  length.writeDoubleBE(lengthMs);
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from('webm')), whole(0x4287, 2), whole(0x4285, 2)),
    element(
      0x18538067,
      element(0x1549a966, whole(0x2ad7b1, 1_000_000), element(0x4489, length)),
      element(
        0x1654ae6b,
        element(
          0xae,
          ...[whole(0xd7, 1), whole(0x73c5, 1), whole(0x83, 1), element(0x86, Buffer.from('V_VP8'))],
          element(0xe0, whole(0xb0, 480), whole(0xba, 480)),
        ),
      ),
      ...pictures.map(({ ms, base64 }) =>
        // A simple block: track 1, no time beside its cluster's, a key frame.
        element(
          0x1f43b675,
          whole(0xe7, ms),
          element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), Buffer.from(base64, 'base64')),
        ),
      ),
    ),
  ]);
}
