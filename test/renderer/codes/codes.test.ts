import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import { encodeQR } from 'qr';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '#main/chromium/launch-browser.ts';
import { CONSOLE_HEADERS } from '#main/pages/page-files.ts';
import { toHex } from '#protocol/encoding.ts';
import { framesOfFiles } from '#protocol/offline/frames.ts';
import { writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { requestFile, stampFile } from '../../protocol/offline/files.ts';
import { pageBuild } from '../open-window.ts';

const ORIGIN = 'https://console.test';
const [WIDTH, HEIGHT] = [640, 480];
const FILES = [
  writeOfflineFile({ ...requestFile, body: new Uint8Array(900).fill(65) }),
  writeOfflineFile(stampFile),
];

/** A film of the codes as a camera gives it (YUV4MPEG2), every third of them left out. */
function film(): Buffer {
  const frames = framesOfFiles(FILES, 250);
  const pictures = Array.from({ length: 4 * frames.count }, (_, index) => index + 1)
    .filter((number) => number % 3 !== 0)
    .map((number) => picture(frames.frame(number)));
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...pictures.flatMap((each) => [Buffer.from('FRAME\n'), each])]);
}

function picture(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const scale = Math.floor(HEIGHT / rows.length);
  const bytes = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 255, 'latin1');
  bytes.fill(128, WIDTH * HEIGHT);
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let line = 0; line < scale; line += 1) {
        const at = (y * scale + line) * WIDTH + x * scale + 80;
        bytes.fill(0, at, at + scale);
      }
    }),
  );
  return bytes;
}

/** The full browser: the headless shell has no fake camera. */
const browserPath = findBrowser(process.env);

describe.skipIf(browserPath === undefined)('QR codes in a real browser', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyops-codes-'));
    await build(pageBuild(import.meta.dirname, folder));
    const filmed = join(folder, 'film.y4m');
    await writeFile(filmed, film());
    browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${filmed}`,
      ],
    });
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the page; the camera is granted as the host does it. */
  async function open(isGranted: boolean, files = FILES): Promise<void> {
    const context = await browser.newContext();
    await context.grantPermissions(isGranted ? ['camera'] : [], { origin: ORIGIN });
    page = await context.newPage();

    await page.addInitScript(
      (shown) => {
        const settings = { rate: 5, density: 250, camera: '', lines: 480 };
        const calls: string[] = [];
        const note = (name: string) => () => {
          calls.push(name);
          return Promise.resolve({ ok: true });
        };
        const listeners: (() => void)[] = [];
        Object.assign(window, {
          shown,
          calls,
          closeCamera: () => listeners.forEach((listener) => listener()),
          keyops: {
            camera: {
              open: note('open'),
              close: note('close'),
              remember: note('remember'),
              settings: () => Promise.resolve({ ok: true, value: settings }),
              closed: (listener: () => void) => {
                listeners.push(listener);
                return () => undefined;
              },
            },
          },
        });
      },
      files.map((file) => toHex(file)),
    );
    await page.route(`${ORIGIN}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const type = path.endsWith('.js')
        ? 'text/javascript'
        : path.endsWith('.css')
          ? 'text/css'
          : 'text/html';
      const body = await readFile(join(folder, path)).catch(() => Buffer.alloc(0));
      await route.fulfill({ body, headers: { ...CONSOLE_HEADERS, 'Content-Type': type } });
    });
    await page.goto(`${ORIGIN}/index.html`);
  }
  const read = () =>
    page.waitForFunction(() => (window as unknown as { read?: string[] }).read, null, { timeout: 60_000 });
  const isLive = () =>
    page.evaluate(() => (document.querySelector('video')?.srcObject as MediaStream | null)?.active ?? false);

  it('are read by a camera that misses every third, and the camera is let go', async () => {
    await open(true);
    await page.getByRole('button', { name: 'Use camera' }).click();
    expect(await (await read()).jsonValue()).toEqual(FILES.map((file) => toHex(file)));
    expect(await isLive()).toBe(false);
    expect(await page.evaluate(() => (window as unknown as { calls: string[] }).calls)).toEqual([
      'open',
      'close',
    ]);
  });

  it('attack: the camera stays on after the privileged side closed it', async () => {
    await open(true);
    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.waitForFunction(() => document.querySelector('video')?.srcObject !== null);
    await page.evaluate(() => (window as unknown as { closeCamera: () => void }).closeCamera());
    await page.getByRole('button', { name: 'Use camera' }).waitFor();
    expect(await isLive()).toBe(false);
  });

  it('say why there is no camera', async () => {
    await open(false);
    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByText('The camera was refused.').waitFor();
  });

  it('are shown, and read from a picture of the window', async () => {
    await open(false, FILES.slice(1));
    await page.getByText('One code holds everything').waitFor();
    const shot = await page.getByRole('img').screenshot();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: shot });
    expect(await (await read()).jsonValue()).toEqual([toHex(FILES[1] ?? new Uint8Array())]);
  });

  it('stand still for who wants no motion, and go on by hand', async () => {
    await open(false);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    const code = page.getByRole('img');
    await page.getByRole('button', { name: 'Next code' }).click();
    expect(await code.getAttribute('data-part')).toBe('2');
    await page.screenshot({ path: process.env['KEYOPS_SHOT'] ?? join(folder, 'codes.png'), fullPage: true });
  });
});
