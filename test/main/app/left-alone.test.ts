import { expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { runOnWorld } from '../../fixtures/console-on-world.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

it('is locked on a machine that was left, and has no key in memory: it is read from the keychain again', async () => {
  const memory = memoryKeychain();
  let reads = 0;
  const get = (account: string): Promise<string | null> => {
    if (account.startsWith('credential:')) reads += 1;
    return memory.get(account);
  };
  const service = await LocalService.start();
  const { running, stop } = await runOnWorld(service, { keychain: { ...memory, get } });
  const ask = () => running.call('queries.ask', { operation: 'whoami', parameters: {} });
  try {
    await ask();
    const before = reads;
    await ask();
    expect(reads).toBe(before);
    running.host.away();
    await expect(ask()).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    await running.call('app.unlock');
    await ask();
    expect(reads).toBe(before + 1);
  } finally {
    await stop();
    await service.stop();
  }
});

it('gives the window’s page another process on lock, clears the memory while it is locked, and neither on the way out', async () => {
  const service = await LocalService.start();
  // No other pause that lasts as long is held.
  let isLocking = false;
  let clears = 0;
  const waiting: (() => void)[] = [];
  const after = (ms: number, fn: () => void): (() => void) => {
    if (!isLocking) return systemClock.after(ms, fn);
    waiting.push(fn);
    return () => undefined;
  };
  const clock = { ...systemClock, after };
  const { running, stop } = await runOnWorld(service, { clock, clearMemory: () => void (clears += 1) });
  isLocking = true;
  await running.call('app.lock');
  isLocking = false;
  expect(running.host.renewals).toBe(1);
  expect(waiting.length).toBe(2);
  const [soon, later] = waiting;
  soon?.();
  expect(clears).toBe(1);
  await running.call('app.unlock');
  later?.();
  expect([running.host.renewals, clears]).toEqual([1, 1]);
  await stop();
  expect(running.host.renewals).toBe(1);
  await service.stop();
});
