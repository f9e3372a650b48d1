// A request goes out by the codes that the window really shows, is filmed with every third code missed, and comes in by the camera.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OfflineState } from '#preload/contract/offline.ts';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';

const [WIDTH, HEIGHT] = [640, 480];
const HEAD = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
const FRAME = Buffer.from('FRAME\n');

interface Shown {
  readonly path: string;
  readonly edge: number;
  readonly part: number;
}

const firstOf = ([first]: readonly Shown[]): Shown => {
  if (first === undefined) throw new Error('No code was shown.');
  return first;
};

/** A picture of a code as a camera gives it: YUV 4:2:0, out of the path that the window draws. */
function filmed({ path, edge }: Shown): Buffer {
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

// The fake camera is a switch of Chromium's that the Chromium window doesn't take: test/renderer/codes scans in that browser.
describeHosts(['electron'], 'QR codes', (host) => {
  let folder: string;
  let desk: OnWorld;
  const shown: Shown[] = [];
  const film = (): string => join(folder, 'film.y4m');
  /** What the page gets that asks for a camera or a microphone. */
  const asked = (wish: MediaStreamConstraints): Promise<string> =>
    desk.launched.page.evaluate(
      (wanted) =>
        navigator.mediaDevices.getUserMedia(wanted).then(
          (stream) => {
            for (const track of stream.getTracks()) track.stop();
            return 'granted';
          },
          (error: unknown) => (error as Error).name,
        ),
      wish,
    );
  /** Closes what is open. */
  const emptied = async (): Promise<void> => {
    const { page } = desk.launched;
    const state = await callBridge(page, 'offline.state');
    const { items } = (state.ok ? state.value : { items: [] }) as OfflineState;
    for (const { id } of items) await callBridge(page, 'offline.discard', { id });
    await page.getByText('No request is open').waitFor();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyops-film-'));
    desk = await launchOnWorld(host, undefined, [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film()}`,
    ]);
  }, 120_000);
  afterAll(async () => {
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('carry a request from the screen to the camera, though every third is missed', async () => {
    const { page } = desk.launched;
    const made = await callBridge(page, 'offline.prepare', {
      operation: 'create_policy',
      parameters: {
        policyName: 'By codes',
        effect: 'EFFECT_ALLOW',
        consensus: 'true',
        condition: 'true',
        notes: 'x'.repeat(900),
      },
      publicKey: `02${'ab'.repeat(32)}`,
      curve: 'API_KEY_CURVE_P256',
    });
    if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
    await page
      .getByRole('link', { name: 'Offline' })
      .or(page.getByRole('button', { name: 'Offline' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Show' }).first().click();
    const code = page.locator('svg[data-part]');
    await code.waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    for (let taken = 0; taken < 40; taken += 1) {
      shown.push(
        await code.evaluate((svg) => ({
          path: svg.querySelector('path')?.getAttribute('d') ?? '',
          edge: (svg as SVGSVGElement).viewBox.baseVal.width,
          part: Number(svg.getAttribute('data-part')),
        })),
      );
      await page.getByRole('button', { name: 'Next code' }).click();
    }
    expect(new Set(shown.map(({ part }) => part)).size).toBe(shown.length);
    const pictures = shown.filter((_, index) => index % 3 !== 2).map(filmed);
    await writeFile(film(), Buffer.concat([HEAD, ...pictures.flatMap((each) => [FRAME, each])]));
    await emptied();

    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByText('A request to carry').waitFor({ timeout: 60_000 });
    const state = await callBridge(page, 'offline.state');
    expect(state).toMatchObject({ ok: true, value: { items: [{ operation: 'create_policy' }] } });
    // What was granted for the scan is taken back with it.
    expect(await asked({ video: true })).toBe('NotAllowedError');
  }, 180_000);

  it('are read out of a video of them, played from memory', async () => {
    const { page } = desk.launched;
    const video = await page.evaluate(
      async (codes) => {
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
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        recorder.stop();
        await done;
        return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
      },
      shown.slice(0, 16),
    );
    await emptied();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'codes.webm', mimeType: 'video/webm', buffer: Buffer.from(video) });
    await page.getByText('A request to carry').waitFor({ timeout: 60_000 });
  }, 120_000);

  it('attack: the page asks for the microphone while the camera is on, or for the camera on a locked console', async () => {
    const { page } = desk.launched;
    await emptied();
    // Half a series: the scan stays open.
    await writeFile(film(), Buffer.concat([HEAD, FRAME, filmed(firstOf(shown))]));
    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByText(/^1 of \d+ parts$/).waitFor();
    const shot = process.env['KEYOPS_SHOT'];
    if (shot !== undefined) await page.screenshot({ path: shot, fullPage: true });
    expect(await asked({ video: true })).toBe('granted');
    expect(await asked({ video: true, audio: true })).toBe('NotAllowedError');
    expect(await asked({ audio: true })).toBe('NotAllowedError');
    // The lock renews the page's process, often before the call is answered.
    await callBridge(page, 'app.lock').catch(() => undefined);
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    await expect.poll(() => asked({ video: true }).catch(() => 'renewed')).toBe('NotAllowedError');
  }, 60_000);
});
