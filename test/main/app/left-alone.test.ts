import { expect, it } from 'vitest';
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
