import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '../../axe.ts';
import { FakeConsole } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

describe.skipIf(browserPath === undefined)('what a payment must know, out of a file', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (): Promise<Page> => {
    const { page } = await bench.open(new FakeConsole(), { width: 1280, height: 800 });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('button', { name: 'Fill in from a file…' }).waitFor();
    return page;
  };
  const choose = (page: Page, content: string): Promise<void> =>
    page
      .locator('input[type=file][accept*="json"]')
      .setInputFiles({ name: 'known.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  const nonce = (page: Page) => page.getByRole('textbox', { name: 'Nonce' });

  test('is filled in, and said with the names of the fields', async () => {
    const page = await opened();
    await choose(page, '{"jsonrpc":"2.0","id":1,"result":"0x1a4"}');
    await page.getByText('Filled in from the file: Nonce').waitFor();
    expect(await nonce(page).inputValue()).toBe('420');
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('attack: a file with a recipient, one of another kind, and one that is too large fill in nothing', async () => {
    const page = await opened();
    await choose(page, '{"nonce":"1","to":"0x4B7Ea169aBA959124014D317E12e393a65C93d5e"}');
    await page.getByText('has nothing that a payment on').waitFor();
    await choose(page, 'nonce=1');
    await page
      .getByText('isn’t JSON')
      .or(page.getByText('is not JSON'))
      .or(page.getByText('JSON'))
      .first()
      .waitFor();
    await choose(page, `{"nonce":"${'1'.repeat(1 << 20)}"}`);
    await page.getByText('The file is larger than 1 MB.').waitFor();
    expect(await nonce(page).inputValue()).toBe('');
    await page.context().close();
  });

  test('attack: a slow file fills in nothing after another file, or another chain, was chosen', async () => {
    const page = await opened();
    // The first file of each pair is read once its successor was.
    await page.evaluate(() => {
      Blob.prototype.text = async function text() {
        const content = await new Response(this).text();
        if (content.includes('111')) await new Promise((resolve) => Object.assign(globalThis, { resolve }));
        return content;
      };
    });
    const letGo = (): Promise<void> =>
      page.evaluate(async () => {
        (globalThis as unknown as { resolve: () => void }).resolve();
        await new Promise((resolve) => setTimeout(resolve));
      });
    const isHeld = (): Promise<boolean> => page.evaluate(() => 'resolve' in globalThis);
    await choose(page, '{"nonce":"111"}');
    await expect.poll(isHeld).toBe(true);
    await choose(page, '{"nonce":"2"}');
    await expect.poll(() => nonce(page).inputValue()).toBe('2');
    await letGo();
    expect(await nonce(page).inputValue()).toBe('2');
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'resolve'));
    await choose(page, '{"nonce":"1110"}');
    await expect.poll(isHeld).toBe(true);
    await page.getByRole('button', { name: /^Ethereum Chain/ }).click();
    await page.getByRole('option', { name: 'Tempo' }).click();
    await page.getByRole('button', { name: /^Tempo/ }).waitFor();
    await letGo();
    expect(await page.getByText('Filled in from the file').count()).toBe(0);
    await page.context().close();
  });

  test('says of a file that can’t be read that it can’t', async () => {
    const page = await opened();
    await page.evaluate(() => {
      Blob.prototype.text = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'));
    });
    await choose(page, '{"nonce":"2"}');
    await page.getByText('The file can’t be read.').waitFor();
    expect(await nonce(page).inputValue()).toBe('');
    await page.context().close();
  });
});
