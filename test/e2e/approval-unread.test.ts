// Facts below the fold: the confirming button waits for whoever approves to have had them in view.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import { callBridge, enroll, prepareKey } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';
import { pointerOf } from './pointer.ts';
import { settled, showSurface } from './surface-on-screen.ts';

const UNREAD = 'Scroll to the end to continue.';

describeHosts(['electron', 'chromium'], 'facts below the fold', (host) => {
  let launched: Launched;
  beforeAll(async () => {
    launched = await launchConsole({ host, headed: true });
    await enroll(launched.page);
  });
  afterAll(() => launched.close());

  /** Prepares 20 users: more facts than a card has room for. */
  async function prepareUsers(): Promise<string> {
    const users = Array.from({ length: 20 }, (_, index) => ({
      userName: `User ${index + 1}`,
      userEmail: `user-${index + 1}@example.com`,
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    }));
    const answer = await callBridge(launched.page, 'requests.prepare', {
      operation: 'create_users',
      parameters: { users },
    });
    if (!answer.ok) throw new Error(answer.message);
    return (answer.value as Preview).id;
  }

  it('are not approved before the end was in view: by keys', async () => {
    const pointer = pointerOf(launched);
    const shown = await showSurface(launched, await prepareUsers());
    await shown.surface.getByText(UNREAD).waitFor({ timeout: 30_000 });
    await keepPicture(host, shown.surface, 'approval-unread');
    expect(await shown.approve.isDisabled()).toBe(true);
    await pointer.onto(shown.approve);
    await pointer.click();
    expect(shown.ended()).toBeUndefined();
    await vi.waitFor(
      async () => {
        await pointer.key('Next');
        expect(await shown.approve.isEnabled()).toBe(true);
      },
      { timeout: 30_000, interval: 100 },
    );
    await keepPicture(host, shown.surface, 'approval-read');
    await pointer.click();
    expect(await shown.outcome).toMatchObject({ state: 'completed' });
  });

  it('have to be read again when the window becomes smaller', async () => {
    const shown = await showSurface(launched, (await prepareKey(launched.page, 'resized')).id);
    await settled(shown);
    if (launched.electron === undefined) await shown.surface.setViewportSize({ width: 420, height: 330 });
    else
      await launched.electron.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setMinimumSize(300, 300);
        window?.setContentSize(420, 330);
      });
    await shown.surface.getByText(UNREAD).waitFor({ timeout: 30_000 });
    expect(await shown.approve.isDisabled()).toBe(true);
    await shown.surface.keyboard.press('End');
    await settled(shown);
    await shown.surface.keyboard.press('Escape').catch(() => undefined);
    expect(await shown.outcome).toEqual({ state: 'denied' });
  });
});
