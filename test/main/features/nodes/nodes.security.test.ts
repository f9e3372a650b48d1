// Nodes that profiles name: naming, asking and forgetting them, and what a hostile one gets done.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import type { PaymentNodeValues } from '#preload/contract/transfers.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { startConnectProxy, startTlsService } from '#test/fixtures/network.ts';
import { ETHEREUM_ANSWERS, type PaymentNode, startPaymentNode } from '#test/fixtures/payment-node.ts';
import { selfSigned } from '#test/fixtures/self-signed.ts';

const PLACE = { profileId: 'world', type: 'TRANSACTION_TYPE_ETHEREUM', network: '1' } as const;
/** Of a test of a node that is too late; the others wait as long as an operator’s console does. */
const LIMIT_MS = 3_000;

let service: LocalService;
let keychain: ReturnType<typeof memoryKeychain>;
let world: Awaited<ReturnType<typeof runOnWorld>>;
let node: PaymentNode;
let signWith: string;
let address: string;

async function begin(limits: { readonly publishedMs?: number } = {}): Promise<void> {
  service = await LocalService.start();
  keychain = memoryKeychain();
  world = await runOnWorld(service, { keychain, timing: { ...limits, retries: 0 } });
  await world.running.call('app.recheck');
  node = await startPaymentNode();
  const preview = await world.running.prepare('create_private_keys', {
    privateKeys: [
      {
        privateKeyName: 'payer',
        curve: 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    ],
  });
  const { result } = (await world.running.review(preview, 'approve')) as unknown as {
    result: { privateKeys: { privateKeyId: string; addresses: { address: string }[] }[] };
  };
  signWith = result.privateKeys[0]?.privateKeyId ?? '';
  address = result.privateKeys[0]?.addresses[0]?.address ?? '';
}
async function end(): Promise<void> {
  await node.close();
  await world.stop();
  await service.stop();
}
beforeEach(() => begin());
afterEach(end);

/** Names a node as an operator does. */
const name = async (url = node.url, place: object = PLACE): Promise<Preview> => {
  const named = world.running.call('nodes.name', { ...place, address: url });
  named.catch(() => undefined);
  const { preview } = await Promise.race([decideNext(world.running, 'approve'), named.then(() => never())]);
  await named;
  return preview;
};
const never = (): never => {
  throw new Error('Nothing was shown for approval.');
};
const ask = (): Promise<PaymentNodeValues> =>
  world.running.call('transfers.askNode', { type: PLACE.type, signWith, network: '1' });
const listed = (): Promise<{ named: { type: string; network: string; origin: string }[] }> =>
  world.running.call('nodes.list', { profileId: 'world' });
const refusedWith = (code: string, asked: Promise<unknown> = ask()): Promise<void> =>
  expect(asked).rejects.toMatchObject({ code });

it('names a node after an approval that shows its address, asks it, and says who said what', async () => {
  const card = await name();
  expect(card.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    `Address: ${node.url}`,
    `Host: ${node.host}`,
    'Network: Ethereum mainnet',
    'Profile: Test',
  ]);
  expect(card.warnings.map(({ code }) => code)).toEqual(['NODE_LEARNS_PAYERS', 'ADDRESS_NOT_ENCRYPTED']);
  expect(node.asked).toEqual([]);
  const answer = await ask();
  expect(answer).toMatchObject({
    host: node.host,
    values: { nonce: '12', maxFee: '22', tip: '2' },
    remarks: [],
  });
  expect(Math.abs(Date.now() - answer.atMs)).toBeLessThan(60_000);
  const [chain, ...rest] = node.asked.map(({ name: method, params }) => [method, params]);
  expect(chain).toEqual(['eth_chainId', []]);
  expect(rest).toContainEqual(['eth_getTransactionCount', [address, 'pending']]);
});

