import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { toHex } from '#protocol/encoding.ts';
import { createFrameReader } from '#protocol/offline/frames.ts';
import { writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { SCREEN_IDS, type ScreenId } from '#renderer/navigation/navigation.ts';
import { GO_TO } from '#renderer/navigation/shortcuts.ts';
import { stampFile } from '../protocol/offline/files.ts';
import { axeFaults } from './axe.ts';
import { readCode } from './read-code.ts';
import { preparedBatch } from './fake-batches.ts';
import { FakeConsole } from './fake-console.ts';
import { workingSnapshot } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

interface Scene {
  readonly state?: Partial<AppSnapshot>;
  /** Words that say that the scene is there. */
  readonly shows: string | RegExp;
  readonly act?: (page: Page) => Promise<void>;
}

const { health } = workingSnapshot;
const broken = (message: string) => ({ message, remedy: 'What to do.' });
const visit = async (page: Page, id: ScreenId): Promise<void> => {
  for (const key of GO_TO[id].keys.split(' ')) await page.keyboard.press(key);
};

const tell = (page: Page, name: string, payload: unknown): Promise<void> =>
  page.evaluate(
    ([news, content]) => {
      const { fakeNews } = globalThis as unknown as { fakeNews: (name: unknown, payload: unknown) => void };
      fakeNews(news, content);
    },
    [name, payload] as const,
  );

const readBatch = async (page: Page, path: string): Promise<void> => {
  await visit(page, 'batch');
  await page.getByRole('textbox', { name: 'File' }).fill(path);
  await page.keyboard.press('Enter');
};

const openOffline = async (page: Page): Promise<void> => {
  await visit(page, 'offline');
  await page.getByLabel('File or folder').fill('/media/usb/1f0a9c77be6a4e10.keyops-request');
  await page.keyboard.press('Enter');
  await page.getByText('Review and approve').waitFor();
};

const openCeremony = async (page: Page): Promise<void> => {
  await visit(page, 'ceremony');
  await page.getByRole('button', { name: 'Open Vault keys' }).click();
  await page.getByRole('button', { name: 'Back up on paper' }).waitFor();
};

/** What is wider than its place: the page, the screen, or a control that nothing scrolls into sight. */
const cutOff = (page: Page): Promise<{ page: number; main: number; controls: string[] }> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== main &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const right = main?.getBoundingClientRect().right ?? 0;
    const controls = [...(main?.querySelectorAll('button, input, textarea, [role="radio"]') ?? [])].filter(
      (each) => each.getBoundingClientRect().right > right + 1 && !scrolls(each.parentElement),
    );
    return {
      page: document.documentElement.scrollWidth,
      main: (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
      controls: controls.map((each) => each.getAttribute('aria-label') ?? each.textContent),
    };
  });

/** What is chosen and looks like what is not, each beside another of its kind. */
const chosenAlike = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const looks = (element: Element): string => {
      const { backgroundColor, color, outline, border, fontWeight } = getComputedStyle(element);
      return [backgroundColor, color, outline, border, fontWeight].join(' ');
    };
    const chosen = document.querySelectorAll('[data-selected], [aria-current], [aria-selected="true"]');
    return [...chosen].flatMap((each) => {
      const other = [...(each.parentElement?.children ?? [])].find(
        (beside) =>
          beside !== each &&
          beside.tagName === each.tagName &&
          beside.className !== '' &&
          !beside.matches('[data-selected], [aria-current], [aria-selected="true"]'),
      );
      if (other === undefined || looks(other) !== looks(each)) return [];
      // A row is told by its cells.
      const [cell, beside] = [each.firstElementChild, other.firstElementChild];
      const isTold = cell !== null && beside !== null && looks(cell) !== looks(beside);
      return isTold ? [] : [each.textContent];
    });
  });

const SHOWN: Readonly<Record<ScreenId, string>> = {
  sign: 'Unsigned transaction',
  payments: 'No payment yet',
  batch: 'Batch file',
  activities: 'newest first',
  contacts: 'Brightline Logistics',
  keys: 'treasury-hot',
  export: 'What to export',
  import: 'Source',
  credentials: 'Credentials for Local',
  sessions: 'Evening batch',
  offline: 'Open a request, a stamp or an answer',
  ceremony: 'Register public keys',
  operations: 'Choose an operation',
  wallets: 'Payout wallet',
  organization: 'desk-two',
  integrations: 'ledger-sync',
  journal: 'Approve activity',
  settings: 'Appearance',
};

