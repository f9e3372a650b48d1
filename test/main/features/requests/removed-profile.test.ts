// A request whose answer comes when its credential and its profile are gone from the console.
import { serializeTransaction } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalLine } from '#preload/contract/reads.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { type InterferingProxy, forward, startProxy } from '#test/fixtures/interfering-proxy.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { resultOf } from '#test/fixtures/team.ts';

let service: LocalService;
let proxy: InterferingProxy;
let world: Awaited<ReturnType<typeof runOnWorld>>;
beforeAll(async () => {
  service = await LocalService.start();
  proxy = await startProxy(service.ready.url);
  world = await runOnWorld(service, { baseUrl: proxy.url });
  await world.running.call('app.recheck');
});
afterAll(async () => {
  await world.stop();
  await proxy.close();
  await service.stop();
});

it('attack: a profile that is removed before a signature arrives keeps its line from the journal', async () => {
  const { running, publicKey } = world;
  const made = await service.submit('create_private_keys', {
    privateKeys: [
      {
        ...{ privateKeyName: 'payouts', curve: 'CURVE_SECP256K1', privateKeyTags: [] },
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    ],
  });
  const { privateKeys } = resultOf(made, 'createPrivateKeysResultV2') as {
    privateKeys: { privateKeyId: string }[];
  };
  const preview = await running.prepare('sign_transaction', {
    signWith: privateKeys[0]?.privateKeyId,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: serializeTransaction({
      ...{ chainId: 1, nonce: 3, to: `0x${'22'.repeat(20)}`, value: 1n, gas: 21_000n },
      ...{ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
    }).slice(2),
  });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const answered = new Promise<void>((resolve) =>
    proxy.interfere(
      (request, response) =>
        void forward(service.ready.url, request, response, async (answer) => {
          if (request.url?.endsWith('/sign_transaction') !== true) return answer;
          resolve();
          await released;
          return answer;
        }),
    ),
  );
  const outcome = running.review(preview, 'approve');
  await answered;
  for (const [name, input] of [
    ['credentials.forget', { publicKey }],
    ['profiles.remove', { id: 'world' }],
  ] as const) {
    const gone = running.call(name, input);
    await decideNext(running, 'approve');
    await gone;
  }
  release();
  expect(await outcome).toMatchObject({ state: 'completed' });
  const [line] = await running.call<JournalLine[]>('journal.list', {
    ...{ before: null, limit: 1, filter: 'changes' },
  });
  expect(line).toMatchObject({ operation: 'sign_transaction', outcome: 'completed' });
  expect((await running.bootstrap()).health.journal).toMatchObject({ state: 'intact' });
});
