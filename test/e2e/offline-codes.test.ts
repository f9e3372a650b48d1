// A request goes out by the codes that the window really shows, is filmed with every third code missed, and comes in by the camera.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OfflineState } from '#preload/contract/offline.ts';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type ShownCode, filmVideo, takeCodes, writeFilm } from './film-codes.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';

const firstOf = ([first]: readonly ShownCode[]): ShownCode => {
  if (first === undefined) throw new Error('No code was shown.');
  return first;
};

// The fake camera is a switch of Chromium's that the Chromium window doesn't take: offline-code-round.test.ts shows it a video.
describeHosts(['electron'], 'QR codes', (host) => {
  let folder: string;
  let desk: OnWorld;
  const shown: ShownCode[] = [];
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
  });
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
    shown.push(...(await takeCodes(page, 40)));
    expect(new Set(shown.map(({ part }) => part)).size).toBe(shown.length);
    await writeFilm(
      film(),
      shown.filter((_, index) => index % 3 !== 2),
    );
    await emptied();

    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByText('A request to carry').waitFor({ timeout: 60_000 });
    const state = await callBridge(page, 'offline.state');
    expect(state).toMatchObject({ ok: true, value: { items: [{ operation: 'create_policy' }] } });
    // What was granted for the scan is taken back with it.
    expect(await asked({ video: true })).toBe('NotAllowedError');
  });

  it('are read out of a video of them, played from memory', async () => {
    const { page } = desk.launched;
    // More codes than there are parts: a busy machine plays not all of them.
    const video = await filmVideo(page, shown);
    await emptied();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'codes.webm', mimeType: 'video/webm', buffer: video });
    await page.getByText('A request to carry').waitFor({ timeout: 180_000 });
  });

  it('attack: the camera goes on after the operator has left the screen', async () => {
    const { page } = desk.launched;
    await emptied();
    await writeFilm(film(), [firstOf(shown)]);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      const tracks: MediaStreamTrack[] = [];
      Object.assign(globalThis, { tracks });
      mediaDevices.getUserMedia = async (wish) => {
        const stream = await open(wish);
        tracks.push(...stream.getTracks());
        return stream;
      };
    });
    const states = (): Promise<string[]> =>
      page.evaluate(() =>
        (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
      );
    await page.getByRole('button', { name: 'Use camera' }).click();
    await page.getByText(/^1 of \d+ parts$/).waitFor();
    expect(await states()).toEqual(['live']);
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByText('Journal', { exact: true }).click();
    await expect.poll(states).toEqual(['ended']);
    await expect.poll(() => asked({ video: true })).toBe('NotAllowedError');
    await screens.getByText('Offline', { exact: true }).click();
  });

  it('attack: the page asks for the microphone while the camera is on, or for the camera on a locked console', async () => {
    const { page } = desk.launched;
    await emptied();
    // Half a series: the scan stays open.
    await writeFilm(film(), [firstOf(shown)]);
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
  });
});
