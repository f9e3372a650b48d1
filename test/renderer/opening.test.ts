import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import { FakeConsole } from './fake-console.ts';
import { axeFaults } from './axe.ts';
import { browserPath, WindowBench } from './open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

/** A console that has not told its state until it is let. */
function lateConsole(options: ConstructorParameters<typeof FakeConsole>[0] = {}) {
  const fake = new FakeConsole(options);
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  fake.overrides.set('app.bootstrap', () => told.then(() => fake.bootstrap));
  return { fake, tell };
}

/** Each button's words, and where it is. */
type Place = readonly [text: string, x: number, y: number, width: number, height: number];
const placesOfButtons = (page: Page): Promise<Place[]> =>
  page.getByRole('button').evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.textContent, x, y, width, height] as const;
    }),
  );

/** What the state adds stands inside a button, such as how long a session lasts. */
function expectSamePlaces(before: readonly Place[], after: readonly Place[]): void {
  for (const [text, ...place] of before) {
    const same = after.filter(([other]) => other.startsWith(text));
    expect(same.map(([, ...itsPlace]) => itsPlace)).toContainEqual(place);
  }
}

describe.skipIf(browserPath === undefined)(`a window before its state is known${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('goes to a screen where the screens came last time, and shows it once it can', async () => {
    const { fake, tell } = lateConsole();
    const { page, faults } = await bench.open(fake, undefined, '#opening');
    const nav = page.getByRole('navigation', { name: 'Screens' });
    await nav.getByRole('button', { name: 'Journal' }).click();
    await expect.poll(() => nav.locator('[aria-current=page]').innerText()).toBe('Journal');
    expect(await page.getByRole('button', { name: /Profile/ }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await nav.getByRole('button', { name: 'Contacts' }).focus();
    tell();
    await page.locator('footer').last().waitFor();
    // What had the focus keeps it: it is the same sidebar.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Contacts');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Journal');
    expect(faults).toEqual([]);
  });

  it('attack: a mark that somebody else wrote shows nothing of a locked console', async () => {
    const { fake, tell } = lateConsole({ locked: true });
    const { page } = await bench.open(fake, undefined, '#opening');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    tell();
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(fake.calls.map(({ name }) => name)).not.toContain('activities.list');
  });

  it('attack: nothing of the screens that can be pressed moves when the state comes', async () => {
    const { fake, tell } = lateConsole();
    const { page } = await bench.open(fake, undefined, '#opening');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const before = await placesOfButtons(page);
    tell();
    await page.locator('footer').last().waitFor();
    expect(before.length).toBeGreaterThan(15);
    expectSamePlaces(before, await placesOfButtons(page));
  });

  it.each<readonly VerificationMethod[]>([
    ['passphrase', 'passkey'],
    ['polkit', 'passphrase', 'passkey'],
    ['touchId', 'passphrase', 'passkey'],
  ])(
    'attack: nothing of the first question moves when the state comes, with %s, %s, %s',
    async (...offered) => {
      const { fake, tell } = lateConsole({ unlockChosen: false });
      const answer = await fake.call('lock.state', undefined);
      let tellLock: () => void = () => undefined;
      const lockTold = new Promise<void>((resolve) => (tellLock = resolve));
      fake.overrides.set('lock.state', () =>
        lockTold.then(() => ({ ...(answer.ok ? (answer.value as object) : {}), offered })),
      );
      const { page, faults } = await bench.open(fake, undefined, '#new');
      await page.getByRole('button', { name: 'Go without' }).waitFor();
      const drawn = await placesOfButtons(page);
      expect(await axeFaults(page)).toEqual([]);
      tell();
      await expect.poll(() => fake.calls.filter(({ name }) => name === 'lock.state').length).toBe(2);
      const known = await placesOfButtons(page);
      tellLock();
      await expect.poll(() => page.getByText('Checking whether').count()).toBe(0);
      expect(await page.getByRole('listitem').count()).toBe(3);
      expect(drawn.map(([text]) => text)).toEqual(['Set up', 'Set up', 'Go without']);
      expectSamePlaces(drawn, known);
      expectSamePlaces(drawn, await placesOfButtons(page));
      await page.getByRole('button', { name: 'Go without' }).click();
      await expect.poll(() => fake.calls.map(({ name }) => name)).toContain('lock.goWithout');
      expect(faults).toEqual([]);
    },
  );

  it('takes the first choice of an operator before it knows anything', async () => {
    const { fake, tell } = lateConsole({ unlockChosen: false });
    const { page } = await bench.open(fake, undefined, '#new');
    await page.getByRole('button', { name: 'Set up passphrase' }).click();
    await expect.poll(() => fake.calls.map(({ name }) => name)).toContain('lock.choose');
    tell();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  it('draws no screens over a folder of which nothing is known', async () => {
    const { fake, tell } = lateConsole();
    const { page } = await bench.open(fake);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'attached' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    tell();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });
});
