import { expect, it } from 'vitest';
import { createRuntimeState } from '#main/context/runtime-state.ts';
import { createLoginSessions } from '#main/features/login-sessions/login-sessions.ts';
import type { ResultHandler } from '#main/features/requests/module.ts';
import { createVault } from '#main/vault/vault.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

/** Sessions whose requests go nowhere: what is done with an answer is handed out, and called by hand. */
function prepared() {
  const runtime = createRuntimeState('hosted');
  const keychain = memoryKeychain();
  const handlers: ResultHandler[] = [];
  const asked: string[] = [];
  const nowhere = (): Promise<never> => {
    asked.push('service');
    return Promise.reject(new Error('No service is asked.'));
  };
  const logins = createLoginSessions({
    flow: {
      prepare: (_operation: string, _parameters: unknown, handler: ResultHandler) => {
        handlers.push(handler);
        return Promise.resolve({ id: 'preview' });
      },
    },
    sessions: { current: () => Promise.resolve({ profile: { id: 'hosted' } }), place: nowhere },
    client: { query: nowhere },
    storage: {},
    vault: createVault(keychain),
    clock: fakeClock(),
    runtime,
    monitor: { add: nowhere },
    onMade: () => undefined,
  } as unknown as Parameters<typeof createLoginSessions>[0]);
  const prepare = () =>
    logins.prepare({
      ...{ label: 'Evening', origin: 'stamp-login', expirationSeconds: 3600, invalidateExisting: false },
    });
  return { runtime, keychain, handlers, asked, prepare };
}
const COMPLETED = {
  ...{ state: 'completed', activityId: 'a', fingerprint: 'f', result: {}, verifications: [] },
} as unknown as Parameters<ResultHandler['completed']>[0];

it.each([
  ['is locked', true],
  ['was locked, and is unlocked again', false],
])('attack: a session is opened by an answer that comes while the console %s', async (_when, locked) => {
  const { runtime, keychain, handlers, asked, prepare } = prepared();
  await prepare();
  Object.assign(runtime, { locked, locks: 1 });
  await expect(handlers[0]?.completed(COMPLETED)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  expect([...keychain.items.keys()]).toEqual([]);
  expect(asked).toEqual([]);
});
