// A file of secrets of which one row can't be imported.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecretImport, SecretRow } from '#preload/contract/secrets.ts';
import { FakeConsole } from './fake-console.ts';
import { browserPath, WindowBench } from './open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const row = (id: number, name: string, problem = ''): SecretRow => ({
  ...{ id, name, length: problem === '' ? 12 : 0, properties: [], secretId: null, problem },
  state: problem === '' ? 'ready' : 'refused',
});

/** A console that gathered these rows. */
function gathered(rows: SecretRow[]): { fake: FakeConsole; begun: () => number } {
  const fake = new FakeConsole();
  const leftOut = rows.filter(({ state }) => state === 'refused').length;
  const current: SecretImport = {
    ...{ title: 'a.env', stage: 'gathering', rows, set: null, sources: [], leftOut, fault: null },
  };
  let count = 0;
  fake.overrides.set('secrets.current', () => Promise.resolve(current));
  fake.overrides.set('secrets.begin', () => {
    count += 1;
    return Promise.resolve(current);
  });
  return { fake, begun: () => count };
}

describe.skipIf(browserPath === undefined)(`a marked row of an import of secrets${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const open = async (fake: FakeConsole) => {
    const opened = await bench.open(fake);
    await opened.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Import', exact: true })
      .click();
    return opened;
  };

  it('is left out, and the button and the note say so', async () => {
    const { fake, begun } = gathered([row(0, 'A'), row(1, 'EMPTY', 'The value is empty'), row(2, 'B')]);
    const { page, faults } = await open(fake);
    await page
      .getByText('1 secret can’t be imported and will be left out: see why in its row.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Import 2 of 3 secrets' }).click();
    await expect.poll(begun).toBe(1);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('keeps the button off where no row is ready', async () => {
    const { fake } = gathered([row(0, 'EMPTY', 'The value is empty')]);
    const { page } = await open(fake);
    await page.getByText(/can’t be imported: see why in its row\. Rename or remove it\./).waitFor();
    expect(await page.getByRole('button', { name: 'Import 1 secret' }).isDisabled()).toBe(true);
    await page.close();
  });
});
