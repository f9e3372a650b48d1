// The confirming button as a browser lays it out: what the card writes can move it, and a press is then aimed at where it was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXT } from '#renderer/approval/text.ts';
import { NOW_MS } from '../fake-data.ts';
import { WindowBench, browserPath } from '../open-window.ts';
import { transfer } from './card-samples.ts';

describe.skipIf(browserPath === undefined)('the confirming button', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('attack: what is typed moves it; it takes no press until it has settled, not even for one frame', async () => {
    const { page, show } = await bench.openApproval();
    await page.evaluate(() => {
      const { approval } = (window as unknown as { keyops: { approval: Record<string, unknown> } }).keyops;
      const refused = { ok: false, code: 'UNLOCK_PASSPHRASE_WRONG', message: 'That is wrong.', remedy: '' };
      approval['decide'] = () => Promise.resolve(refused);
    });
    await show({
      preview: transfer,
      deniesAtMs: NOW_MS + 58_000,
      nowMs: NOW_MS,
      theme: 'light',
      userCheck: 'passphrase',
    });
    const confirming = page.locator('button[data-decision=approve]');
    await page.locator('.content').evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await page.locator('#passphrase').fill('wrong');
    await confirming.and(page.locator(':enabled')).waitFor();
    await page.locator('#passphrase').press('Enter');
    await page.getByText('That is wrong.').waitFor();
    // It has settled: all that is missing is what is typed.
    await page.locator('#line').filter({ hasText: TEXT.check.enter }).waitFor();

    const seen = await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('button[data-decision=approve]');
      const field = document.querySelector<HTMLInputElement>('#passphrase');
      if (button === null || field === null) throw new Error('The card is not drawn.');
      const before = button.getBoundingClientRect().top;
      field.value = 'right';
      field.dispatchEvent(new Event('input'));
      return { moved: button.getBoundingClientRect().top !== before, disabled: button.disabled };
    });
    expect(seen).toEqual({ moved: true, disabled: true });
    await confirming.and(page.locator(':enabled')).waitFor();
    await page.context().close();
  });
});
