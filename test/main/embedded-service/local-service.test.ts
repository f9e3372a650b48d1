import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceOptions, ServiceProcess } from '#main/platform/host.ts';
import { createLocalService } from '#main/embedded-service/local-service.ts';
import { createVault } from '#main/vault/vault.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { TestHost } from '../../fixtures/test-host.ts';

const ROOT = { publicKey: '02aa', curve: 'API_KEY_CURVE_P256' } as const;

/** A service whose database counts on at each start, and at a stop that ends with the code 0. */
function setUp() {
  const keychain = memoryKeychain();
  const started: ServiceOptions[] = [];
  const faults: string[] = [];
  /** What the status said, as it changed. */
  const seen: string[] = [];
  const state = { generation: 0, code: 0 as number | null, isOpen: true, isOld: false };
  const clock = fakeClock();
  /** Ends the process that runs, as a crash does. */
  let crash = (): Promise<void> => Promise.resolve();
  const host = new TestHost((options) => {
    started.push(options);
    if (state.isOld) options.onUpgrade?.();
    state.generation = Math.max(state.generation, options.knownGeneration) + 1;
    const { generation } = state;
    let end: (how: { code: number | null }) => void = () => undefined;
    const exited = new Promise<{ code: number | null }>((resolve) => (end = resolve));
    crash = async () => {
      end({ code: null });
      await exited;
      await settled();
    };
    const stop = async (): Promise<void> => {
      if (state.code === 0) state.generation += 1;
      end({ code: state.code });
      await exited;
    };
    const service = { ready: { generation } as ServiceProcess['ready'], exited, stop, pid: 1 };
    return Promise.resolve(service);
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const open = (acceptOlderDatabase = false) => {
    const service = createLocalService({
      ...{ host, vault: createVault(keychain), dataFolder: '/data', acceptOlderDatabase },
      isOffline: false,
      keychainIsOpen: () => state.isOpen,
      admit: () => Promise.resolve(),
      onChange: () => void seen.push(service.status().message),
      onFault: (name) => faults.push(name),
      ...{ clock, steadyMs: () => clock.now(), restartMs: 1_000 },
      onRestart: () => void service.start(ROOT),
    });
    return service;
  };
  const noted = (): string | undefined =>
    [...keychain.items].find(([account]) => account.startsWith('service-generation:'))?.[1];
  return { keychain, started, seen, faults, state, clock, open, noted, settled, crash: () => crash() };
}

describe('the state of the service’s database in the keychain', () => {
  let set: ReturnType<typeof setUp>;
  beforeEach(() => {
    set = setUp();
  });
  const run = async (acceptOlder = false): Promise<void> => {
    const service = set.open(acceptOlder);
    await service.start(ROOT);
    expect(service.status().state).toBe('ready');
    await service.stop();
  };

  it('is noted when it is ready and when it has stopped, and given to the next start', async () => {
    const service = set.open();
    await service.start(ROOT);
    expect(set.noted()).toBe('1');
    await service.stop();
    expect(set.noted()).toBe('2');
    await run();
    expect(set.started.map(({ knownGeneration }) => knownGeneration)).toEqual([0, 2]);
  });

  it.each([
    ['a service that was killed', () => (set.state.code = null)],
    ['a keychain that is locked by then', () => (set.state.isOpen = false)],
  ])('is never ahead of the database: %s', async (_what, happens) => {
    happens();
    await run();
    expect(set.noted()).toBe('1');
    expect(set.state.generation).toBeGreaterThanOrEqual(1);
  });

  it('keeps no service from running where it cannot be noted', async () => {
    const { keychain } = set;
    keychain.replace = () => Promise.reject(new Error('full'));
    await run();
    expect(set.faults).toEqual(['service.generation', 'service.generation']);
  });

  it('is passed over once, where the operator says so', async () => {
    await run(true);
    await run();
    expect(set.started.map(({ acceptOlderDatabase }) => acceptOlderDatabase)).toEqual([true, false]);
  });
});

describe('a local service that crashes', () => {
  let set: ReturnType<typeof setUp>;
  let service: ReturnType<ReturnType<typeof setUp>['open']>;
  beforeEach(async () => {
    set = setUp();
    service = set.open();
    await service.start(ROOT);
  });
  const wait = async (ms: number): Promise<void> => {
    set.clock.forward(ms);
    await set.settled();
  };

  it('says that its database is brought up to date while it starts', async () => {
    set.state.isOld = true;
    await set.crash();
    await wait(1_000);
    expect(set.seen.slice(-3)).toEqual([
      expect.stringContaining('is starting'),
      expect.stringContaining('is bringing its database up to date'),
      expect.stringContaining('is running'),
    ]);
  });

  it('is started again by itself, after a pause that doubles', async () => {
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await set.crash();
      expect(service.status()).toMatchObject({ state: 'starting' });
      expect(service.status().message).toContain(`It restarts in ${pauseMs / 1000} s.`);
      expect(service.ready()).toBeNull();
      await wait(pauseMs - 1);
      expect(service.ready()).toBeNull();
      await wait(1);
      expect(service.status().state).toBe('ready');
    }
    expect(set.started).toHaveLength(6);
  });

  it('is left alone once it crashed too often, until the operator asks for it', async () => {
    for (let crash = 1; crash <= 5; crash += 1) {
      await set.crash();
      await wait(16_000);
    }
    await set.crash();
    expect(service.status()).toMatchObject({ state: 'failed' });
    expect(service.status().message).toContain('stopped 6 times within 5 minutes');
    await wait(3_600_000);
    expect(set.started).toHaveLength(6);
    await service.start(ROOT);
    expect(service.status().state).toBe('ready');
  });

  it('has its earlier crashes forgotten after a while', async () => {
    for (let crash = 1; crash <= 20; crash += 1) {
      await set.crash();
      expect(service.status().message).toContain('It restarts in 1 s.');
      await wait(300_000);
      expect(service.status().state).toBe('ready');
    }
  });

  it('stays down while the keychain is locked: nobody is asked for a password because a process crashed', async () => {
    set.state.isOpen = false;
    await set.crash();
    expect(service.status()).toMatchObject({ state: 'failed' });
    expect(service.status().remedy).toContain('Unlock the keychain');
    await wait(3_600_000);
    expect(set.started).toHaveLength(1);
  });

  it('is started once, where the operator asks during the pause', async () => {
    await set.crash();
    await service.start(ROOT);
    await wait(3_600_000);
    expect(set.started).toHaveLength(2);
  });

  it('is told to end while it starts by a console that closes', async () => {
    await set.crash();
    await wait(1_000);
    const { signal } = set.started[1] ?? {};
    expect(signal?.aborted).toBe(false);
    await service.stop();
    expect(signal?.aborted).toBe(true);
  });

  it('is not started again by a console that closes', async () => {
    await set.crash();
    await service.stop();
    await wait(3_600_000);
    expect(set.started).toHaveLength(1);
  });
});
