// An import of secrets that is cut off: by the end of the console, of the service, or of its target keys.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { SecretImport } from '#preload/contract/secrets.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import { type OnService, runConsoleOn } from '../../fixtures/console-on-service.ts';
import { type InterferingProxy, forward, startProxy } from '../../fixtures/interfering-proxy.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
// Answers are lost at once here; the limits stay those of operators, for a busy machine is slow.
const timing = { retryMs: 1, retries: 1, pollMs: 5 };
const DAY = 25 * 60 * 60 * 1000;

/** A file with so many secrets; `prefix` keeps the names of two tests apart. */
function secretsFile(folder: string, prefix: string, count: number): string {
  const path = join(folder, `${prefix}.json`);
  const entries = Array.from({ length: count }, (_, index) => [`${prefix}_${index}`, `value ${index}`]);
  writeFileSync(path, JSON.stringify(Object.fromEntries(entries)));
  return path;
}

const decide = async (running: RunningConsole, decision: 'approve' | 'deny'): Promise<ApprovalView> => {
  const view = await decideNext(running, decision);
  await running.host.until(() => !running.host.approvalShown);
  return view;
};

/** Resolves when nothing of the import runs any more. */
const atRest = async (running: RunningConsole): Promise<SecretImport> => {
  for (;;) {
    const { news } = running.host;
    const heard = news.length;
    const current = await running.call<SecretImport>('secrets.current');
    if (current.set?.state !== 'running') return current;
    await running.host.until(() => news.length > heard);
  }
};

/** Goes on with an import, approving whatever is asked for, until nothing of it runs. */
async function finish(running: RunningConsole): Promise<SecretImport> {
  const begun = running.call('secrets.begin');
  const over = new AbortController();
  const { host } = running;
  const asked = host
    .until(() => over.signal.aborted || host.approvalShown)
    .then(() => (over.signal.aborted ? undefined : decide(running, 'approve')));
  // An approval that still covers what is left is not asked for again.
  await Promise.race([begun, asked]);
  await begun;
  over.abort();
  return atRest(running);
}

/** The names of the organization's secrets, sorted. */
async function storedNames(running: RunningConsole, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | undefined; ;) {
    const paginationOptions = { limit: '100', ...(after === undefined ? {} : { after }) };
    const { secrets } = await running.call<{ secrets: { secretId: string; name: string }[] }>('queries.ask', {
      operation: 'list_secrets',
      parameters: { paginationOptions },
    });
    names.push(...secrets.map(({ name }) => name));
    after = secrets.at(-1)?.secretId;
    if (secrets.length < 100) return names.filter((name) => name.startsWith(`${prefix}_`)).sort();
  }
}

const namesOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}_${index}`).sort();

describe.skipIf(missing !== null)(`an import that is cut off (${missing ?? 'real keychain'})`, () => {
  let service: LocalService;
  let proxy: InterferingProxy;
  let on: OnService;
  let folder = '';

  beforeAll(async () => {
    if (missing !== null) return;
    folder = mkdtempSync(join(tmpdir(), 'keyops-import-'));
    service = await LocalService.start();
    proxy = await startProxy(service.ready.url);
    on = await runConsoleOn(service, { baseUrl: proxy.url, timing });
  });
  afterAll(async () => {
    await on.stop();
    await proxy.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const gather = async (prefix: string, count: number): Promise<void> => {
    on.tick();
    await on.running.call('secrets.addFile', { path: secretsFile(folder, prefix, count) });
  };

  it('asks for keys in several requests and imports in batches, results by their names in order', async () => {
    await gather('MANY', 130);
    const begun = on.running.call('secrets.begin');
    const keys = await decide(on.running, 'approve');
    expect(keys.preview.facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'Requests', value: '2' }),
        expect.objectContaining({ label: 'Secrets', value: '130' }),
      ]),
    );
    const sealed = await decide(on.running, 'approve');
    expect(sealed.preview.facts[0]).toMatchObject({ label: 'Requests', value: '7' });
    await begun;
    const { rows } = await atRest(on.running);
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'imported'));
    expect(await storedNames(on.running, 'MANY')).toEqual(namesOf('MANY', 130));
    const { secrets } = await on.running.call<{ secrets: { secretId: string; name: string }[] }>(
      'queries.ask',
      {
        operation: 'list_secrets',
        parameters: { paginationOptions: { limit: '100' } },
      },
    );
    const idOf = new Map(rows.map(({ name, secretId }) => [name, secretId]));
    for (const { secretId, name } of secrets) expect(idOf.get(name)).toBe(secretId);
    await on.running.call('secrets.clear');
  });

  /** Lets the first import request through, does the second and loses its answer, and lets no other one arrive. */
  function cutOff(): RequestListener {
    let seen = 0;
    return (request, response) => {
      if (request.url?.endsWith('/import_secrets') !== true) {
        void forward(service.ready.url, request, response);
        return;
      }
      seen += 1;
      const lost = { writeHead: () => undefined, end: () => response.destroy() } as unknown as ServerResponse;
      if (seen <= 2) void forward(service.ready.url, request, seen === 1 ? response : lost);
      else response.destroy();
    };
  }

  it('the console is killed in the middle: another run of it sends what is left, and nothing twice', async () => {
    await gather('KILLED', 45);
    proxy.interfere(cutOff());
    const begun = on.running.call('secrets.begin');
    await decide(on.running, 'approve');
    await decide(on.running, 'approve');
    await begun;
    expect((await atRest(on.running)).set).toMatchObject({ state: 'paused' });
    // What a killed console leaves behind is what is on the disk now.
    const left = mkdtempSync(join(tmpdir(), 'keyops-killed-'));
    cpSync(on.place.dataFolder, left, { recursive: true, filter: (path) => !path.endsWith('.lock') });
    await on.running.call('secrets.clear');
    proxy.interfere(null);
    const next = await runConsole({ dataFolder: left, keychain: on.place.keychain, timing });
    try {
      await next.untilReady();
      on.tick();
      expect(await next.call('secrets.current')).toMatchObject({ title: 'KILLED.json', stage: 'sealed' });
      const { rows, set } = await finish(next);
      expect(set).toMatchObject({ state: 'ended', failed: 0 });
      expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'imported'));
      expect(await storedNames(next, 'KILLED')).toEqual(namesOf('KILLED', 45));
    } finally {
      await next.console.close();
      rmSync(left, { recursive: true });
    }
  });

  it('the target keys expire before what was sealed is approved: each secret says so, none is in', async () => {
    await gather('LATE', 3);
    const begun = on.running.call('secrets.begin');
    await decide(on.running, 'approve');
    await decide(on.running, 'deny');
    await begun;
    on.wait(DAY);
    const { rows } = await finish(on.running);
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    for (const { problem } of rows) expect(problem).toContain('expired');
    expect(await storedNames(on.running, 'LATE')).toEqual([]);
    await on.running.call('secrets.clear');
  });
});

describe.skipIf(missing !== null)(
  `a service that is killed (${missing ?? 'real keychain, real service'})`,
  () => {
    it('in the middle of an import: started again, it gets what is left, and nothing twice', async () => {
      const place = ownPlace();
      const running = await runConsole({ ...place, timing });
      try {
        await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
        await running.untilReady();
        await running.call('secrets.addFile', { path: secretsFile(place.dataFolder, 'DEAD', 90) });
        const begun = running.call('secrets.begin');
        await decide(running, 'approve');
        await decideNext(running, 'approve');
        // The first request has left, and hardly any is answered yet.
        await running.host.until(() => running.host.news.some(isRunningImport));
        const { service } = running.host;
        process.kill(service?.pid ?? 0, 'SIGKILL');
        await service?.exited;
        await begun;
        const cut = await atRest(running);
        expect(cut.set?.state).toBe('paused');
        expect(cut.rows.some(({ state }) => state !== 'imported')).toBe(true);
        await running.call('app.recheck');
        await running.untilServiceReady();
        const { rows, set } = await finish(running);
        expect(set).toMatchObject({ state: 'ended', failed: 0 });
        expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'imported'));
        expect(await storedNames(running, 'DEAD')).toEqual(namesOf('DEAD', 90));
      } finally {
        await running.console.close();
        await place.remove();
      }
    });
  },
);

const isRunningImport = ({ name, payload }: { name: string; payload: unknown }): boolean => {
  const set = payload as { purpose?: string; state?: string } | null;
  return name === 'requestGroups.changed' && set?.purpose === 'secrets' && set.state === 'running';
};
