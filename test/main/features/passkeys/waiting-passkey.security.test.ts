// Attacks on a passkey between the request that registers it and its end: what the authenticator has, the console knows of.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Credential } from '#preload/contract/credentials.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { answerCeremony } from '#test/fixtures/answer-ceremony.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { type InterferingProxy, deceive, forward, startProxy } from '#test/fixtures/interfering-proxy.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { type RunningConsole, runConsole } from '#test/fixtures/running-console.ts';

const keychain = memoryKeychain();
// An answer that never comes is one at once.
const timing = { retryForMs: 0 };
let service: LocalService;
let proxy: InterferingProxy;
let world: Awaited<ReturnType<typeof runOnWorld>>;
let running: RunningConsole;
let passkey: Passkey;
const browse = (): void => {
  running.host.browse = (url) => answerCeremony(url, passkey).then(() => undefined);
};
beforeAll(async () => {
  service = await LocalService.start();
  proxy = await startProxy(service.ready.url);
  world = await runOnWorld(service, { keychain, timing, baseUrl: proxy.url });
  running = world.running;
  await running.call('app.recheck');
});
afterAll(async () => {
  await running.console.close();
  await world.stop();
  await proxy.close();
  await service.stop();
});
beforeEach(() => {
  passkey = new Passkey();
  browse();
});

const kept = async (): Promise<Credential | undefined> =>
  (await running.bootstrap()).credentials.find(({ publicKey }) => publicKey === passkey.publicKey);
const register = async (): Promise<Outcome> =>
  running.review(await running.call<Preview>('passkeys.register', { label: 'Phone' }), 'approve');
/** Has the service's answers say another state, as one does whose organization asks for votes. */
const say = (operation: string, status: string): void =>
  proxy.interfere(
    deceive(service.ready.url, operation, (answer) => {
      const { activity } = JSON.parse(answer) as { activity: object };
      return JSON.stringify({ activity: { ...activity, result: {}, status: `ACTIVITY_STATUS_${status}` } });
    }),
  );
const waiting = async (): Promise<string> => {
  say('create_authenticators', 'CONSENSUS_NEEDED');
  const outcome = await register();
  proxy.interfere(null);
  if (outcome.state !== 'waiting') throw new Error(JSON.stringify(outcome));
  return outcome.activityId;
};
/** The service does it, and its answer never arrives. */
const unanswered = async (): Promise<void> => {
  proxy.interfere((request, response) => {
    if (request.url?.endsWith('/create_authenticators') !== true)
      return void forward(service.ready.url, request, response);
    void forward(service.ready.url, request, response, () => {
      response.destroy();
      return '';
    });
  });
  expect(await register()).toMatchObject({ state: 'unanswered' });
  proxy.interfere(null);
};
const lock = async (): Promise<void> => {
  await running.call('app.lock');
  await running.call('app.unlock');
};
const quit = async (): Promise<void> => {
  await running.console.close();
  running = await runConsole({ dataFolder: world.dataFolder, keychain, timing });
  browse();
  await running.call('app.recheck');
};

it.each([
  ['lock', 'waits for votes', lock, waiting],
  ['quit', 'waits for votes', quit, waiting],
  ['lock', 'has no answer', lock, unanswered],
  ['quit', 'has no answer', quit, unanswered],
])(
  'attack: a %s while its request %s loses a passkey that the authenticator has for good',
  async (...row) => {
    const [, , end, ask] = row;
    await ask();
    await end();
    expect(await kept()).toMatchObject({ kind: 'passkey', label: 'Phone' });
    await running.call('credentials.select', { publicKey: passkey.publicKey });
    const preview = await running.prepare('create_private_keys', {
      privateKeys: [
        { privateKeyName: row[0] + row[1], curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] },
      ],
    });
    expect(await running.review(preview, 'approve')).toMatchObject({ state: 'completed' });
    await running.call('credentials.select', { publicKey: world.publicKey });
  },
);

it('compares the service’s record once the votes are there', async () => {
  const activityId = await waiting();
  expect(await running.call('requests.revisit', { activityId })).toMatchObject({
    state: 'completed',
    verifications: [{ name: 'Same request' }, { name: 'Passkey registered', passed: true }],
  });
  expect(await kept()).toBeDefined();
});

it('keeps nothing of a passkey that the votes rejected, and all of it while nobody decided', async () => {
  const activityId = await waiting();
  say('get_activity', 'CONSENSUS_NEEDED');
  await running.call('requests.revisit', { activityId });
  expect(await kept()).toBeDefined();
  say('get_activity', 'REJECTED');
  await running.call('requests.revisit', { activityId });
  proxy.interfere(null);
  await expect.poll(kept).toBeUndefined();
});

it('puts no passkey back that was forgotten while it waited', async () => {
  const activityId = await waiting();
  const forgotten = running.call('credentials.forget', { publicKey: passkey.publicKey });
  const { preview } = await decideNext(running, 'approve');
  expect(preview.operation).toBe('forget_credential');
  await forgotten;
  await running.call('requests.revisit', { activityId });
  expect(await kept()).toBeUndefined();
});
