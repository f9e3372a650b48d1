// The approval surface under the hands of a person: what has the focus, what a key does, and what does nothing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import { cancel, cancelButton, confirm, confirmButton } from '../tour/decide.ts';
import { enroll, prepareApproval, prepareKey, review } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';

const DENIED = { state: 'denied' };

describeHosts(['electron', 'chromium'], 'the approval surface by hand', (host) => {
  let launched: Launched;
  beforeAll(async () => {
    launched = await launchConsole({ host });
    await enroll(launched.page);
  });
  afterAll(() => launched.close());

  interface Shown {
    readonly surface: Page;
    readonly outcome: Promise<Outcome>;
    /** How it ended, or undefined while it waits. */
    readonly ended: () => Outcome | undefined;
  }

  async function open(previewId: string): Promise<Shown> {
    await expect.poll(() => launched.approvalShown()).toBe(false);
    const outcome = review(launched.page, previewId);
    let ended: Outcome | undefined;
    void outcome.then((how) => (ended = how));
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    return { surface, outcome, ended: () => ended };
  }
  const openKey = async (name: string): Promise<Shown> => open((await prepareKey(launched.page, name)).id);

  const focusOf = (surface: Page): Promise<string> =>
    surface.evaluate(() => document.activeElement?.textContent ?? '');
  /** Resolves when Approve can be pressed. */
  const settled = (surface: Page): Promise<unknown> =>
    vi.waitFor(async () => expect(await confirmButton(surface).isEnabled()).toBe(true), { timeout: 30_000 });

  it('gives Cancel the focus at first, and the confirming button none until it settled', async () => {
    const { surface, outcome } = await openKey('focus');
    expect(await focusOf(surface)).toBe('Cancel');
    await settled(surface);
    expect(await focusOf(surface)).toBe('Cancel');
    await cancel(surface);
    expect(await outcome).toEqual(DENIED);
  });

  it('denies on Escape', async () => {
    const { surface, outcome } = await openKey('escape');
    // The surface goes while the key is still down.
    await surface.keyboard.press('Escape').catch(() => undefined);
    expect(await outcome).toEqual(DENIED);
  });

  it('approves on Tab and Enter, once it settled', async () => {
    const { surface, outcome } = await openKey('by-keyboard');
    await settled(surface);
    await surface.keyboard.press('Tab');
    expect(await focusOf(surface)).toBe('Create private key');
    await surface.keyboard.press('Enter').catch(() => undefined);
    expect(await outcome).toMatchObject({ state: 'completed' });
  });

  it('is not approved by a script that clicks in its page', async () => {
    const { surface, outcome, ended } = await openKey('script');
    await settled(surface);
    await confirmButton(surface).evaluate((button: HTMLElement) => {
      button.click();
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    // A round trip over the same bridge: an approval would have been told before it.
    await confirmButton(surface).isEnabled();
    expect(ended()).toBeUndefined();
    expect(await focusOf(surface)).toBe('Cancel');
    await cancel(surface);
    expect(await outcome).toEqual(DENIED);
  });

  it('is not approved by a press that began before it settled', async () => {
    const { surface, outcome, ended } = await openKey('early');
    const box = await confirmButton(surface).boundingBox();
    if (box === null) throw new Error('Approve is not drawn.');
    await surface.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // Getting the focus begins the settling anew: begun by the press itself, it is later than that on any machine.
    await surface.evaluate(() => {
      const again = (): boolean => window.dispatchEvent(new Event('focus'));
      window.addEventListener('pointerdown', again, { capture: true, once: true });
    });
    await surface.mouse.down();
    await settled(surface);
    await surface.mouse.up();
    await confirmButton(surface).isEnabled();
    expect(ended()).toBeUndefined();
    // The same press, begun now, counts.
    await surface.mouse.down();
    await surface.mouse.up().catch(() => undefined);
    expect(await outcome).toMatchObject({ state: 'completed' });
  });

  it('asks for a tick where the warning is of danger: an unlimited approval', async () => {
    const key = await openKey('spender');
    await settled(key.surface);
    await confirm(key.surface);
    expect(await key.outcome).toMatchObject({ state: 'completed' });
    const { surface, outcome } = await open((await prepareApproval(launched.page)).id);
    const tick = surface.getByRole('checkbox', { name: 'I know this spender' });
    await surface.getByText('Unlimited approval').waitFor();
    await surface.getByText('Scroll to the end to continue.', { exact: false }).waitFor({ timeout: 30_000 });
    expect(await confirmButton(surface).isDisabled()).toBe(true);
    // The focus is on Deny: keys scroll all the same.
    await surface.keyboard.press('End');
    await surface
      .getByText('Read the warning, then tick the box above.', { exact: false })
      .waitFor({ timeout: 30_000 });
    expect(await confirmButton(surface).isDisabled()).toBe(true);
    await tick.check();
    await settled(surface);
    await tick.uncheck();
    expect(await confirmButton(surface).isDisabled()).toBe(true);
    await tick.check();
    await confirm(surface);
    expect(await outcome).toMatchObject({ state: 'completed' });
  });
});
