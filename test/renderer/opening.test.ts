import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe.skipIf(browserPath === undefined)(`a window before its state is known${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  }, 240_000);
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

  it('attack: nothing that can be pressed moves when the state comes', async () => {
    const { fake, tell } = lateConsole();
    const { page } = await bench.open(fake, undefined, '#opening');
    const buttons = page.getByRole('button');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const placed = async () =>
      buttons.evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [each.textContent, x, y, width, height] as const;
        }),
      );
    const before = await placed();
    tell();
    await page.locator('footer').last().waitFor();
    const after = await placed();
    expect(before.length).toBeGreaterThan(15);
    // What the state adds stands inside, such as how long a session lasts.
    for (const [text, ...place] of before) {
      const same = after.filter(([other]) => other.startsWith(text));
      expect(same.map(([, ...itsPlace]) => itsPlace)).toContainEqual(place);
    }
  });

  it('attack: going without a method can be pressed only where it stays', async () => {
    const fake = new FakeConsole({ unlockChosen: false });
    const answer = await new FakeConsole().call('lock.state', undefined);
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    fake.overrides.set('lock.state', () => told.then(() => (answer.ok ? answer.value : undefined)));
    const { page } = await bench.open(fake);
    const without = page.getByRole('button', { name: 'Go without' });
    await without.waitFor();
    expect(await without.isDisabled()).toBe(true);
    tell();
    await page.getByRole('listitem').first().waitFor();
    await without.click();
    await expect.poll(() => fake.calls.map(({ name }) => name)).toContain('lock.goWithout');
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
