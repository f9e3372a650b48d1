import encodeQR from 'qr';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
const CALL = `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${ADDRESS}`;

describe.skipIf(browserPath === undefined)('a recipient out of a picture of a QR code', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 120_000);
  afterAll(() => bench.stop());

  const opened = async (): Promise<Page> => {
    const { page } = await bench.open(new FakeConsole(), { width: 1280, height: 800 });
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
});
