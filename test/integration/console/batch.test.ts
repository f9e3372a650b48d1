import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { BatchFailures, BatchLine, BatchRead, BatchSummary } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import { addressOf, transferLine, transferLines } from '../../fixtures/batch-files.ts';
import { freshSigner } from '../../fixtures/local-service.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';
import { checkThreadScript } from '../../fixtures/thread-scripts.ts';

const missing = await keychainMissing();
/** How many lines the large one has; 10,000 take minutes on two cores and are measured by hand (docs/benchmarks.md). */
const MANY = Number(process.env['BATCH_LINES'] ?? 200);
/** Lines of a batch that doesn't end between two pieces of news of it, with 64 requests on their way. */
const LONG = 600;

interface ResultLine {
  readonly line: number;
  readonly id: string;
  readonly status: string;
  readonly activityId: string;
  readonly fingerprint: string;
  readonly result?: { readonly signedTransaction: string };
}

describe.skipIf(missing !== null)(`batches (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let key: PrivateKey;

  beforeAll(async () => {
    if (place === undefined) return;
    const checkScript = await checkThreadScript();
    running = await runConsole({ ...place, checkScript, timing: { retryMs: 1, retries: 1 } });
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
    const preview = await running.prepare('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'payouts',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    await running.review(preview, 'approve');
    [key] = (await running.call<PrivateKey[]>('keys.list')) as [PrivateKey];
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const file = (name: string, text: string): string => {
    const path = join(place?.dataFolder ?? '', name);
    writeFileSync(path, text);
    return path;
  };
  const read = (path: string, operation: string | null = null): Promise<BatchRead> =>
    running.call('batches.read', { path, operation });
  const prepared = async (path: string, operation: string | null = null): Promise<RequestGroup> => {
    const given = await read(path, operation);
    if (given.state !== 'prepared') throw new Error(JSON.stringify(given));
    return given.set;
  };
  const lastNews = (id: string): RequestGroup | undefined =>
    running.host.news
      .filter(({ name }) => name === 'requestGroups.changed')
      .map(({ payload }) => payload as RequestGroup)
      .findLast((set) => set.id === id);
  const untilSet = (id: string, holds: (set: RequestGroup) => boolean): Promise<void> =>
    running.host.until(() => {
      const set = lastNews(id);
      return set !== undefined && holds(set);
    });
  const approve = async (id: string) => {
    const begun = running.call('requestGroups.run', { id });
    const shown = await decideNext(running, 'approve');
    await begun;
    return shown;
  };
  const resultsOf = ({ results }: RequestGroup): ResultLine[] =>
    readFileSync(results ?? '', 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ResultLine);
  const activities = async (): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    for (let before: string | undefined; ;) {
      const { activities: page } = await running.call<{ activities: { id: string; fingerprint: string }[] }>(
        'queries.ask',
        {
          operation: 'list_activities',
          parameters: { paginationOptions: { limit: '100', ...(before === undefined ? {} : { before }) } },
        },
      );
      for (const { id, fingerprint } of page) found.set(fingerprint, id);
      before = page.at(-1)?.id;
      if (page.length < 100) return found;
    }
  };

  it('refuses a file with wrong lines whole, and says each of them', async () => {
    const path = file(
      'wrong.jsonl',
      [
        transferLine({ signWith: key.privateKeyId }, 'a'),
        'not json',
        '{"operation":"sign_everything","parameters":{}}',
        JSON.stringify({
          operation: 'sign_transaction',
          parameters: { signWith: key.privateKeyId, type: 'X' },
        }),
        transferLine({ signWith: 'nobody', nonce: 2 }),
        JSON.stringify({
          operation: 'sign_transaction',
          parameters: {
            signWith: key.privateKeyId,
            unsignedTransaction: '0x02c0',
            type: 'TRANSACTION_TYPE_ETHEREUM',
          },
        }),
        transferLine({ signWith: key.privateKeyId, nonce: 3 }, 'a'),
        '{"operation":"approve_activity","parameters":{"fingerprint":"sha256:00"}}',
      ].join('\n'),
    );
    const given = await read(path);
    if (given.state !== 'refused') throw new Error(given.state);
    expect(given.problems.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '2 ',
      '3 operation',
      '4 parameters.unsignedTransaction',
      '4 parameters.type',
      '5 parameters',
      '6 parameters',
      '7 id',
      '8 operation',
    ]);
    expect(given.total).toBe(8);
    expect(await running.call('requestGroups.list')).toEqual([]);
    expect(existsSync(`${path}.results.jsonl`)).toBe(false);
  });

  it('reads a batch whole, sends it under one approval, and has one result and one activity for each line', async () => {
    const began = performance.now();
    const path = file('payouts.jsonl', transferLines(key.privateKeyId, MANY));
    const set = await prepared(path);
    const readMs = performance.now() - began;
    expect(set).toMatchObject({ state: 'prepared', total: MANY, results: `${path}.results.jsonl` });
    const summary = await running.call<BatchSummary>('batches.summary', { id: set.id });
    const { preview } = await approve(set.id);
    const sentAt = performance.now();
    const stalls = monitorEventLoopDelay({ resolution: 1 });
    stalls.enable();
    expect(preview).toMatchObject({ effect: summary.effect, sentence: summary.sentence, warnings: [] });
    expect(preview.sentence.map(({ value }) => value).join('')).toBe(
      `Sign and send ${MANY.toLocaleString('en')} requests: ${MANY.toLocaleString('en')} payments of ${(MANY / 10).toLocaleString('en')} ETH to 50 addresses.`,
    );
    expect(preview.facts.find(({ label }) => label === 'Signed by')).toMatchObject({
      value: key.addresses[0]?.address,
      note: `payouts, ${MANY.toLocaleString('en')} transactions`,
    });
    await untilSet(set.id, ({ state }) => state === 'ended');
    const sendMs = performance.now() - sentAt;
    stalls.disable();
    if (MANY >= 1000)
      process.stderr.write(
        `${MANY} lines: read in ${Math.round(readMs)} ms, sent in ${Math.round(sendMs)} ms; the thread that answers the window: p99 ${Math.round(stalls.percentile(99) / 1e6)} ms, longest stall ${Math.round(stalls.max / 1e6)} ms\n`,
      );

    const results = resultsOf(set);
    expect(results.map(({ line }) => line).sort((a, b) => a - b)).toEqual(
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
    const known = await activities();
    for (const { line, id, status, activityId, fingerprint, result } of results) {
      expect({ id, status }).toEqual({ id: `payout-${line - 1}`, status: 'completed' });
      expect(known.get(fingerprint)).toBe(activityId);
      const signed = Transaction.from(`0x${result?.signedTransaction.replace(/^0x/, '') ?? ''}`);
      expect(signed.from).toBe(key.addresses[0]?.address);
      expect(signed.nonce).toBe(line - 1);
    }
    expect(new Set(results.map(({ activityId }) => activityId)).size).toBe(MANY);
    expect(statSync(set.results ?? '').mode & 0o777).toBe(0o600);
    const [row] = await running.call<BatchLine[]>('batches.lines', { id: set.id, after: 41, limit: 1 });
    expect(row).toMatchObject({ line: 43, reference: 'payout-42', state: 'done' });
    await running.call('batches.discard', { id: set.id });
    expect(await running.call('requestGroups.list')).toEqual([]);
    // Activities are called what the file called their lines, also without their batch.
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      ...{ status: [], types: [signTransaction.type], userId: null, waitsForMe: false },
      ...{ sinceMs: null, before: null, limit: 100 },
    });
    const called = new Map(results.map(({ activityId, id }) => [activityId, id]));
    expect(rows.map(({ id }) => called.has(id))).not.toContain(false);
    expect(rows.map(({ reference }) => reference)).toEqual(rows.map(({ id }) => called.get(id)));
    expect(existsSync(set.results ?? '')).toBe(true);
  }, 1_200_000);

  it('attack: a file that is changed after it was read changes nothing of what is sent', async () => {
    const path = file(
      'swapped.jsonl',
      transferLine({ signWith: key.privateKeyId, nonce: 70_000, to: addressOf(7) }),
    );
    const set = await prepared(path);
    writeFileSync(path, transferLine({ signWith: key.privateKeyId, nonce: 70_000, to: addressOf(666) }));
    const { preview } = await approve(set.id);
    expect(JSON.stringify(preview.facts).toLowerCase()).not.toContain(addressOf(666));
    await untilSet(set.id, ({ state }) => state === 'ended');
    const [result] = resultsOf(set);
    expect(
      Transaction.from(`0x${result?.result?.signedTransaction.replace(/^0x/, '') ?? ''}`).to?.toLowerCase(),
    ).toBe(addressOf(7));
    await running.call('batches.discard', { id: set.id });
  });

  it('takes CSV, with the operation chosen once, and writes beside earlier results', async () => {
    const transfer = JSON.parse(transferLine({ signWith: key.privateKeyId, nonce: 71_000 })) as {
      parameters: { unsignedTransaction: string };
    };
    const row = `${key.privateKeyId},${transfer.parameters.unsignedTransaction},TRANSACTION_TYPE_ETHEREUM`;
    const path = file('pay.csv', `signWith,unsignedTransaction,type\n${row}\n`);
    writeFileSync(`${path}.results.jsonl`, 'mine\n');
    await expect(read(path)).rejects.toMatchObject({ code: 'BATCH_INVALID' });
    const set = await prepared(path, 'sign_transaction');
    expect(set.results).toBe(`${path}.results-2.jsonl`);
    await approve(set.id);
    await untilSet(set.id, ({ state }) => state === 'ended');
    expect(resultsOf(set)).toMatchObject([{ line: 2, status: 'completed' }]);
    expect(readFileSync(`${path}.results.jsonl`, 'utf8')).toBe('mine\n');
    await running.call('batches.discard', { id: set.id });
  });

  it('says what a batch takes away, what is in it twice, and what stands out', async () => {
    const userId = (await running.bootstrap()).profiles[0]?.userId;
    const amounts = [1n, 1n, 1n, 1n, 1n, 1n, 900n].map((tenths, nonce) =>
      transferLine({
        signWith: key.privateKeyId,
        nonce,
        wei: tenths * 10n ** 17n,
        chainId: nonce === 3 ? 5 : 1,
      }),
    );
    const path = file(
      'odd.jsonl',
      [
        ...amounts,
        amounts[0],
        JSON.stringify({ operation: 'delete_users', parameters: { userIds: [userId] } }),
      ].join('\n'),
    );
    const set = await prepared(path);
    const begun = running.call('requestGroups.run', { id: set.id });
    const { preview } = await decideNext(running, 'deny');
    expect(await begun).toEqual({ decision: 'deny' });
    expect(preview.effect).toBe('destroy');
    const texts = new Map(preview.warnings.map(({ code, text }) => [code, text]));
    expect(texts.get('BATCH_REPEATS')).toContain('Line 8:');
    expect(texts.get('BATCH_DESTROYS')).toContain('(1)');
    expect(texts.get('BATCH_HIGH_AMOUNT')).toContain('Line 7:');
    expect(texts.get('BATCH_OTHER_NETWORK')).toContain('Line 4 ');
    expect(texts.get('ROOT_USER_GOES') ?? texts.get('ROOT_QUORUM_LOST')).toContain('Line 9:');
    const spelled = preview.batch?.pages.find(({ list }) => list === 'lines');
    const line = spelled?.list === 'lines' ? spelled.lines.find((each) => each.line === 9) : undefined;
    expect(line?.sentence.map(({ value }) => value).join('')).toMatch(/^Delete “/);
    expect(JSON.stringify(line?.facts)).toContain(userId);
    expect(await running.call('requestGroups.list')).toMatchObject([{ state: 'prepared', done: 0 }]);
    await running.call('batches.discard', { id: set.id });
    expect(existsSync(set.results ?? '')).toBe(false);
  });

  it('says why a line failed, and tries it again under another approval, without a second line for the same end', async () => {
    const userId = (await running.bootstrap()).profiles[0]?.userId;
    const { publicKey } = freshSigner('API_KEY_CURVE_P256');
    const line = JSON.stringify({
      operation: 'create_api_keys',
      parameters: {
        userId,
        apiKeys: [{ apiKeyName: 'twice', publicKey, curveType: 'API_KEY_CURVE_P256' }],
      },
    });
    const set = await prepared(file('twice.jsonl', `${line}\n${line}\n`));
    await approve(set.id);
    await untilSet(set.id, ({ state }) => state === 'ended');
    expect(lastNews(set.id)).toMatchObject({ done: 1, failed: 1 });
    const failures = () => running.call<BatchFailures>('batches.failures', { id: set.id, limit: 10 });
    const first = await failures();
    expect(first).toMatchObject({ again: 1, failures: [{ failure: { code: 'CREDENTIAL_CONFLICT' } }] });
    await expect(running.call('batches.tryAgain', { id: set.id })).resolves.toMatchObject({
      state: 'prepared',
      done: 1,
      failed: 0,
    });
    const { preview } = await approve(set.id);
    expect(preview.facts[0]).toMatchObject({ label: 'Requests', value: '1' });
    await untilSet(set.id, ({ state }) => state === 'ended');
    expect(await failures()).toEqual(first);
    expect(resultsOf(set).map(({ status }) => status)).toEqual(
      expect.arrayContaining(['completed', 'failed']),
    );
    expect(resultsOf(set)).toHaveLength(2);
    await running.call('batches.discard', { id: set.id });
  });

  it('pauses when the console is locked, and goes on after another approval with nothing lost or sent twice', async () => {
    const set = await prepared(file('locked.jsonl', transferLines(key.privateKeyId, LONG)));
    await approve(set.id);
    await untilSet(set.id, ({ done }) => done > 5);
    await running.call('app.lock');
    const told = running.host.news.length;
    await expect(running.call('requestGroups.run', { id: set.id })).rejects.toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
    // The page of a locked console hears nothing of a batch: it asks when it is open again.
    const heard = running.host.news.slice(told).map(({ name }) => name);
    expect(heard).not.toContain('requestGroups.changed');
    await running.call('app.unlock');
    const listed = async (): Promise<RequestGroup | undefined> =>
      (await running.call<RequestGroup[]>('requestGroups.list')).find(({ id }) => id === set.id);
    await expect.poll(async () => (await listed())?.state, { timeout: 30_000 }).toBe('prepared');
    const paused = await listed();
    expect(paused?.done).toBeLessThan(LONG);
    expect(paused?.failed).toBe(0);
    await running.host.until(() => !running.host.approvalShown);
    const { preview } = await approve(set.id);
    expect(preview.facts[0]).toMatchObject({ label: 'Requests', value: String(LONG - (paused?.done ?? 0)) });
    await untilSet(set.id, ({ state }) => state === 'ended');
    expect(lastNews(set.id)).toMatchObject({ done: LONG, failed: 0 });
    expect(new Set(resultsOf(set).map(({ line }) => line)).size).toBe(LONG);
    expect(resultsOf(set)).toHaveLength(LONG);
    await running.call('batches.discard', { id: set.id });
  });

  it('stops when the service is killed in the middle, and ends with one activity and one result a line', async () => {
    const before = (await activities()).size;
    const set = await prepared(file('killed.jsonl', transferLines(key.privateKeyId, LONG)));
    await approve(set.id);
    for (const after of [10, 200]) {
      await untilSet(set.id, ({ done, state }) => done > after && state === 'running');
      process.kill(running.host.service?.pid ?? 0, 'SIGKILL');
      await untilSet(set.id, ({ state }) => state === 'paused');
      expect(lastNews(set.id)).toMatchObject({ failed: 0 });
      await running.call('app.recheck');
      await running.untilServiceReady();
      await running.call('requestGroups.run', { id: set.id });
    }
    await untilSet(set.id, ({ state }) => state === 'ended');
    expect(lastNews(set.id)).toMatchObject({ done: LONG, failed: 0 });
    const results = resultsOf(set);
    expect(results).toHaveLength(LONG);
    expect(new Set(results.map(({ activityId }) => activityId)).size).toBe(LONG);
    expect((await activities()).size).toBe(before + LONG);
    await running.call('batches.discard', { id: set.id });
  });
});