const scenes: Readonly<Record<string, Scene>> = {
  'first run': { state: { credentials: [] }, shows: 'Welcome to KeyOps Console' },
  'first start, nothing chosen': {
    state: { credentials: [], unlockChosen: false },
    shows: 'Choose how to unlock the console',
  },
  'first run, creating': {
    state: { credentials: [] },
    shows: 'P-256 works with every service',
    act: (page) => page.keyboard.press('Enter'),
  },
  'first run, bringing': {
    state: { credentials: [] },
    shows: 'Raw hex doesn’t include its curve',
    act: (page) => page.getByRole('button', { name: 'Import an API key' }).click(),
  },
  'registering a passkey': {
    shows: 'The key stays in the authenticator',
    act: async (page) => {
      await visit(page, 'credentials');
      await page.getByRole('button', { name: 'Register a passkey' }).click();
    },
  },
  'a passkey asked in the browser': {
    shows: 'Use Phone there to stamp the request',
    act: (page) => tell(page, 'passkeys.ceremony', { kind: 'get', label: 'Phone', code: 'K7Q-4MX' }),
  },
  'adding a contact': {
    shows: 'How you confirmed the addresses',
    act: async (page) => {
      await visit(page, 'contacts');
      await page.getByRole('button', { name: 'New contact' }).click();
    },
  },
  'a key ceremony': { shows: 'Shares needed to restore', act: openCeremony },
  'a share that is written down': {
    shows: 'Words from the paper',
    act: async (page) => {
      await openCeremony(page);
      await page.getByRole('button', { name: 'Back up on paper' }).click();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByText('duckling').waitFor();
    },
  },
  'the public keys of a ceremony': {
    shows: 'ID of the user who gets it',
    act: async (page) => {
      await visit(page, 'ceremony');
      await page.getByLabel('File of public keys').fill('/media/usb/vault.keyops-keys');
      await page.keyboard.press('Enter');
    },
  },
  locked: { state: { locked: true }, shows: 'The console is locked' },
  'keychain missing': {
    state: {
      health: { ...health, keychain: { state: 'missing', backend: 'GNOME Keyring', ...broken('No bus.') } },
    },
    shows: 'No keychain available',
  },
  'keychain locked': {
    state: {
      health: { ...health, keychain: { state: 'locked', backend: 'GNOME Keyring', ...broken('Locked.') } },
    },
    shows: 'The keychain is locked',
  },
  'service failed': {
    state: {
      health: {
        ...health,
        service: { state: 'failed', ...broken('It ended with code 1.') },
        journal: { state: 'tampered', lines: 3, ...broken('Line 2 was changed.') },
        clock: { offsetMs: 4_000_000 },
      },
    },
    shows: 'It ended with code 1.',
  },
  'service starting': {
    state: { health: { ...health, service: { state: 'starting', message: '', remedy: '' } } },
    shows: 'Service is starting',
  },
  'journal being checked': {
    state: { health: { ...health, journal: { state: 'checking', lines: 0, message: '', remedy: '' } } },
    shows: 'Verifying journal',
  },
  'no credential in this profile': {
    state: { profileId: 'production' },
    shows: 'No credential for Production',
  },
  'solana history': {
    shows: 'In 1.5',
    act: async (page) => {
      await visit(page, 'wallets');
      await page.getByRole('radio', { name: 'Solana history' }).click();
    },
  },
  'batch with a wrong line': {
    shows: 'File rejected; nothing was sent',
    act: (page) => readBatch(page, '/home/ops/wrong.jsonl'),
  },
  'offline request before its approval': {
    shows: 'until this request lapses',
    act: openOffline,
  },
  'offline request that was stamped': {
    shows: 'Stamp for the online computer',
    act: async (page) => {
      await openOffline(page);
      await page.getByRole('button', { name: 'Review and approve' }).click();
    },
  },
  'batch before its approval, with its lines': {
    shows: 'payout-3',
    act: async (page) => {
      await readBatch(page, '/home/ops/payouts.jsonl');
      await page.getByText('Unusually high').waitFor();
      await page.getByRole('button', { name: 'All 10,000 requests' }).click();
    },
  },
  'batch under way': {
    shows: '2,500 of 10,000 done · 125 a second · about 60 s left',
    act: async (page) => {
      await readBatch(page, '/home/ops/payouts.jsonl');
      await page.getByRole('button', { name: 'Review 10,000 requests' }).click();
    },
  },
  'batch that was paused': {
    shows: 'Resume 7,500 requests',
    act: async (page) => {
      await readBatch(page, '/home/ops/payouts.jsonl');
      await page.getByRole('button', { name: 'Review 10,000 requests' }).click();
      await page.getByRole('button', { name: 'Pause' }).click();
    },
  },
  'batch with failed lines': {
    shows: 'No policy allows this request.',
    act: async (page) => {
      await readBatch(page, '/home/ops/payouts.jsonl');
      await page.getByRole('button', { name: 'Review 10,000 requests' }).waitFor();
      await tell(page, 'requestGroups.changed', { ...preparedBatch, state: 'ended', done: 9_998, failed: 2 });
    },
  },
  'command palette': { shows: 'Create private keys', act: (page) => page.keyboard.press('Control+k') },
  shortcuts: { shows: 'Keyboard shortcuts', act: (page) => page.keyboard.press('?') },
  'forgetting a credential': {
    shows: 'Type “desk-two” to confirm',
    act: async (page) => {
      await visit(page, 'credentials');
      await page.getByRole('button', { name: 'Actions for desk-two' }).click();
      await page.getByRole('menuitem', { name: 'Forget…' }).click();
    },
  },
  ...Object.fromEntries(
    SCREEN_IDS.map((id) => [`screen ${id}`, { shows: SHOWN[id], act: (page: Page) => visit(page, id) }]),
  ),
};

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`screens in a browser, under the real policy${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start('development');
  });
  afterAll(() => bench.stop());

  test.each(Object.entries(scenes))(
    '%s: axe and the policy find nothing, light and dark',
    async (_name, scene) => {
      const { page, faults } = await bench.open(new FakeConsole({ theme: 'system', ...scene.state }));
      await page.getByText(/.+/).first().waitFor();
      await page.locator('[data-react-aria-pressable], button').first().waitFor();
      await scene.act?.(page);
      await page.getByText(scene.shows).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await axeFaults(page, colorScheme), colorScheme).toEqual([]);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  test('the code of a stamp decodes again to exactly its file', async () => {
    const { page } = await bench.open(new FakeConsole());
    await page.locator('[data-react-aria-pressable], button').first().waitFor();
    await openOffline(page);
    await page.getByRole('button', { name: 'Review and approve' }).click();
    const reader = createFrameReader();
    await expect
      .poll(async () => {
        reader.take(await readCode(page));
        return reader.isComplete;
      })
      .toBe(true);
    expect((await reader.files()).map((file) => toHex(file))).toEqual([toHex(writeOfflineFile(stampFile))]);
    await page.context().close();
  });

  test.each([
    ['in the smallest window', 960, 640],
    ['at 150 % zoom of 1280×800', 853, 533],
  ])('nothing is cut off sideways %s', async (_, width, height) => {
    const { page } = await bench.open(new FakeConsole(), { width, height });
    for (const id of SCREEN_IDS) {
      const name = GO_TO[id].does.replace('Go to ', '');
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
      // Once its rows are there: an empty table is never too wide.
      await page.getByRole('main').getByText(SHOWN[id]).first().waitFor();
      expect({ id, ...(await cutOff(page)) }).toEqual({ id, page: width, main: 0, controls: [] });
    }
    await page.context().close();
  });

  test.each([
    [1280, 800],
    [1280, 720],
    [960, 640],
  ])('the rail has all its entries in sight at %d×%d', async (width, height) => {
    const { page } = await bench.open(new FakeConsole(), { width, height });
    const rail = page.getByRole('navigation', { name: 'Screens' });
    await rail.getByRole('button', { name: /^Lock/ }).waitFor();
    const hidden = await rail.evaluate(
      (nav) =>
        [nav, ...nav.querySelectorAll('*')].filter(
          (each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === 'auto',
        ).length,
    );
    expect(hidden).toBe(0);
    await page.context().close();
  });

  test('forced colors keep what is chosen apart on every screen', async () => {
    const { page } = await bench.open(new FakeConsole(), { width: 1280, height: 800 });
    await page.emulateMedia({ forcedColors: 'active' });
    for (const id of SCREEN_IDS) {
      const name = GO_TO[id].does.replace('Go to ', '');
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name }).click();
      await page.getByRole('main').getByText(SHOWN[id]).first().waitFor();
      expect({ id, alike: await chosenAlike(page) }).toEqual({ id, alike: [] });
    }
    await page.context().close();
  });
});
