import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Console, createConsole } from '#main/app/console.ts';
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
