// The approval surface, attacked by script in the window, under the screen's own pointer and keys.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callBridge, enroll, prepareKey, pressSomething } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type Launched, launchConsole } from './launch.ts';
import { type Pointer, pointerOf } from './pointer.ts';
import { type OnScreen, settled, showSurface } from './surface-on-screen.ts';

const DENIED = { state: 'denied' };
/** Long enough for an approval to have been sent, stamped and answered. */
const QUIET_MS = 1_500;

describeHosts(['electron', 'chromium'], 'the approval surface under attack', (host) => {
  let launched: Launched;
  let pointer: Pointer;

  beforeAll(async () => {
    launched = await launchConsole({ host, headed: true });
    pointer = pointerOf(launched);
    await enroll(launched.page);
  });
  afterAll(() => launched.close());

  const open = async (name: string): Promise<OnScreen> => {
    const shown = await showSurface(launched, (await prepareKey(launched.page, name)).id);
    return shown;
  };
  /** Where the window is, and how large. */
  const placeOf = (): Promise<unknown> =>
    launched.page.evaluate(() => [window.screenX, window.screenY, window.outerWidth, window.outerHeight]);
  const denyByPointer = async ({ deny, outcome }: OnScreen): Promise<void> => {
    await pointer.onto(deny);
    await pointer.click();
    expect(await outcome).toEqual(DENIED);
  };

  it('approves on a real press, and denies on one, when nobody attacks', async () => {
    const denied = await open('by-hand-no');
    await denyByPointer(denied);
    const shown = await open('by-hand-yes');
    await settled(shown);
    await pointer.onto(shown.approve);
    await pointer.click();
    expect(await shown.outcome).toMatchObject({ state: 'completed' });
  });

  it('is denied by a click on Deny while the page moves and resizes the window under it', async () => {
    for (const attack of ['move', 'resize'] as const) {
      const shown = await open(`moved-${attack}`);
      await settled(shown);
      const [from, to] = await Promise.all([shown.deny.boundingBox(), shown.approve.boundingBox()]);
      if (from === null || to === null) throw new Error('The buttons are not drawn.');
      await pointer.onto(shown.deny);
      const by = { x: from.x + from.width / 2 - to.x - to.width / 2, attack };
      const before = await placeOf();
      await launched.page.evaluate(({ x, attack }) => {
        // The card is in the middle: twice the size moves it by once.
        const moves =
          attack === 'resize'
            ? [() => window.resizeBy(2 * x, 0)]
            : [() => window.moveBy(x, 0), () => window.moveTo(window.screenX + x, window.screenY)];
        for (const move of moves) {
          try {
            move();
          } catch {
            // Not every host leaves a page these.
          }
        }
      }, by);
      await setTimeout(150);
      await pointer.click();
      expect(await shown.outcome).toEqual(DENIED);
      expect(await placeOf()).toEqual(before);
    }
  });

  it('gives a page no way to draw a list, a picker or a box over the card', async () => {
    const shown = await open('forged');
    await settled(shown);
    const before = await pointer.windows();
    await launched.page.evaluate(() => {
      const [select, date, color] = [
        document.createElement('select'),
        Object.assign(document.createElement('input'), { type: 'date' }),
        Object.assign(document.createElement('input'), { type: 'color' }),
      ] as const;
      for (let line = 0; line < 12; line += 1) select.append(new Option('Send 1.00 USDC to Treasury'));
      document.body.append(select, date, color);
      const open = (): void => {
        for (const each of [select, date, color]) {
          try {
            select.focus();
            (each as { showPicker?: () => void }).showPicker?.();
            (window as { focus?: () => void }).focus?.();
            document.documentElement.requestFullscreen().catch(() => undefined);
          } catch {
            // It is tried again.
          }
        }
      };
      const again = setInterval(open, 50);
      window.setTimeout(() => {
        clearInterval(again);
        for (const each of [select, date, color]) each.remove();
      }, 2_500);
      window.setTimeout(() => alert('Send 1.00 USDC to Treasury'), 100);
      window.setTimeout(() => confirm('Send 1.00 USDC to Treasury'), 200);
      window.setTimeout(() => prompt('Send 1.00 USDC to Treasury'), 300);
      window.setTimeout(() => (window as { print?: () => void }).print?.(), 400);
      open();
    });
    const extra = new Set<string>();
    for (let look = 0; look < 20; look += 1) {
      for (const id of await pointer.windows()) if (!before.includes(id)) extra.add(id);
      await setTimeout(100);
    }
    expect([...extra]).toEqual([]);
    expect(await shown.surface.evaluate(() => document.hasFocus())).toBe(true);
    await denyByPointer(shown);
  });

  it('closes a list that the page had open when the review began', async () => {
    await launched.page.evaluate(() => {
      const select = document.createElement('select');
      select.id = 'forged';
      // In the flow of the page, it would be scrolled out of sight, and the press would miss it.
      select.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 1000;';
      select.append(new Option('Send 1.00 USDC'), new Option('to Treasury'));
      document.body.prepend(select);
    });
    const { id } = await prepareKey(launched.page, 'open-list');
    const before = await pointer.windows();
    await pointer.onto(launched.page.locator('#forged'));
    // By their ids: the surface of the test before may be closing still, so their number says nothing.
    const openLists = async (): Promise<readonly string[]> =>
      (await pointer.windows()).filter((each) => !before.includes(each));
    // The first press after another window was in front only wakes the page's own.
    const lists = await vi.waitFor(
      async () => {
        await pointer.click();
        // A press too early would close the list that the one before opened.
        return vi.waitFor(
          async () => {
            const opened = await openLists();
            expect(opened).not.toEqual([]);
            return opened;
          },
          { timeout: 5_000 },
        );
      },
      { timeout: 30_000 },
    );
    const outcome = callBridge(launched.page, 'requests.review', { previewId: id });
    const surface = await launched.waitForApproval();
    await surface.locator('footer button').first().waitFor();
    const shown = async (): Promise<readonly string[]> =>
      (await pointer.windows()).filter((each) => lists.includes(each));
    await expect.poll(shown).toEqual([]);
    await launched.page.evaluate(() => document.getElementById('forged')?.remove());
    await pointer.onto(surface.locator('footer button').first());
    await pointer.click();
    expect(await outcome).toMatchObject({ ok: true, value: DENIED });
  });

  it('opens no review by script: one press, one review', async () => {
    const previews = await Promise.all(
      ['one', 'two', 'three'].map((name) => prepareKey(launched.page, name)),
    );
    await pressSomething(launched.page);
    const shown = await showSurface(launched, previews[0]?.id ?? '');
    await pressSomething(shown.surface);
    await denyByPointer(shown);
    // The surface of the real press goes a moment after its answer; what is shown from here on, a script opened.
    await expect.poll(() => launched.approvalShown()).toBe(false);
    const answers: unknown[] = [];
    for (const { id } of previews.slice(1)) {
      await launched.page.evaluate(() => {
        document.body.click();
        for (const type of ['pointerdown', 'mousedown', 'keydown'])
          document.body.dispatchEvent(new Event(type, { bubbles: true }));
      });
      answers.push(await callBridge(launched.page, 'requests.review', { previewId: id }));
    }
    expect(answers).toMatchObject([
      { ok: false, code: 'REVIEW_UNASKED' },
      { ok: false, code: 'REVIEW_UNASKED' },
    ]);
    expect(launched.approvalShown()).toBe(false);
  });

  it('keeps what is under review when the page closes its window', async () => {
    const shown = await open('closed-by-script');
    await settled(shown);
    await launched.page.evaluate(() => {
      window.setTimeout(() => (window as { close?: () => void }).close?.(), 0);
    });
    await setTimeout(QUIET_MS);
    expect(shown.ended()).toBeUndefined();
    expect(launched.page.isClosed()).toBe(false);
    await denyByPointer(shown);
  });
});
