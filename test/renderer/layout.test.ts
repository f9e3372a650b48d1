import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCREENS } from '#renderer/shell/screens.ts';
import { preparedBatch } from './fake-batches.ts';
import { FakeConsole } from './fake-console.ts';
import { browserPath, WindowBench } from './open-window.ts';

const SHOTS = process.env['SHOTS'];
const shot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png` });
  }
};
const placeOf = async (of: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await of.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  return box;
};
const widthsOf = (cells: Locator): Promise<number[]> =>
  cells.evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().width)));

describe.skipIf(browserPath === undefined)('what is drawn', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake: FakeConsole, width = 1280, height = 800): Promise<Page> => {
    fake.bootstrap = { ...fake.bootstrap, theme: 'system' };
    const { page } = await bench.open(fake, { width, height });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.getByRole('button', { name: 'Journal' }).first().waitFor();
    return page;
  };
  const visit = (page: Page, name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();

  test.each([1024, 1280])('a vote leaves every column of the journal readable at %i', async (width) => {
    const page = await opened(new FakeConsole(), width);
    await visit(page, 'Journal');
    const vote = page.getByRole('row').filter({ hasText: 'Approve activity' });
    await vote.waitFor();
    await shot(page, `journal-${width}`);
    const table = page.getByRole('grid', { name: 'Journal' });
    const { over, lines } = await table.evaluate((grid) => ({
      over:
        grid.getBoundingClientRect().right - (grid.closest('section')?.getBoundingClientRect().right ?? 0),
      lines: [...grid.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().height / 18),
    }));
    expect(over).toBeLessThanOrEqual(0);
    // A digest in lines of one character would make its row 64 lines high.
    expect(Math.max(...lines)).toBeLessThan(7);
    const [, what = 0, by = 0, digest = 0, outcome = 0] = await widthsOf(vote.locator('th, td'));
    expect(digest).toBeGreaterThan(260);
    expect(what).toBeGreaterThan(150);
    expect(Math.min(by, outcome)).toBeGreaterThan(80);
    await page.context().close();
  });

  test('Create wallet says nothing is wrong before a key is pressed, and does once it is submitted', async () => {
    const page = await opened(new FakeConsole());
    await visit(page, 'Wallets');
    await page.getByRole('button', { name: 'Create a wallet' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    // Each chain that is chosen shows the path of its account.
    await dialog.getByRole('button', { name: 'Solana', exact: true }).click();
    await dialog.getByText("m/44'/60'/0'/0/0").waitFor();
    await dialog.getByText("m/44'/501'/0'/0'").waitFor();
    await page.waitForTimeout(300);
    await shot(page, 'create-wallet');
    expect(await dialog.locator('[aria-invalid="true"], [data-invalid]').count()).toBe(0);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: /Preview|Review/ }).click();
    await dialog.locator('[aria-invalid="true"], [data-invalid]').first().waitFor();
    await page.context().close();
  });

  test('a batch that waits for votes says so, and its bar is empty', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('requestGroups.list', () =>
      Promise.resolve([{ ...preparedBatch, state: 'ended', total: 3, waiting: 3 }]),
    );
    const page = await opened(fake);
    await visit(page, 'Batch');
    const card = page.getByRole('region', { name: 'payouts.jsonl' });
    await card.getByText('Waiting for 3 approvals', { exact: true }).waitFor();
    await shot(page, 'batch-waiting');
    expect(await card.getByText('Ended').count()).toBe(0);
    expect(await card.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).value)).toBe(0);
    await page.context().close();
  });

  test('an empty value of a file is marked in its row, and the others are there', async () => {
    const fake = new FakeConsole();
    const row = { id: 0, name: 'STRIPE_SECRET', length: 107, properties: [], state: 'ready', problem: '' };
    const empty = {
      ...row,
      id: 1,
      name: 'EMPTY',
      length: 0,
      state: 'refused',
      problem: 'The value is empty',
    };
    const rows = [row, empty].map((each) => ({ ...each, secretId: null }));
    fake.overrides.set('secrets.current', () =>
      Promise.resolve({
        title: 'a.env',
        stage: 'gathering',
        rows,
        set: null,
        sources: [],
        leftOut: 1,
        fault: null,
      }),
    );
    const page = await opened(fake);
    await visit(page, 'Import');
    await page.getByRole('row').filter({ hasText: 'The value is empty' }).waitFor();
    await shot(page, 'secrets-empty');
    expect(await page.getByRole('row').filter({ hasText: 'Ready' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Import 1 of 2 secrets' }).isEnabled()).toBe(true);
    await page.getByText('1 secret can’t be imported and will be left out: see why in its row.').waitFor();
    await page.context().close();
  });

  test('typed data that is pasted to be signed opens the operation that signs it', async () => {
    const page = await opened(new FakeConsole());
    const json = '{"types":{"Permit":[]},"primaryType":"Permit","domain":{"name":"USD Coin"},"message":{}}';
    await page.getByRole('textbox', { name: /Unsigned transaction/ }).fill(json);
    await page.getByText('This is typed data, not a transaction').waitFor();
    await shot(page, 'typed-data');
    expect(await page.getByText(/Invalid hex/).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign typed data…' }).click();
    const payload = page.getByRole('dialog').getByRole('textbox', { name: /^Payload/ });
    await payload.waitFor();
    await shot(page, 'typed-data-form');
    expect(await payload.inputValue()).toBe(json);
    await page.getByRole('dialog').getByText('EIP-712').first().waitFor();
    await page.context().close();
  });

  test('a list is at most 1,200 px wide in a window of 2,560', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('requestGroups.list', () => Promise.resolve([preparedBatch]));
    const page = await opened(fake, 2560, 1440);
    const main = page.getByRole('main');
    const found = new Map<string, number[]>();
    const measure = async (where: string): Promise<void> => {
      await main.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      const lists = main.locator('[role="grid"], [role="listbox"], [role="tree"], table, ul, ol, dl');
      found.set(where, await widthsOf(lists));
      await shot(page, `wide-${where}`);
    };
    for (const { name, id } of SCREENS) {
      await visit(page, name);
      await main.getByRole('heading').or(main.getByRole('textbox')).first().waitFor();
      await measure(id);
    }
    for (const name of ['Wallets and secrets', 'Organization']) {
      await visit(page, name);
      const parts = main.getByRole('radiogroup').first().getByRole('radio');
      await parts.first().waitFor();
      for (const part of await parts.allTextContents()) {
        await main.getByRole('radio', { name: part, exact: true }).click();
        await measure(`${name}, ${part}`);
      }
    }
    await visit(page, 'Payments');
    await page.getByRole('radio', { name: 'From a file' }).click();
    await page.getByRole('textbox', { name: 'CSV file' }).fill('/home/ops/vendors.csv');
    await page.getByRole('button', { name: 'Read columns' }).click();
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('grid', { name: 'The file' }).waitFor();
    await measure('payments-file');
    expect([...found].filter(([, widths]) => widths.some((width) => width > 1200))).toEqual([]);
    // Forms alone have none.
    const without = [...found].flatMap(([where, widths]) => (widths.length === 0 ? [where] : []));
    expect(without).toEqual(['sign', 'payments', 'import']);
    await page.context().close();
  });

  test('a toast takes room of its own: it lies on nothing', async () => {
    const fake = new FakeConsole();
    const page = await opened(fake);
    await visit(page, 'Activities');
    await page.getByRole('listbox', { name: 'Activities' }).waitFor();
    await page.evaluate(() => {
      const { fakeNews } = globalThis as unknown as { fakeNews: (name: string, payload: unknown) => void };
      fakeNews('activities.noticed', {
        title: 'Your request was approved and failed',
        text: 'Sign a transaction',
      });
    });
    const toast = page.getByText('Your request was approved and failed');
    await toast.waitFor();
    await shot(page, 'toast');
    const box = await placeOf(toast);
    const main = await placeOf(page.getByRole('main'));
    expect(box.y).toBeGreaterThanOrEqual(main.y + main.height);
    await page.context().close();
  });

  test('Lock is in sight, and nothing lies on it, at 150 % zoom of 1280×800', async () => {
    const page = await opened(new FakeConsole(), 853, 533);
    await shot(page, 'zoom-150');
    const hit = await page.getByRole('button', { name: /^Lock/ }).evaluate((lock) => {
      const { left, top, width, bottom, height } = lock.getBoundingClientRect();
      const on = document.elementFromPoint(left + width / 2, top + height / 2);
      return { isOnTop: lock.contains(on), below: bottom - window.innerHeight };
    });
    expect(hit.isOnTop).toBe(true);
    expect(hit.below).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: /^Integrations/ }).click();
    await page.context().close();
  });

  test('the ring of the focused list has its four sides', async () => {
    const page = await opened(new FakeConsole());
    await visit(page, 'Activities');
    const list = page.getByRole('listbox', { name: 'Activities' });
    await list.waitFor();
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await shot(page, 'ring');
    await page.emulateMedia({ colorScheme: 'light' });
    const box = await placeOf(list);
    const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 };
    const png = (await page.screenshot({ clip })).toString('base64');
    const plain = await page.context().newPage();
    const sides = await plain.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), image);
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.drawImage(image, 0, 0);
      const isAccent = (x: number, y: number): boolean => {
        const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
        return blue > 180 && red < 130 && green < 130;
      };
      const depth = [0, 1, 2, 3, 4, 5, 6, 7];
      const [midX, midY] = [Math.round(image.width / 2), Math.round(image.height / 2)];
      return {
        top: depth.some((at) => isAccent(midX, at)),
        bottom: depth.some((at) => isAccent(midX, image.height - 1 - at)),
        left: depth.some((at) => isAccent(at, midY)),
        right: depth.some((at) => isAccent(image.width - 1 - at, midY)),
      };
    }, png);
    expect(sides).toEqual({ top: true, bottom: true, left: true, right: true });
    await page.context().close();
  });

  test('forced colors keep what is chosen apart from what is not', async () => {
    const page = await opened(new FakeConsole());
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, 'Activities');
    const options = page.getByRole('listbox', { name: 'Activities' }).getByRole('option');
    await options.first().click();
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/forced.png` });
    const backgroundOf = (of: Locator): Promise<string> =>
      of.evaluate((element) => getComputedStyle(element).backgroundColor);
    const sidebar = page.getByRole('navigation', { name: 'Screens' });
    const [selected, canvas] = await page.evaluate(() =>
      ['SelectedItem', 'Canvas'].map((color) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = `forced-color-adjust: none; background: ${color}`;
        return getComputedStyle(probe).backgroundColor;
      }),
    );
    const chosen = [
      options.first(),
      sidebar.getByRole('button', { name: 'Activities' }),
      page.getByRole('radio', { name: 'All' }),
    ];
    for (const each of chosen) expect(await backgroundOf(each)).toBe(selected);
    expect(await backgroundOf(options.nth(1))).not.toBe(selected);
    expect(await backgroundOf(page.locator('[class*="dot"]').last())).not.toBe(canvas);
    await page.context().close();
  });
});
