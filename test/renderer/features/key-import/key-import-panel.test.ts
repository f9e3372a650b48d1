import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyImport } from '#preload/contract/key-imports.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { keyDraft, walletDraft } from '../../fake-key-imports.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const activityId = '0191f3a2-7c11-7c3e-8a10-2b6f0c9d1e4f';
const completed = (passed: boolean): Outcome => ({
  state: 'completed',
  activityId,
  fingerprint: 'sha256:00',
  result: {},
  verifications: [{ name: 'Addresses', passed, detail: 'What the service derived.' }],
  transaction: null,
});

describe.skipIf(browserPath === undefined)(`the import of a key in a browser${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  /** The private key's part of the import screen, with an import that stands as given. */
  const open = async (current: KeyImport | null): Promise<{ double: FakeConsole; page: Page }> => {
    const double = new FakeConsole();
    double.overrides.set('keyImports.current', () => Promise.resolve(current));
    const { page } = await bench.open(double);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Import' }).click();
    await page.getByRole('radio', { name: 'Private key' }).click();
    return { double, page };
  };
  const at = (status: KeyImport['status'], of = keyDraft): KeyImport => ({ ...of, name: 'Treasury', status });

  const states: [string, KeyImport, string, string[]][] = [
    [
      'waits for votes on its target',
      at({ state: 'waiting', step: 'target', activityId }),
      'it is lost when you lock or close the console',
      ['Show votes', 'Discard import', 'Refresh'],
    ],
    [
      'waits for votes on what was sealed',
      at({ state: 'waiting', step: 'key', activityId }, walletDraft),
      'The key itself is wiped here.',
      ['Show votes', 'Discard import', 'Refresh'],
    ],
    [
      'got no answer',
      at({ state: 'unanswered', step: 'key', fingerprint: 'sha256:00' }),
      'No answer: the request may or may not have taken effect',
      ['Discard import', 'Send the same bytes again'],
    ],
    ['is sealed', at({ state: 'sealed' }), 'Sealed, not sent yet', ['Discard import', 'Resume']],
    [
      'is in',
      { ...at({ state: 'ended', step: 'key', outcome: completed(true) }), source: '/media/paper/key.txt' },
      'Delete /media/paper/key.txt',
      ['Done'],
    ],
    [
      'was denied',
      at({ state: 'ended', step: 'key', outcome: { state: 'denied' } }),
      'The key was wiped from memory, and nothing was imported.',
      ['Done'],
    ],
    [
      'had a target that did not hold',
      at({ state: 'ended', step: 'target', outcome: completed(false) }),
      'The encryption key failed a check',
      ['Done'],
    ],
    [
      'is not what was shown',
      at({ state: 'ended', step: 'key', outcome: completed(false) }),
      'The imported key doesn’t match what was shown',
      ['Done'],
    ],
  ];
  test.each(states)('one that %s says so, and what can be done', async (_what, current, words, actions) => {
    const { page } = await open(current);
    await page.getByText(words).waitFor();
    for (const name of actions) await page.getByRole('button', { name }).waitFor();
    expect(await page.getByText('doesn’t match what was shown').count()).toBe(
      words.includes('doesn’t match') ? 1 : 0,
    );
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  });

  test('says which key the service holds already, before anything is asked for', async () => {
    const known = [{ name: 'Old treasury', address: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF' }];
    const { page, double } = await open({ ...keyDraft, known });
    await page.getByText('The service already holds this key').waitFor();
    await page.getByText(/Old treasury \(0x2B5A/).waitFor();
    await page.getByRole('button', { name: 'Import private key' }).click();
    await page.getByText('Enter a name for the private key.').waitFor();
    expect(double.calls.some(({ name }) => name === 'keyImports.begin')).toBe(false);
    await page.context().close();
  });

  test('asks for the passphrase of an encrypted file, and empties what is secret when it is read', async () => {
    const { page, double } = await open(null);
    double.overrides.set('keyImports.read', () =>
      Promise.reject(new FakeRefusal('PASSPHRASE_WRONG', 'Wrong passphrase.', 'Type it again.')),
    );
    await page.getByRole('radio', { name: 'From a file' }).click();
    await page.getByRole('textbox', { name: 'File', exact: true }).fill('/media/paper/key.age');
    await page.getByLabel('File passphrase').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong passphrase.').waitFor();
    expect(await page.getByLabel('File passphrase').inputValue()).toBe('');
    expect(double.calls.find(({ name }) => name === 'keyImports.read')?.input).toEqual({
      kind: 'privateKey',
      source: { file: '/media/paper/key.age' },
      passphrase: 'correct horse',
    });
    await page.context().close();
  });

  test('wipes a draft when its screen is left, and leaves alone what is under way', async () => {
    for (const [current, wiped] of [
      [keyDraft, true],
      [at({ state: 'waiting', step: 'key', activityId }), false],
    ] as const) {
      const { page, double } = await open(current);
      await page.getByText('0x2B5AD5').first().waitFor();
      await page.keyboard.press('Control+5');
      await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor();
      expect(double.calls.some(({ name }) => name === 'keyImports.clear')).toBe(wiped);
      await page.context().close();
    }
  });
});