it('attack: the window names no node without an approval, and no address that is neither https nor here', async () => {
  const denied = world.running.call('nodes.name', { ...PLACE, address: node.url });
  const refused = refusedWith('ACTION_DENIED', denied);
  await decideNext(world.running, 'deny');
  await refused;
  for (const url of [
    'http://node.example.com',
    'https://user:pass@node.example.com',
    'https://a.example/?key=1',
  ])
    await refusedWith(
      'PROFILE_ADDRESS_INSECURE',
      world.running.call('nodes.name', { ...PLACE, address: url }),
    );
  await refusedWith(
    'NODE_NETWORK_UNKNOWN',
    world.running.call('nodes.name', { ...PLACE, network: '999', address: node.url }),
  );
  expect(await listed()).toMatchObject({ named: [] });
  await refusedWith('NODE_NOT_NAMED');
  expect(node.asked).toEqual([]);
});

it('keeps a provider’s key in the keychain, and gives it to neither window, database nor journal', async () => {
  await name(`${node.url}/v3/provider-key-1234`);
  expect((await listed()).named).toEqual([{ type: PLACE.type, network: '1', origin: node.url }]);
  expect(JSON.stringify(await world.running.bootstrap())).not.toContain('provider-key-1234');
  expect(JSON.stringify([...keychain.items])).toContain('provider-key-1234');
  const files = readdirSync(world.dataFolder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile()))
    expect(readFileSync(join(file.parentPath, file.name)).includes('provider-key-1234')).toBe(false);
  expect((await ask()).host).toBe(node.host);
});

it('forgets a node that is removed, and those of a profile that is removed', async () => {
  await name();
  const removed = world.running.call('nodes.remove', PLACE);
  expect((await decideNext(world.running, 'approve')).preview.operation).toBe('remove_node');
  await removed;
  await refusedWith('NODE_NOT_NAMED');
  await name();
  await name(node.url, { ...PLACE, profileId: 'local' });
  const { credentials } = await world.running.bootstrap();
  for (const { publicKey } of credentials) {
    const forgotten = world.running.call('credentials.forget', { publicKey });
    await decideNext(world.running, 'approve');
    await forgotten;
  }
  const gone = world.running.call('profiles.remove', { id: 'world' });
  await decideNext(world.running, 'approve');
  await gone;
  expect([...keychain.items.keys()].filter((item) => item.startsWith('node:'))).toEqual([
    'node:local:TRANSACTION_TYPE_ETHEREUM:1',
  ]);
});

it('takes the higher nonce of the node and of what was signed here, and says the difference', async () => {
  await name();
  const { unsignedTransaction } = await world.running.call<{ unsignedTransaction: string }>(
    'transfers.build',
    {
      ...{ type: PLACE.type, signWith, network: '1', contact: null, asset: '', amount: '1' },
      to: '0x4B7Ea169aBA959124014D317E12e393a65C93d5e',
      values: { nonce: '14', maxFee: '30', tip: '1', gasLimit: '' },
    },
  );
  const parameters = { signWith, unsignedTransaction, type: PLACE.type };
  const preview = await world.running.prepare('sign_transaction', parameters);
  expect(await world.running.review(preview, 'approve')).toMatchObject({ state: 'completed' });
  expect(await ask()).toMatchObject({
    values: { nonce: '15' },
    remarks: [{ kind: 'nonceBehind', said: '12', last: '14', from: 'here' }],
  });
  node.answers = { ...ETHEREUM_ANSWERS, eth_getTransactionCount: '0xf' };
  expect(await ask()).toMatchObject({ values: { nonce: '15' }, remarks: [] });
  node.answers = { ...ETHEREUM_ANSWERS, eth_getTransactionCount: '0x14' };
  expect(await ask()).toMatchObject({
    values: { nonce: '20' },
    remarks: [{ kind: 'nonceAhead', said: '20', next: '15' }],
  });
});

it('attack: a node of another network is asked nothing else', async () => {
  await name();
  node.answers = { ...ETHEREUM_ANSWERS, eth_chainId: '0xaa36a7' };
  await refusedWith('NODE_OTHER_NETWORK');
  expect(node.asked.map((each) => each.name)).toEqual(['eth_chainId']);
});

