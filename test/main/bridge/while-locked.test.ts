import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Console, createConsole } from '#main/app/console.ts';
import { withNewsGate } from '#main/bridge/router.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { approvalContract } from '#preload/approval-contract.ts';
import type { Contract } from '#preload/contract/call.ts';
import { contract } from '#preload/contract.ts';
import { systemClock } from '#main/platform/clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { noService, TestHost } from '../../fixtures/test-host.ts';

/** Written out again: a call that joins them is a decision, and one that the contract lets slip is seen here. */
const ANSWERED = [
  'app.bootstrap',
  'app.lock',
  'app.recheck',
  'app.reload',
  'app.unlock',
  'approval.current',
  // For what unlocks it alone: nothing else is under review then (test/main/features/lock).
  'approval.decide',
  'camera.close',
  'exports.wipe',
  'loginSessions.cancelLogIn',
  'offline.discard',
  'passkeys.cancel',
  'requests.discard',
];

const callsOf = (surface: 'console' | 'approval', of: Contract) =>
  Object.entries(of).flatMap(([area, members]) =>
    Object.entries(members)
      .filter(([, member]) => member.kind === 'call')
      .map(([name]) => ({ surface, name: `${area}.${name}` })),
  );
const every = [...callsOf('console', contract), ...callsOf('approval', approvalContract)];

describe('a locked console', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-locked-'));
  let console: Console;

  beforeAll(async () => {
    const host = new TestHost(noService);
    const keychain = memoryKeychain();
    console = await createConsole({ host, dataFolder, keychain, clock: systemClock, version: '0' });
  });
  afterAll(async () => {
    await console.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('has all the calls of both surfaces tried', () => {
    expect(every.length).toBeGreaterThan(80);
  });

  it.each(every)('answers $name only where the contract says so', async ({ surface, name }) => {
    expect(await console.dispatch('console', 'app.lock', undefined)).toMatchObject({ ok: true });
    const answer = await console.dispatch(surface, name, undefined);
    const isRefused = !answer.ok && answer.code === 'CONSOLE_LOCKED';
    expect(isRefused).toBe(!ANSWERED.includes(name));
  });

  it.each([
    ['profiles.add', { name: 'X', baseUrl: 'https://x.test', organizationId: crypto.randomUUID() }],
    ['profiles.select', { id: 'local' }],
    ['credentials.select', { publicKey: '02aa' }],
    ['app.save', { name: 'x.txt', text: 'x' }],
    ['journal.list', { before: null, limit: 10, filter: 'all' }],
  ])('refuses %s with an input that is right', async (name, input) => {
    await console.dispatch('console', 'app.lock', undefined);
    const answer = await console.dispatch('console', name, input);
    expect(answer).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
  });
});

describe('attack: whoever sits before a locked console reads what its pages are told', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-locked-names-'));
  const host = new TestHost(noService);
  const NAMES = [
    'Cold storage',
    'vault.invalid',
    '11111111-2222-4333-8444-555555555555',
    'Holding Ltd',
    'Treasury key',
    `02${'ab'.repeat(32)}`,
    dataFolder,
  ];
  let console: Console;
  const told = (): string => JSON.stringify(host.news);
  const until = (condition: () => boolean) => host.until(condition);

  beforeAll(async () => {
    const storage = await openStorage(dataFolder);
    await storage.profiles.add(
      {
        ...{ id: 'world', kind: 'hosted', name: NAMES[0] ?? '', baseUrl: `https://${NAMES[1] ?? ''}` },
        ...{
          organizationId: NAMES[2] ?? null,
          organizationName: NAMES[3] ?? null,
          keys: null,
          network: null,
          moves: 0,
        },
      },
      1,
    );
    await storage.credentials.add({
      ...{
        kind: 'key',
        publicKey: NAMES[5] ?? '',
        profileId: 'world',
        curve: 'API_KEY_CURVE_P256',
        label: NAMES[4] ?? '',
      },
      ...{ createdAtMs: 1, expiresAtMs: null },
    });
    await storage.settings.set('profile', 'world');
    await storage.close();
    console = await createConsole({
      host,
      dataFolder,
      keychain: memoryKeychain(),
      clock: systemClock,
      version: '0',
    });
  });
  afterAll(async () => {
    await console.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('names nothing in any event or answer, until it is unlocked', async () => {
    const open = await console.dispatch('console', 'app.bootstrap', undefined);
    for (const name of NAMES) expect(JSON.stringify(open)).toContain(name);
    await console.dispatch('console', 'app.recheck', undefined);
    await until(() => told().includes(NAMES[4] ?? ''));

    await console.dispatch('console', 'app.lock', undefined);
    await until(() => told().includes('"locked":true'));
    host.news.length = 0;
    const answers: unknown[] = [];
    for (const { surface, name } of every)
      if (name !== 'app.unlock') answers.push(await console.dispatch(surface, name, undefined));
    // What announces the console's state does so while it is locked, too.
    host.away();
    await console.dispatch('console', 'app.recheck', undefined);
    await until(() => host.news.some(({ name }) => name === 'app.changed'));
    const said = JSON.stringify([answers, host.news]);
    expect(said).toContain('"locked":true');
    for (const name of NAMES) expect(said).not.toContain(name);

    expect(await console.dispatch('console', 'app.unlock', undefined)).toMatchObject({ ok: true });
    await until(() => told().includes('"locked":false'));
    for (const name of NAMES) expect(told()).toContain(name);
  });

  it('lets no news through that the contract does not name, but that nothing is there', () => {
    const contracts = { console: contract, approval: approvalContract };
    const through: string[] = [];
    const state = { locked: true };
    const host = { send: (...[, name]: [string, string, unknown]) => void through.push(name) };
    const { send } = withNewsGate(host, contracts, state);
    const all = Object.entries(contracts).flatMap(([surface, of]) =>
      Object.entries(of as Contract).flatMap(([area, members]) =>
        Object.entries(members)
          .filter(([, member]) => member.kind === 'news')
          .map(([name]) => ({ surface: surface as 'console' | 'approval', name: `${area}.${name}` })),
      ),
    );
    expect(all.length).toBeGreaterThan(14);
    for (const { surface, name } of all) send(surface, name, { title: 'Cold storage' });
    // Written out again, as the calls above: one that joins them is a decision.
    expect(through.sort()).toEqual([
      'app.changed',
      'approval.moved',
      'approval.passkeyCode',
      'approval.shown',
    ]);
    through.length = 0;
    for (const { surface, name } of all) for (const nothing of [null, []]) send(surface, name, nothing);
    expect(through).toHaveLength(2 * all.length);
    state.locked = false;
    through.length = 0;
    for (const { surface, name } of all) send(surface, name, { title: 'Cold storage' });
    expect(through).toHaveLength(all.length);
    expect(() => send('console', 'app.bootstrap', null)).toThrow('No contract');
    expect(() => send('console', 'nobody.knows', null)).toThrow('No contract');
  });
});
