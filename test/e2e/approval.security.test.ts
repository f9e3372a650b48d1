// The approval surface, attacked from its own page, from the window and by its absence.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import { callBridge, enroll, pressSomething, prepareKey, review } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';
import { cancel, cancelButton, confirm } from '../tour/decide.ts';

describeHosts(['electron', 'chromium'], 'the approval surface', (host) => {
  let launched: Launched;

  beforeAll(async () => {
    launched = await launchConsole({ host });
    await enroll(launched.page);
  });
  afterAll(() => launched.close());

  /** Opens the surface for a new request. */
  async function open(name: string): Promise<{ id: string; surface: Page; outcome: Promise<Outcome> }> {
    const { id } = await prepareKey(launched.page, name);
    const outcome = review(launched.page, id);
    const surface = await launched.waitForApproval();
    await cancelButton(surface).waitFor();
    return { id, surface, outcome };
  }

  const gone = (): Promise<void> => expect.poll(() => launched.approvalShown()).toBe(false);
  const decide = (surface: Page, previewId: string) =>
    callBridge(surface, 'approval.decide', { previewId, decision: 'approve' });

  it('has a bridge of its own and sees nothing of the window', async () => {
    const { surface, outcome } = await open('alone');
    const seen = await surface.evaluate(() => ({
      areas: Object.keys((window as unknown as { keyops: object }).keyops),
      opener: window.opener === null,
      top: window.top === window,
    }));
    expect(seen).toEqual({ areas: ['approval'], opener: true, top: true });
    await cancel(surface);
    expect(await outcome).toEqual({ state: 'denied' });
    await gone();
  });

  it('cancels on Enter, as Cancel has the focus', async () => {
    const { surface, outcome } = await open('enter');
    await expect.poll(() => surface.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    // The surface goes while the key is still down.
    await surface.keyboard.press('Enter').catch(() => undefined);
    expect(await outcome).toEqual({ state: 'denied' });
    await gone();
  });

  it('approves no other preview than the one it shows', async () => {
    const other = await prepareKey(launched.page, 'other');
    const { surface, outcome } = await open('shown');
    expect(await decide(surface, other.id)).toMatchObject({ ok: false });
    expect(await decide(surface, 'anything')).toMatchObject({ ok: false });
    expect(launched.approvalShown()).toBe(true);
    await cancel(surface);
    expect(await outcome).toEqual({ state: 'denied' });
    await gone();
  });

  it('approves once: the same preview cannot be reviewed again', async () => {
    const { id, surface, outcome } = await open('once');
    await confirm(surface);
    expect(await outcome).toMatchObject({ state: 'completed' });
    await gone();
    await pressSomething(launched.page);
    const again = await callBridge(launched.page, 'requests.review', { previewId: id });
    expect(again.ok && (again.value as Outcome).state === 'completed').toBe(false);
    expect(launched.approvalShown()).toBe(false);
  });

  it('counts as denied when its page goes without an answer', async () => {
    const { surface, outcome } = await open('closed');
    if (launched.electron === undefined) await surface.close();
    else {
      await launched.electron.evaluate(({ webContents }) => {
        for (const contents of webContents.getAllWebContents()) {
          if (contents.getURL().startsWith('approval:')) contents.forcefullyCrashRenderer();
        }
      });
    }
    expect(await outcome).toEqual({ state: 'denied' });
  });
});