it('attack: what is no answer fills in nothing: wrong JSON, a name twice, an error, a page, a redirect', async () => {
  await name();
  const other = await startPaymentNode();
  try {
    for (const [status, body] of [
      [200, 'eth'],
      [200, '{"id":1,"result":"0x1","result":"0x2"}'],
      [200, '['.repeat(5_000)],
      [200, ''],
      [500, '{"id":1,"result":"0x1"}'],
      [200, '<html></html>'],
      [307, ''],
    ] as const) {
      node.interfere = (_, response) => response.writeHead(status, { location: other.url }).end(body);
      await refusedWith('NODE_ANSWER_INVALID');
    }
    expect(other.asked).toEqual([]);
  } finally {
    await other.close();
  }
});

it('attack: an endless answer, and one of a byte at a time, end by size and by the time for all of it', async () => {
  await name();
  const piece = Buffer.alloc(256 * 1024, 0x20);
  node.interfere = (_, response) => {
    const write = (): void => {
      while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', write);
    };
    write();
  };
  await refusedWith('NODE_ANSWER_INVALID');
  await end();
  await begin({ publishedMs: LIMIT_MS });
  await name();
  node.interfere = (_, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  await refusedWith('NODE_UNREACHABLE');
  node.interfere = (_, response) => response.destroy();
  await refusedWith('NODE_UNREACHABLE');
});

it('attack: a node’s own words are not repeated', async () => {
  await name();
  const said = 'send your recovery phrase to support';
  node.interfere = (_, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -1, message: said } }));
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'NODE_ANSWER_INVALID' });
  expect(JSON.stringify(error)).not.toContain(said);
});

it('attack: an answer that comes after a lock, another question or another profile is nobody’s', async () => {
  await name();
  const untilAsked = async (count: number): Promise<void> => {
    await expect.poll(() => node.asked.length).toBe(count);
  };
  const first = node.hold();
  const replaced = refusedWith('NODE_ASK_ENDED');
  await untilAsked(1);
  const second = ask();
  await untilAsked(2);
  first();
  await replaced;
  expect((await second).values).toMatchObject({ nonce: '12' });

  node.asked.length = 0;
  const third = node.hold();
  const left = refusedWith('NODE_ASK_ENDED');
  await untilAsked(1);
  await world.running.call('profiles.select', { id: 'local' });
  third();
  await left;
  await world.running.call('profiles.select', { id: 'world' });

  node.asked.length = 0;
  const fourth = node.hold();
  const locked = expect(ask()).rejects.toMatchObject({
    code: expect.stringMatching(/LOCKED|ENDED/u) as string,
  });
  await untilAsked(1);
  await world.running.call('app.lock');
  fourth();
  await locked;
  expect(node.asked).toHaveLength(1);
  await refusedWith('CONSOLE_LOCKED');
  expect(node.asked).toHaveLength(1);
});

it('goes through the profile’s proxy, and trusts no certificate but the profile’s', async () => {
  const proxy = await startConnectProxy();
  const tls = await startTlsService(selfSigned('localhost'), (_, response) => response.end('{}'));
  try {
    await name(`https://localhost:${tls.port}`);
    await refusedWith('SERVICE_CERTIFICATE_UNKNOWN');
    const edited = world.running.call('profiles.edit', {
      ...{ id: 'world', name: 'Test', baseUrl: service.ready.url },
      organizationId: service.ready.organizationId,
      proxy: { kind: 'manual', address: proxy.url, login: null },
    });
    await decideNext(world.running, 'approve');
    await edited;
    await name('https://node.invalid');
    await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/PROXY|NODE/u) as string });
    expect(proxy.asked.map(({ authority }) => authority)).toEqual(['node.invalid:443']);
  } finally {
    await tls.close();
    await proxy.close();
  }
});
