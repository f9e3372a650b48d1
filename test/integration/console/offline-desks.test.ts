// The whole round by file between two windows' main sides, each a process of its own over a real keychain and the real service:
// the offline one without any interface, killed at each step, and as `npm start -- --tour offline` shows it.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { readOfflineFile } from '#protocol/offline/offline-files.ts';
import { bundledDesk } from '../../fixtures/bundled-desk.ts';
import { type DeskPair, confirmClock, startDeskPair } from '../../fixtures/desk-pair.ts';
import type { DeskProcess } from '../../fixtures/desk-process.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';
import { withoutInterface } from '../../fixtures/without-interface.ts';

const root = resolve(import.meta.dirname, '../../..');
const missing = await keychainMissing();
const { prefix, reason } = withoutInterface();

const policy = (policyName: string): object => ({
  ...{ policyName, effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
  consensus: 'approvers.count() >= 2',
});
const digestOf = (request: string): string =>
  sha256Hex(readOfflineFile('keyops-request', readFileSync(request)).body);

/** How often the service did what a body asks for. */
async function effectsOf(service: LocalService, digest: string): Promise<number> {
  const { json } = await service.query('list_activities', { paginationOptions: { limit: '100' } });
  const { activities } = listActivities.output.parse(json);
  return activities.filter(({ fingerprint }) => fingerprint === `sha256:${digest}`).length;
}
async function outcomesOf(desk: DeskProcess, digest: string): Promise<string[]> {
  const lines = await desk.call<{ digest: string; outcome: string }[]>('journal.list', {
    ...{ before: null, limit: 500, filter: 'all' },
  });
  return lines.filter((line) => line.digest === digest).map(({ outcome }) => outcome);
}

/** Runs a program to its end. The service of these tests goes on meanwhile. */
const ran = (command: string, args: readonly string[]): Promise<{ status: number | null; out: string }> =>
  new Promise((resolve_, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => out.push(part));
    child.once('error', reject);
    child.once('close', (status) => resolve_({ status, out: Buffer.concat(out).toString() }));
  });

