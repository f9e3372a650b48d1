// What can be pressed stays where it is while what a screen asked for arrives: a press during which its button moves is lost.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '#preload/contract/call.ts';
import { SCREEN_IDS, type ScreenId } from '#renderer/navigation/navigation.ts';
import { INTEGRATION_TEXT } from '#renderer/features/integrations/text.ts';
import { ORGANIZATION_TEXT } from '#renderer/features/organization/text.ts';
import { PAYMENT_TEXT } from '#renderer/features/payments/text.ts';
import { WALLET_TEXT } from '#renderer/features/wallets/text.ts';
import { preparedBatch } from './fake-batches.ts';
import { FakeConsole } from './fake-console.ts';
import { savedFilters } from './fake-data.ts';
import { keepFilters } from './fake-filters.ts';
import { browserPath, WindowBench } from './open-window.ts';

/** A console whose answers wait until they are let go. */
class SlowConsole extends FakeConsole {
  readonly held: { readonly name: string; readonly letGo: () => void }[] = [];

  override async call(name: string, input: unknown): Promise<Envelope> {
    // Without its state there is no screen yet.
    if (!name.startsWith('app.')) await new Promise<void>((letGo) => this.held.push({ name, letGo }));
    return super.call(name, input);
  }
}

/** Waits until the page has drawn what it knows, and asks for nothing more. */
async function settle(page: Page, slow: SlowConsole): Promise<void> {
  for (let before = -1; before !== slow.held.length;) {
    before = slow.held.length;
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }
}

/** What moved by more than half of its size since the last look, of what can be pressed. */
const moved = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const known = ((globalThis as { stillButtons?: WeakMap<Element, DOMRect> }).stillButtons ??=
      new WeakMap());
    const found: string[] = [];
    for (const each of document.querySelectorAll('button:enabled, a[href], input:enabled')) {
      const now = each.getBoundingClientRect();
      const before = known.get(each);
      known.set(each, now);
      if (before === undefined || each.closest('[aria-disabled="true"]') !== null) continue;
      const by = (from: number, to: number, size: number): boolean => Math.abs(to - from) > size / 2;
      if (
        by(before.x + before.width / 2, now.x + now.width / 2, now.width) ||
        by(before.y, now.y, now.height)
      )
        found.push(`${each.getAttribute('aria-label') ?? each.textContent} ${before.y} > ${now.y}`);
    }
    return found;
  });

type Held = SlowConsole['held'][number];

/** What is opened, and what is pressed there once it is at rest. */
interface Scene {
  readonly screen: ScreenId;
  readonly press?: string;
  readonly isPrepared?: boolean;
  /** What stands below the rest, and comes at the end. */
  readonly last?: RegExp;
}

const nameOf = ({ screen, press = '', last }: Scene): string =>
  `${screen} ${press}${last === undefined ? '' : `, with ${last.source}`}`;

const tabsOf = (screen: ScreenId, tabs: Readonly<Record<string, string>>): Scene[] =>
  Object.values(tabs).map((press) => ({ screen, press }));

const SCENES: readonly Scene[] = [
  ...SCREEN_IDS.map((screen) => ({ screen })),
  ...tabsOf('wallets', WALLET_TEXT.tabs),
  ...tabsOf('organization', ORGANIZATION_TEXT.tabs),
  ...tabsOf('integrations', INTEGRATION_TEXT.tabs),
  { screen: 'payments', press: PAYMENT_TEXT.way.file },
  { screen: 'batch', isPrepared: true, last: /^Review \d/ },
  { screen: 'contacts', last: /^Import file$/ },
  { screen: 'organization', press: ORGANIZATION_TEXT.tabs.policies, last: /^Edit Payouts/ },
  { screen: 'organization', press: ORGANIZATION_TEXT.tabs.network, last: /^Edit allowlist: API key/ },
  { screen: 'wallets', last: /^Rename / },
  { screen: 'integrations', press: INTEGRATION_TEXT.tabs.webhooks, last: /^Copy the thumbprint$/ },
  { screen: 'integrations', press: INTEGRATION_TEXT.tabs['auth-proxy'], last: /^(Edit|Change|Set up)/ },
  { screen: 'activities', last: /^Save as CSV$/ },
  { screen: 'payments', last: /^Fee$/ },
  { screen: 'settings', last: /^Run self-check$/ },
];

describe.skipIf(browserPath === undefined)('what can be pressed', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const follow = async (
    { screen, press, isPrepared, last }: Scene,
    next: (held: Held[]) => Held | undefined,
  ) => {
    const slow = new SlowConsole();
    const contacts = { list: 'contacts', words: 'a', chain: 'all' } as const;
    const endpoints = { list: 'webhooks', words: 'a' } as const;
    keepFilters(slow, [
      ...savedFilters,
      { name: 'Suppliers', filter: contacts },
      { name: 'Ours', filter: endpoints },
    ]);
    if (isPrepared === true) slow.overrides.set('requestGroups.list', () => Promise.resolve([preparedBatch]));
    const { page } = await bench.open(slow, { width: 1280, height: 800 }, `#${screen}`);
    const faults: string[] = [];
    const answerAll = async (): Promise<void> => {
      await settle(page, slow);
      await moved(page);
      for (let held = next(slow.held); held !== undefined; held = next(slow.held)) {
        slow.held.splice(slow.held.indexOf(held), 1);
        held.letGo();
        await settle(page, slow);
        const { name } = held;
        faults.push(...(await moved(page)).map((each) => `after ${name}: ${each}`));
      }
    };
    await answerAll();
    if (press !== undefined) {
      await page.getByRole('main').getByText(press, { exact: true }).first().click();
      await answerAll();
    }
    // Code that is loaded late asks late.
    const end = page
      .getByRole('main')
      .getByRole('button', { name: last ?? /./ })
      .first();
    while (last !== undefined && !(await end.isVisible())) await answerAll();
    await page.context().close();
    return faults;
  };

  const named = SCENES.map((scene) => [nameOf(scene), scene] as const);
  test.each(named)('stays where it is, whatever comes last: %s', async (_name, scene) => {
    const faults = [
      ...(await follow(scene, (held) => held[0])),
      ...(await follow(scene, (held) => held.at(-1))),
    ];
    expect(faults).toEqual([]);
  });
});
