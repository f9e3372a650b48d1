import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceOptions, ServiceProcess } from '#main/platform/host.ts';
import { createLocalService } from '#main/embedded-service/local-service.ts';
import { createVault } from '#main/vault/vault.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { TestHost } from '../../fixtures/test-host.ts';

const ROOT = { publicKey: '02aa', curve: 'API_KEY_CURVE_P256' } as const;

/** A service whose database counts on at each start, and at a stop that ends with the code 0. */
function setUp() {
  const keychain = memoryKeychain();
  const started: ServiceOptions[] = [];
  const faults: string[] = [];
  const state = { generation: 0, code: 0 as number | null, isOpen: true };
  const host = new TestHost((options) => {
    started.push(options);
    state.generation = Math.max(state.generation, options.knownGeneration) + 1;
    const { generation } = state;
    let end: (how: { code: number | null }) => void = () => undefined;
    const exited = new Promise<{ code: number | null }>((resolve) => (end = resolve));
    const stop = async (): Promise<void> => {
      if (state.code === 0) state.generation += 1;
      end({ code: state.code });
      await exited;
    };
    const service = { ready: { generation } as ServiceProcess['ready'], exited, stop, pid: 1 };
    return Promise.resolve(service);
  });
  const open = (acceptOlderDatabase = false) =>
    createLocalService({
      ...{ host, vault: createVault(keychain), dataFolder: '/data', acceptOlderDatabase },
      isOffline: false,
      keychainIsOpen: () => state.isOpen,
      admit: () => Promise.resolve(),
      onChange: () => undefined,
      onFault: (name) => faults.push(name),
    });
  const noted = (): string | undefined =>
    [...keychain.items].find(([account]) => account.startsWith('service-generation:'))?.[1];
  return { keychain, started, faults, state, open, noted };
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
