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

/** A video of codes that a page records of what it draws: WebM, three codes a second. */
export async function recordVideo(page: Page, shown: readonly ShownCode[]): Promise<Buffer> {
  const bytes = await page.evaluate(async (codes) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 480;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const done = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (const { path, edge } of codes) {
      const scale = Math.floor(480 / edge);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 480, 480);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.fillStyle = '#000';
      context.fill(new Path2D(path));
      // Long enough that a busy machine records each: a part that is in no frame is in none of the film's turns.
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
    recorder.stop();
    await done;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  }, shown);
  return Buffer.from(bytes);
}
