import encodeQR from 'qr';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole } from '../../fake-console.ts';
import { fakeTransfers } from '../../fake-transfers.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
const OTHER = '0x5f6404B4533ab25cDD0a44f4886A025113c74F27';
const CALL = `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${ADDRESS}`;

describe.skipIf(browserPath === undefined)('a recipient out of a picture of a QR code', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake = new FakeConsole()): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Recipient from a QR picture…' }).waitFor();
    return page;
  };
  const choose = (page: Page, buffer: Buffer, mimeType = 'image/png'): Promise<void> =>
    page.locator('input[type=file][accept^="image"]').setInputFiles({ name: 'code.png', mimeType, buffer });
  const recipient = (page: Page) => page.getByRole('textbox', { name: /^Recipient address/ });

  /** A picture of a code, as another program shows it. */
  const pictureOf = async (page: Page, text: string): Promise<Buffer> => {
    const shown = await page.context().newPage();
    await shown.setContent(
      `<style>body{margin:24px;background:#fff}svg{width:500px;height:500px}</style>${encodeQR(text, 'svg')}`,
    );
    const picture = await shown.screenshot({ clip: { x: 0, y: 0, width: 560, height: 560 } });
    await shown.close();
    return picture;
  };

  test('is taken alone, and what else the code asks for is said', async () => {
    const page = await opened();
    await choose(page, await pictureOf(page, ADDRESS));
    await expect.poll(() => recipient(page).inputValue()).toBe(ADDRESS);
    expect(await page.getByText('Only the address was taken').count()).toBe(0);
    await recipient(page).fill('');
    await choose(page, await pictureOf(page, `ethereum:${ADDRESS}@137?value=1e18`));
    await page.getByText('Only the address was taken').waitFor();
    expect(await recipient(page).inputValue()).toBe(ADDRESS);
    expect(await page.getByRole('textbox', { name: /^Amount/ }).inputValue()).toBe('');
    expect(await axeFaults(page)).toEqual([]);
    // It's said of that address alone.
    await recipient(page).fill('0x5f6404B4533ab25cDD0a44f4886A025113c74F27');
    await page.getByText('Only the address was taken').waitFor({ state: 'detached' });
    // Another chain's address is paid on that chain.
    await choose(page, await pictureOf(page, 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'));
    await page.getByRole('button', { name: /^Bitcoin/ }).waitFor();
    await page.context().close();
  });

  test('attack: a code that asks for a call, one without an address, and no picture at all', async () => {
    const page = await opened();
    await choose(page, await pictureOf(page, CALL));
    await page.getByText('asks for a call of a contract').waitFor();
    await choose(page, await pictureOf(page, 'https://pay.example/0x'));
    await page.getByText('no address that can be paid here').waitFor();
    await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml');
    await page.getByText('This isn’t a picture').waitFor();
    expect(await recipient(page).inputValue()).toBe('');
    await page.context().close();
  });

  /** Holds the decoding of the first picture. @returns what lets it go on, and waits until it was looked at */
  const holdFirst = async (page: Page): Promise<() => Promise<void>> => {
    await page.evaluate(() => {
      const decode = globalThis.createImageBitmap.bind(globalThis);
      const held = new Promise<void>((resolve) => Object.assign(globalThis, { letGo: resolve }));
      let count = 0;
      const createImageBitmap = async (file: Blob): Promise<ImageBitmap> => {
        count += 1;
        if (count > 1) return decode(file);
        await held;
        const picture = await decode(file);
        const close = picture.close.bind(picture);
        picture.close = () => (close(), void Object.assign(globalThis, { lookedAt: true }));
        return picture;
      };
      Object.assign(globalThis, { createImageBitmap, started: () => count });
    });
    return async () => {
      await page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo());
      await page.waitForFunction(() => 'lookedAt' in globalThis);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };
  };
  const started = (page: Page): Promise<unknown> =>
    page.waitForFunction(() => (globalThis as unknown as { started: () => number }).started() > 0);

  test('attack: a slow picture is overtaken by another one, or by what was typed meanwhile', async () => {
    const page = await opened();
    const [slow, quick] = [await pictureOf(page, ADDRESS), await pictureOf(page, OTHER)];
    let letGo = await holdFirst(page);
    await choose(page, slow);
    await started(page);
    await choose(page, quick);
    await expect.poll(() => recipient(page).inputValue()).toBe(OTHER);
    await letGo();
    expect(await recipient(page).inputValue()).toBe(OTHER);
    await page.context().close();

    const typed = await opened();
    letGo = await holdFirst(typed);
    await choose(typed, slow);
    await started(typed);
    await recipient(typed).fill(OTHER);
    await letGo();
    expect(await recipient(typed).inputValue()).toBe(OTHER);
    await typed.context().close();
  });

  test('attack: an address is filled in on another chain’s form, which was chosen since', async () => {
    const fake = new FakeConsole();
    const form = await fakeTransfers.form({ type: 'TRANSACTION_TYPE_ETHEREUM' });
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    let isAsked = false;
    fake.overrides.set('transfers.form', async (input) => {
      if (!JSON.stringify(input).includes('BITCOIN')) return form;
      isAsked = true;
      await late;
      return form;
    });
    const page = await opened(fake);
    await choose(page, await pictureOf(page, 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'));
    await expect.poll(() => isAsked).toBe(true);
    await choose(page, await pictureOf(page, OTHER));
    await expect.poll(() => recipient(page).inputValue()).toBe(OTHER);
    answer();
    // The answer is in the window before what is asked of it next has one.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.getByRole('button', { name: 'Ethereum Chain' }).waitFor();
    expect(await recipient(page).inputValue()).toBe(OTHER);
    await page.context().close();
  });

  /** Puts a camera into the page that sees a code; there is none here, and the headless shell plays none. */
  const seeing = (page: Page, text: string): Promise<void> =>
    page.evaluate(
      (modules) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const context = canvas.getContext('2d');
        const size = Math.floor(400 / modules.length);
        const draw = (): void => {
          if (context === null) return;
          context.fillStyle = '#fff';
          context.fillRect(0, 0, 640, 480);
          context.fillStyle = '#000';
          for (const [y, line] of modules.entries())
            for (const [x, isDark] of line.entries())
              if (isDark) context.fillRect(120 + x * size, 40 + y * size, size, size);
        };
        setInterval(draw, 100);
        draw();
        const stream = canvas.captureStream(10);
        navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
        Object.assign(globalThis, { camera: stream });
      },
      encodeQR(text, 'raw'),
    );
  const cameraIsOn = (page: Page): Promise<boolean> =>
    page.evaluate(() => (globalThis as unknown as { camera: MediaStream }).camera.active);
  const useCamera = (page: Page): Promise<void> => page.getByRole('button', { name: 'Scan QR code' }).click();

  test('is read by a camera, which is let go', async () => {
    const fake = new FakeConsole();
    const asked: string[] = [];
    for (const call of ['camera.open', 'camera.close'] as const)
      fake.overrides.set(call, () => {
        asked.push(call);
        return Promise.resolve(undefined);
      });
    const page = await opened(fake);
    await seeing(page, `ethereum:${ADDRESS}?value=1`);
    await useCamera(page);
    await expect.poll(() => recipient(page).inputValue()).toBe(ADDRESS);
    await page.getByText('Only the address was taken').waitFor();
    await page.getByRole('button', { name: 'Scan QR code' }).waitFor();
    expect(await cameraIsOn(page)).toBe(false);
    expect(asked).toEqual(['camera.open', 'camera.close']);
    await seeing(page, CALL);
    await useCamera(page);
    await page.getByText('asks for a call of a contract').waitFor();
    expect(await recipient(page).inputValue()).toBe(ADDRESS);
    await page.context().close();
  });

  test('is read by no camera that was refused, stopped or taken away', async () => {
    const fake = new FakeConsole();
    const page = await opened(fake);
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
    });
    await useCamera(page);
    await page.getByText('The camera was refused.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop camera' }).click();
    await page.getByText('The camera was refused.').waitFor({ state: 'detached' });
    for (const how of ['stopped', 'taken away'] as const) {
      // It sees no code.
      await page.evaluate(() => {
        const canvas = document.createElement('canvas');
        canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
        const stream = canvas.captureStream(10);
        navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream);
        Object.assign(globalThis, { camera: stream });
      });
      await useCamera(page);
      await page.getByLabel('What the camera sees').waitFor();
      if (how === 'stopped') await page.getByRole('button', { name: 'Stop camera' }).click();
      else fake.tell('camera.closed', undefined);
      await page.getByRole('button', { name: 'Scan QR code' }).waitFor();
      await expect.poll(() => cameraIsOn(page)).toBe(false);
    }
    expect(await recipient(page).inputValue()).toBe('');
    await page.context().close();
  });

  test('attack: a code is held before a camera that was left on; what was typed stays', async () => {
    const page = await opened();
    await seeing(page, ADDRESS);
    await page.evaluate(() => {
      const camera = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const held = new Promise<void>((resolve) => Object.assign(globalThis, { letGo: resolve }));
      navigator.mediaDevices.getUserMedia = (asked) => held.then(() => camera(asked));
    });
    await useCamera(page);
    await recipient(page).fill(OTHER);
    await page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo());
    await page.getByRole('button', { name: 'Scan QR code' }).waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await recipient(page).inputValue()).toBe(OTHER);
    await page.context().close();
  });
});
