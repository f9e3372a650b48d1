import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WhoCan } from '#preload/contract/activities.ts';
import { axeFaults } from '../../axe.ts';
import { FakeConsole } from '../../fake-console.ts';
import { ROOT_USER } from '../../fake-data.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const user = {
  ...{ power: 'with_others' as const, hasCredential: true, isByRoot: true, isRoot: true },
  ...{ allowedBy: 0, deniedBy: 0 },
};
const whoCan: WhoCan = {
  users: [
    { ...user, id: ROOT_USER, name: 'Maya Ortiz' },
    { ...user, id: 'daniel', name: 'Daniel Cho' },
    { ...user, id: 'priya', name: 'Priya Nair', hasCredential: false },
    { ...user, id: 'ana', name: 'Ana Ruiz', isRoot: false, allowedBy: 1 },
    { ...user, id: 'bob', name: 'Bob', isRoot: false, isByRoot: false, power: 'none' },
  ],
  policyLists: [[], ['Risk desk']],
  rootThreshold: 2,
  unread: ['Old policy'],
};

describe.skipIf(browserPath === undefined)('the approvals that a policy needs', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake: FakeConsole): Promise<Page> => {
    const { page } = await bench.open(fake, { width: 1280, height: 800 });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Organization' })
      .click();
    await page.getByRole('radio', { name: 'Policies', exact: true }).click();
    await page.getByRole('button', { name: 'Create a policy' }).first().click();
    return page;
  };

  test('stand beside the editor: how many, whose, and why theirs', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('activities.whoCan', () => Promise.resolve(whoCan));
    const page = await opened(fake);
    const votes = page.getByRole('region', { name: 'Approvals needed to save it' });
    await votes.getByText('2 of 3 in the root quorum').waitFor();
    const said = await votes.getByRole('listitem').allTextContents();
    expect(said).toEqual([
      expect.stringMatching(/^Maya Ortiz(, you)?(Your approval, on save|Root quorum)$/),
      'Daniel ChoRoot quorum',
      'Priya NairNo credentials',
      'Ana RuizBy policy: Risk desk',
      '1 policy can’t be read here',
    ]);
    expect(fake.calls.find(({ name }) => name === 'activities.whoCan')?.input).toEqual({
      kind: 'Create a policy',
    });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('of thousands, the quorum’s and the operator’s own come first, and the rest is counted', async () => {
    const fake = new FakeConsole();
    const many = Array.from({ length: 3_000 }, (_, at) => ({
      ...{ ...user, id: `user ${at}`, name: `User ${at}`, isRoot: false, allowedBy: 1 },
    }));
    const me = { ...user, id: ROOT_USER, name: 'Maya Ortiz', isRoot: false };
    const root = { ...user, id: 'daniel', name: 'Daniel Cho' };
    const lists = [[], Array.from({ length: 1_000 }, (_, at) => `Policy ${at}`)];
    const answer = { ...whoCan, users: [...many, me, root], policyLists: lists, unread: [] };
    fake.overrides.set('activities.whoCan', () => Promise.resolve(answer));
    const page = await opened(fake);
    const votes = page.getByRole('region', { name: 'Approvals needed to save it' });
    await votes.getByText('2 of 1 in the root quorum').waitFor();
    const said = await votes.getByRole('listitem').allTextContents();
    expect(said).toHaveLength(51);
    expect([said[0], said[1], said[2], said.at(-1)]).toEqual([
      'Daniel ChoRoot quorum',
      expect.stringMatching(/^Maya Ortiz/),
      'User 0By policy: Policy 0, Policy 1, Policy 2, Policy 3, Policy 4 and 995 others',
      '2952 others',
    ]);
    await page.context().close();
  });

  test('move no button when they arrive', async () => {
    const fake = new FakeConsole();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    fake.overrides.set('activities.whoCan', async () => {
      await asked;
      return whoCan;
    });
    const page = await opened(fake);
    const run = page.getByRole('button', { name: 'Dry run' });
    await run.waitFor();
    await run.scrollIntoViewIfNeeded();
    const before = await run.boundingBox();
    answer();
    await page.getByText('2 of 3 in the root quorum').waitFor();
    expect(await run.boundingBox()).toEqual(before);
    await page.context().close();
  });
});
