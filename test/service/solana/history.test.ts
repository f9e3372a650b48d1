import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SolanaHistory } from '#service/solana/history.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { GroupCommitWriter, type Writer } from '#service/storage/writer.ts';
import { SolanaCluster } from '#test/fixtures/solana-cluster.ts';

const ADDRESS = base58.encode(new Uint8Array(32).fill(7));
const PAGE = { limit: 10, before: undefined, after: undefined };
/** Newest first, five in a slot. */
const LISTED = Array.from({ length: 2501 }, (_, index) => ({
  signature: base58.encode(
    new Uint8Array(64)
      .fill(9)
      .with(0, index % 256)
      .with(1, index >> 8),
  ),
  slot: 3500 - Math.floor(index / 5),
}));

let folder: string;
let store: Store;
let writer: GroupCommitWriter;
let cluster: SolanaCluster;
/** How much of the list has happened. */
let told: typeof LISTED;
/** Waited for before each list is answered. */
let gate: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-solana-'));
  store = await openStore(folder);
  writer = new GroupCommitWriter(store);
  cluster = await SolanaCluster.start();
  gate = () => Promise.resolve();
  cluster.answer = (method, response, params) => {
    if (method !== 'getSignaturesForAddress') return false;
    const { before, until } = params[1] ?? {};
    const from = told.findIndex(({ signature }) => signature === before) + 1;
    const end = told.findIndex(({ signature }) => signature === until);
    const result = told.slice(from, Math.min(from + 1000, end === -1 ? Infinity : end));
    void gate().then(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result })));
    return true;
  };
});
afterEach(async () => {
  await cluster.stop();
  await writer.settled();
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const processOn = (own: Writer = writer): SolanaHistory =>
  new SolanaHistory(store, own, new Map([['mainnet', cluster.url]]));
/** Looks at the newest page. The node tells lists alone, so no page ever comes of it. */
const look = async (history: SolanaHistory): Promise<void> => {
  await expect(history.page('mainnet', ADDRESS, PAGE)).rejects.toThrow();
};
const kept = async (): Promise<string[]> => {
  const rows = await store.selectFrom('sol_history').select('signature').orderBy('place', 'desc').execute();
  return rows.map(({ signature }) => signature);
};
const signaturesOf = (list: typeof LISTED): string[] => list.map(({ signature }) => signature);

it('writes what came in parts, the oldest first, and goes on after the last that it could write', async () => {
  told = LISTED.slice(-1);
  await look(processOn());
  told = LISTED;
  let writes = 0;
  const failing: Writer = {
    write: (work) => {
      writes += 1;
      return writes === 3 ? Promise.reject(new Error('The disk is full.')) : writer.write(work);
    },
    onCommit: (listener) => writer.onCommit(listener),
    settled: () => writer.settled(),
  };
  await look(processOn(failing));
  expect(await kept()).toEqual(signaturesOf(LISTED.slice(-1001)));

  await look(processOn());
  expect(await kept()).toEqual(signaturesOf(LISTED));
});

it.each([
  ['the first time', 0],
  ['after a look', 1],
  ['what is older', 1501],
])('keeps each once where two processes read the same, %s', async (_when, seen) => {
  if (seen > 0) {
    told = LISTED.slice(-seen);
    await look(processOn());
  }
  told = LISTED;
  let waiting = 0;
  let open = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  gate = () => {
    waiting += 1;
    if (waiting === 2) open();
    return both;
  };
  const before = seen > 1 ? await oldestId() : undefined;
  const page = { ...PAGE, before };
  const ask = (): Promise<unknown> =>
    processOn()
      .page('mainnet', ADDRESS, page)
      .catch((error: unknown) => error);
  for (const error of await Promise.all([ask(), ask()]))
    expect(error).toMatchObject({
      message: expect.stringContaining('the Solana history cannot be read') as unknown,
    });
  const all = await kept();
  expect(new Set(all).size).toBe(all.length);
  const from = seen > 1 ? LISTED.length - seen : 0;
  expect(all).toEqual(signaturesOf(LISTED.slice(from, from + all.length)));
});

async function oldestId(): Promise<string> {
  const { id } = await store
    .selectFrom('sol_history')
    .select('id')
    .orderBy('place', 'asc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
