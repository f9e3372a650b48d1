import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '#main/app/compose.ts';
import { type ConsoleContext, openContext } from '#main/context/console-context.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { noService, TestHost } from '../../fixtures/test-host.ts';

describe('the features together', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-composed-'));
  const log: string[] = [];
  const noting =
    (what: string, act: () => void = () => undefined) =>
    (): void => {
      log.push(what);
      act();
    };
  let context: ConsoleContext;
  let running: Awaited<ReturnType<typeof features.start>>;

  beforeAll(async () => {
    const host = new TestHost(noService);
    host.send = (_, name) => void log.push(name);
    const clock = fakeClock(Date.UTC(2026, 10, 22));
    const opened = await openContext({
      ...{ host, dataFolder, clock, keychain: memoryKeychain(), version: '0' },
    });
    const { ceremonies, inventory, vault } = opened;
    context = {
      ...opened,
      ceremonies: { ...ceremonies, cancel: noting('ceremony called off', () => ceremonies.cancel()) },
      inventory: { ...inventory, forget: noting('keys forgotten', () => inventory.forget()) },
      vault: { ...vault, lock: noting('vault locked', () => vault.lock()) },
    };
    running = await features.start(context);
  });
  beforeEach(() => {
    log.length = 0;
  });
  afterAll(async () => {
    await context.client.close();
    await Promise.all([running.hooks.idle(), context.recovered]);
    await context.journal.close();
    await context.storage.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('answer in the order in which they are locked: requests before those who make them', () => {
    expect(Object.keys(running.handlers)).toEqual([
      ...[
        'app',
        'approval',
        'offlineState',
        'lock',
        'camera',
        'files',
        'interfaces',
        'contacts',
        'nodes',
        'transfers',
        'requests',
        'requestGroups',
        'batches',
        'votes',
        'paymentFiles',
        'secrets',
      ],
      ...['keys', 'keyImports', 'published', 'exports', 'passkeys', 'loginSessions', 'credentials'],
      ...[
        'profiles',
        'queries',
        'network',
        'sealing',
        'savedFilters',
        'templates',
        'serviceBackup',
        'program',
        'updates',
        'offline',
        'keyCeremonies',
        'journal',
        'activities',
      ],
    ]);
  });

  it('lock: what was gathered goes, then what is known of keys; the vault is locked by who asks', () => {
    running.hooks.onLock();
    expect(log).toEqual([
      'camera.closed',
      'secrets.changed',
      'keys forgotten',
      'ceremony called off',
      'offline.changed',
    ]);
  });

  it('leave a profile: what was gathered goes; keys are forgotten by the selection itself', () => {
    running.hooks.onProfileChange();
    expect(log).toEqual(['camera.closed', 'secrets.changed', 'ceremony called off', 'offline.changed']);
  });

  it('close: keys leave the memory when nothing looks after the service any more', async () => {
    await running.hooks.close();
    expect(log).toEqual(['vault locked']);
  });
});
