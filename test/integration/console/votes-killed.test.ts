// Many votes under one approval by a console in a process of its own, killed while they go out.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { bundledDesk } from '../../fixtures/bundled-desk.ts';
import { type DeskProcess, prepareDesk, startDesk } from '../../fixtures/desk-process.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';
import { activityOf, addMember, setQuorum } from '../../fixtures/team.ts';
import { keyNamed } from '../../fixtures/voters.ts';

const missing = await keychainMissing();
const COUNT = 25;

describe.skipIf(missing !== null)(
  `votes in numbers, killed (${missing ?? 'real keychain, real service'})`,
  () => {
    const bundle = bundledDesk();
    const keychainService = `KeyOps test ${randomUUID()}`;
    const root = mkdtempSync(join(tmpdir(), 'keyops-votes-'));
    let service: LocalService;
    let desk: DeskProcess;
    const start = async (): Promise<DeskProcess> =>
      startDesk({
        ...{ script: await bundle.ready, dataFolder: join(root, 'data'), keychainService, folder: root },
        isOffline: false,
      });

    beforeAll(async () => {
      const script = await bundle.ready;
      service = await LocalService.start();
      service.now = Date.now();
      await prepareDesk({ script, dataFolder: join(root, 'data') }, service.ready);
      desk = await start();
      const curve = 'API_KEY_CURVE_P256';
      const { publicKey } = await desk.call<{ publicKey: string }>('credentials.create', {
        label: 'Desk',
        curve,
      });
      const { userId } = await addMember(service, 'Voter');
      const apiKeys = [{ apiKeyName: 'Desk', publicKey, curveType: curve, expirationSeconds: '31536000' }];
      await service.submit('create_api_keys', { userId, apiKeys });
      await setQuorum(service, 2, [service.ready.rootUserId, userId]);
    });
    afterAll(async () => {
      await desk.end();
      await service.stop();
      await bundle.remove();
      const items = openKeychain(10_000, keychainService);
      for (const item of await items.list()) await items.delete(item);
      rmSync(root, { recursive: true, force: true });
    });

    const waiting = async (): Promise<string[]> => {
      const { rows } = await desk.call<{ rows: ActivityRow[] }>('activities.list', {
        ...{ status: [], types: [], userId: null, waitsForMe: true, sinceMs: null, before: null },
        limit: 100,
      });
      return rows.map(({ fingerprint }) => fingerprint);
    };
    /** What the service has of the requests: their states, and how many votes each has. */
    const asked = async (fingerprints: readonly string[]) => {
      const { json } = await service.query('list_activities', { paginationOptions: { limit: '100' } });
      return listActivities.output
        .parse(json)
        .activities.filter(({ fingerprint }) => fingerprints.includes(fingerprint));
    };

    it('kill -9 while 25 votes go out: each vote counts once, and the rest still waits to be voted on', async () => {
      const fingerprints: string[] = [];
      for (let index = 0; index < COUNT; index += 1)
        fingerprints.push(
          activityOf(await service.submit('create_private_keys', keyNamed(`killed-${index}`))).fingerprint,
        );
      let left = await waiting();
      expect(left).toHaveLength(COUNT);
      let cutOff = 0;
      for (let pauseMs = 0; left.length > 0; pauseMs = Math.max(pauseMs + 25, pauseMs * 1.5)) {
        service.now = Date.now();
        const cast = desk.call('votes.cast', { approves: true, fingerprints: left }, true).then(
          () => true,
          (error: unknown) => {
            if (!String(error).includes('The console ended')) throw error;
            return false;
          },
        );
        // Where it is refused there is nothing to approve.
        await Promise.race([desk.decide('approve'), cast]);
        // Later each time, so that it ends at many places between the approval and the last vote.
        const over = new AbortController();
        const end = { wasKill: false };
        const kill = (): Promise<void> => {
          end.wasKill = true;
          return desk.kill();
        };
        // The first time at once: the service is of this process, and has not had its turn for all of them.
        const killed =
          pauseMs === 0
            ? kill()
            : delay(pauseMs, undefined, { signal: over.signal }).then(kill, () => undefined);
        const isDone = await cast;
        over.abort();
        await killed;
        if (!isDone) cutOff += 1;
        // Its last answer may have been on its way when it was killed.
        if (end.wasKill) desk = await start();
        // No set is left that could go on without somebody who pressed.
        expect(await desk.call('requestGroups.list')).toEqual([]);
        left = await waiting();
      }
      expect(cutOff).toBeGreaterThan(0);
      const ended = await asked(fingerprints);
      expect(ended).toHaveLength(COUNT);
      for (const { status, votes } of ended) {
        expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
        expect(new Set(votes.map(({ userId }) => userId)).size).toBe(votes.length);
      }
      const { json } = await service.query('list_private_keys', {});
      const { privateKeys } = json as unknown as { privateKeys: { privateKeyName: string }[] };
      expect(privateKeys.filter(({ privateKeyName }) => privateKeyName.startsWith('killed-'))).toHaveLength(
        COUNT,
      );
    });
  },
);
