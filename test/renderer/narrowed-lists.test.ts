import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './axe.ts';
import { answers, organizationData } from './fake-answers.ts';
import { FakeConsole } from './fake-console.ts';
import { importedAbi, loginSessions } from './fake-data.ts';
import { browserPath, WindowBench } from './open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';
const USERS = 25;
const POLICIES = 12;
const idOf = (kind: number, index: number): string =>
  `0191f3a2-7c4e-7d10-8a5b-${kind}${String(index).padStart(11, '0')}`;

/** An organization of a middling size: more than one reads at a glance, fewer than are drawn in part. */
function middling(): FakeConsole {
  const fake = new FakeConsole();
  const [user] = organizationData.users;
  const [policy] = organizationData.policies;
  const users = Array.from({ length: USERS }, (_, index) => ({
    ...user,
    userId: idOf(6, index),
    userName: `person ${index}`,
    userEmail: `p${index}@${index % 5 === 0 ? 'vault' : 'acme'}.example`,
    userTags: index === 7 ? ['night-shift'] : [],
  }));
  const policies = Array.from({ length: POLICIES }, (_, index) => ({
    ...policy,
    policyId: idOf(9, index),
    policyName: `rule ${index}`,
    effect: index === 4 ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
  }));
  const own = { list_users: { users }, list_policies: { policies } };
  // As JSON, which knows no undefined.
  const all = { ...answers, ...(JSON.parse(JSON.stringify(own)) as Readonly<Record<string, unknown>>) };
  fake.overrides.set('queries.ask', (input) =>
    Promise.resolve(all[(input as { operation: string }).operation] ?? {}),
  );
  return fake;
}

const visit = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['KEYOPS_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

describe.skipIf(browserPath === undefined)(`lists of a middling length${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  it('of users are narrowed by e-mail, tag and ID, and what is hidden is not shown to be acted upon', async () => {
    const { page, faults } = await bench.open(middling());
    await visit(page, 'Organization');
    const find = page.getByRole('searchbox', { name: 'Find: Users' });
    const rows = page.getByRole('grid', { name: 'Users' }).getByRole('row');
    await page.getByRole('heading', { name: 'person 0', exact: true }).waitFor();
    expect(await rows.count()).toBe(USERS + 1);

    await find.fill('vault');
    await page.getByText(`5 of ${USERS}`, { exact: true }).waitFor();
    expect(await rows.count()).toBe(6);
    await rows.filter({ hasText: 'person 10' }).click();
    await page.getByRole('heading', { name: 'person 10', exact: true }).waitFor();
    expect(await find.inputValue()).toBe('vault');
    await shot(page, 'users-narrowed');
    expect(await axeFaults(page)).toEqual([]);

    await find.fill('NIGHT');
    await page.getByRole('heading', { name: 'person 7', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Rename|Delete).*person 10/ }).count()).toBe(0);
    await find.fill(idOf(6, 21));
    await page.getByRole('heading', { name: 'person 21', exact: true }).waitFor();

    await find.fill('nobody');
    await page.getByText('No matches').waitFor();
    expect(await page.getByRole('button', { name: /^(Rename|Delete)/ }).count()).toBe(0);
    await shot(page, 'users-none');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('heading', { name: 'person 10', exact: true }).waitFor();
    expect(await rows.count()).toBe(USERS + 1);
    expect(await find.evaluate((field) => field === document.activeElement)).toBe(true);
    await find.fill('person 2');
    await page.keyboard.press('Escape');
    expect(await find.inputValue()).toBe('');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of policies are narrowed by effect; a short list has no field', async () => {
    const { page, faults } = await bench.open(middling());
    await visit(page, 'Organization');
    await page.getByRole('radio', { name: 'Policies', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find: Policies' }).fill('deny');
    await page.getByText(`1 of ${POLICIES}`, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'rule 4', exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Invitations', exact: true }).click();
    await page.getByRole('heading', { name: 'desk-three' }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of imported ABIs are narrowed by name and address', async () => {
    const fake = new FakeConsole();
    const abis = Array.from({ length: 14 }, (_, index) => ({
      ...importedAbi,
      name: `Contract ${index}`,
      address: `0x${String(index).padStart(40, '3')}`,
    }));
    fake.overrides.set('interfaces.list', () => Promise.resolve(abis));
    const { page, faults } = await bench.open(fake);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const card = page.getByRole('region', { name: 'Contract interfaces' });
    await card.getByRole('searchbox').fill('333313');
    await card.getByText('1 of 14', { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Contract 13'),
    ]);
    await card.getByRole('searchbox').fill('nobody');
    await card.getByText('No matches').waitFor();
    await shot(page, 'abis-none');
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of contacts: what the search or the chain hides is not there to be edited, deleted or paid', async () => {
    const { page, faults } = await bench.open(new FakeConsole());
    await visit(page, 'Contacts');
    await page.getByRole('region', { name: 'Brightline Logistics' }).waitFor();
    await page.getByRole('searchbox').fill('cobalt');
    await page.getByRole('region', { name: 'Cobalt Cloud' }).waitFor();
    expect(await page.getByRole('region', { name: 'Brightline Logistics' }).count()).toBe(0);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No matches').waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete contact|Send payment)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('region', { name: 'Brightline Logistics' }).waitFor();
    await page.getByRole('radio', { name: 'Tron' }).click();
    await page.getByRole('region', { name: 'Cobalt Cloud' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('of sessions: those that the search hides are not ended with the others', async () => {
    const fake = new FakeConsole();
    const [session] = loginSessions;
    const sessions = Array.from({ length: 14 }, (_, index) => ({
      ...session,
      label: `${index < 2 ? 'Night' : 'Day'} ${index}`,
      publicKey: String(index).padStart(66, '0'),
    }));
    const ended: unknown[] = [];
    fake.overrides.set('loginSessions.list', () => Promise.resolve(sessions));
    fake.overrides.set('loginSessions.end', (input) => Promise.resolve(void ended.push(input)));
    const { page, faults } = await bench.open(fake);
    await visit(page, 'Sessions');
    await page.getByRole('button', { name: 'End all sessions' }).waitFor();
    await page.getByRole('searchbox').fill('night');
    await page.getByRole('button', { name: 'End 2 sessions' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Night 0').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('button', { name: 'End 2 sessions' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(ended).toEqual([{ publicKeys: sessions.slice(0, 2).map(({ publicKey }) => publicKey) }]);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No matches').waitFor();
    expect(await page.getByRole('button', { name: /^End / }).isEnabled()).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