describe.skipIf(missing !== null)(`two consoles (${missing ?? 'with a keychain'})`, () => {
  const bundle = bundledDesk();
  let script: string;
  let service: LocalService;
  beforeAll(async () => {
    script = await bundle.ready;
    service = await LocalService.start();
  });
  afterAll(async () => {
    await service.stop();
    await bundle.remove();
  });

  const makeRequest = async ({ online, publicKey }: DeskPair, name: string) => {
    service.now = Date.now();
    const { id } = await online.call<{ id: string }>('offline.prepare', {
      ...{ operation: 'create_policy', parameters: policy(name), publicKey, curve: null },
    });
    return { id, request: await online.save(id, 'request') };
  };

  describe.skipIf(prefix === undefined)(
    `the offline one without an interface (${prefix === undefined ? reason : prefix.join(' ')})`,
    () => {
      it('reaches nobody, whatever asks: the kernel has no way out', async () => {
        const { url } = service.ready;
        const ask = `fetch(${JSON.stringify(url)}).then(()=>process.exit(3),(e)=>{console.log(e.cause.code)})`;
        const [command, ...args] = [...(prefix ?? []), process.execPath, '-e', ask];
        expect(await ran(command, args)).toEqual({ status: 0, out: 'ENETUNREACH\n' });
        // The same question from outside is answered: it is the namespace that refuses it.
        expect((await ran(process.execPath, ['-e', ask])).status).toBe(3);
      });

      it('goes round all the same: made, approved and stamped, sent, answered, opened', async () => {
        const pair = await startDeskPair(service, { script, within: prefix });
        try {
          const { offline, online } = pair;
          const interfaces = readFileSync(`/proc/${offline.pid}/net/dev`, 'latin1').split('\n').slice(2);
          expect(interfaces.map((line) => line.split(':')[0]?.trim()).filter((name) => name !== '')).toEqual([
            'lo',
          ]);
          const { id, request } = await makeRequest(pair, 'Without an interface');
          const [there = ''] = await offline.take(request);
          await offline.approve(there);
          await online.take(await offline.save(there, 'stamp'));
          service.now = Date.now();
          await online.call('offline.send', { id });
          const [opened] = await offline.take(await online.save(id, 'answer'));
          const { answers } = await offline.state();
          expect(answers.find((each) => each.id === opened)?.outcome).toMatchObject({ state: 'completed' });
          expect(await effectsOf(service, digestOf(request))).toBe(1);
        } finally {
          await pair.remove();
        }
      });
    },
  );

  it('kill -9 at each step of the round in the window loses nothing and doubles nothing', async () => {
    const pair = await startDeskPair(service, { script });
    try {
      const { request } = await makeRequest(pair, 'Killed');
      const digest = digestOf(request);
      let { offline, online } = pair;
      const again = async (which: 'offline' | 'online'): Promise<DeskProcess> => {
        const desk = await pair.start(which);
        if (which === 'offline') await confirmClock(desk);
        return desk;
      };
      /** Begins a step and kills its console: at once, then later by a third each time, until the step ends before that. */
      const killedUntilDone = async (
        which: 'offline' | 'online',
        step: (desk: DeskProcess) => Promise<unknown>,
      ): Promise<number> => {
        for (let kills = 0; ; kills += 1) {
          const desk = which === 'offline' ? offline : online;
          const work = step(desk).then(
            () => true,
            (error: unknown) => {
              // A console that is gone, and nothing that it refused.
              if (!String(error).includes('The console ended')) throw error;
              return false;
            },
          );
          const over = new AbortController();
          const end = { wasKill: false };
          const kill = (): Promise<void> => {
            end.wasKill = true;
            return desk.kill();
          };
          // At once is before any step can end: each asks its console at least twice.
          const killed =
            kills === 0
              ? kill()
              : delay(10 * (4 / 3) ** kills, undefined, { signal: over.signal }).then(kill, () => undefined);
          const isDone = await work;
          over.abort();
          await killed;
          // Its last answer may have been on its way when it was killed.
          if (end.wasKill) {
            const next = await again(which);
            if (which === 'offline') offline = next;
            else online = next;
          }
          if (isDone) return kills;
        }
      };
      // Opened, approved, stamped and saved in one go: wherever it ends, the file is opened again.
      let stamp = '';
      const stamping = await killedUntilDone('offline', async (desk) => {
        const [there = ''] = await desk.take(request);
        await desk.approve(there);
        stamp = await desk.save(there, 'stamp');
      });
      let answer = '';
      const sending = await killedUntilDone('online', async (desk) => {
        service.now = Date.now();
        await desk.take(request);
        const [there = ''] = await desk.take(stamp);
        await desk.call('offline.send', { id: there });
        answer = await desk.save(there, 'answer');
      });
      const opening = await killedUntilDone('offline', (desk) => desk.take(answer));
      // How many kills a step takes beyond the first is a matter of the machine's speed.
      expect(Math.min(stamping, sending, opening)).toBeGreaterThan(0);
      expect(await effectsOf(service, digest)).toBe(1);
      const outcomes = await outcomesOf(offline, digest);
      expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
      expect(outcomes).toContain('stamped for a file');
      // Opened once more, it says the same and adds no line.
      await offline.take(answer);
      expect(await outcomesOf(offline, digest)).toHaveLength(outcomes.length);
      // Nothing half-written lies about under a name of its own, and no request waits to be sent from here.
      for (const name of readdirSync(dirname(request)))
        expect(name).toMatch(/^[0-9a-f]{16}\.keyops-(?:request|stamp|answer)$/);
      expect(await offline.call('requests.unfinished')).toEqual([]);
    } finally {
      await pair.remove();
    }
  });

  it('npm start -- --tour offline goes the whole round and prints what was verified', async () => {
    const { status, out } = await ran(process.execPath, [
      ...[join(root, 'scripts/start.mjs'), '--tour', 'offline'],
    ]);
    expect(status, out).toBe(0);
    expect(out).toContain(prefix === undefined ? reason : 'in a network namespace without an interface');
    expect(out.match(/keyops verify: 6 checks; journal: stamped for a file, completed/g)).toHaveLength(2);
    expect(out).toMatch(/holds +Signed by the key: The signature recovers to 0x[0-9a-fA-F]{40}/);
    expect(out).toMatch(/Transaction hash +0x[0-9a-f]{64}/);
    expect(out).not.toContain('FAILS');
  });

  it('a tour that is not there is refused by name', async () => {
    const { status, out } = await ran(process.execPath, [
      ...[join(root, 'scripts/start.mjs'), '--tour', 'elsewhere'],
    ]);
    expect([status, out]).toEqual([2, expect.stringContaining('--tour offline')]);
  });
});
