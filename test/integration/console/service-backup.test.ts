import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { ServiceBackupFacts } from '#preload/contract/service-backup.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();

describe.skipIf(missing !== null)(
  `backups of the local service (${missing ?? 'real keychain, real service'})`,
  () => {
    const places = missing === null ? [ownPlace(), ownPlace()] : [];
    const folder = mkdtempSync(join(tmpdir(), 'keyops-backups-'));
    const consoles: RunningConsole[] = [];
    let running: RunningConsole;

    beforeAll(async () => {
      for (const place of places) {
        const started = await runConsole(place);
        consoles.push(started);
        await started.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
        await started.untilReady();
      }
      const [first] = consoles;
      if (first !== undefined) running = first;
      await makeKey('First');
    });
    afterAll(async () => {
      for (const each of consoles) await each.console.close();
      for (const place of places) await place.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const makeKey = async (privateKeyName: string): Promise<void> => {
      const key = { privateKeyName, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] };
      const preview = await running.prepare('create_private_keys', { privateKeys: [key] });
      expect(await running.review(preview, 'approve')).toMatchObject({ state: 'completed' });
    };
    const names = async (): Promise<string[]> =>
      (await running.call<PrivateKey[]>('keys.list')).map(({ privateKeyName }) => privateKeyName).sort();
    let made = 0;
    const backUp = async (by = running): Promise<ServiceBackupFacts> => {
      by.host.newFile = join(folder, `backup-${(made += 1)}.sqlite`);
      const backup = await by.call<ServiceBackupFacts | null>('serviceBackup.make');
      if (backup === null) throw new Error('It was called off.');
      return backup;
    };
    const restore = async (path: string, decision: 'approve' | 'deny' = 'approve') => {
      const restoring = running.call<ServiceBackupFacts & { replaced: string }>('serviceBackup.restore', {
        path,
      });
      restoring.catch(() => undefined);
      const view = await decideNext(running, decision);
      return { view, restoring };
    };

    it('are made where the operator says, verified, and restored with an approval that names both', async () => {
      const backup = await backUp();
      expect(existsSync(backup.path)).toBe(true);
      expect(backup.newest?.type).toBe('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2');
      expect(await running.call('serviceBackup.verify', { path: backup.path })).toEqual(backup);
      await makeKey('Second');
      expect(await names()).toEqual(['First', 'Second']);

      const { view, restoring } = await restore(backup.path);
      const facts = new Map(view.preview.facts.map(({ label, value }) => [label, value]));
      expect(facts.get('Organization')).toContain(backup.organizationId);
      expect(facts.get('SHA-256 of backup')).toBe(backup.sha256);
      expect(facts.get('Activities in backup')).toBe(String(backup.activities));
      expect(facts.get('Activities now')).toBe(String(backup.activities + 1));
      expect(view.preview.warnings.map(({ code }) => code)).toEqual(['RESTORE_UNDOES']);
      const { replaced } = await restoring;
      await running.untilReady();
      expect(await names()).toEqual(['First']);
      const listed = await running
        .call<{ rows: ActivityRow[] }>('activities.list', {
          filter: { statuses: [], types: [] },
          after: null,
        })
        .catch(() => null);
      expect(listed === null || listed.rows.length > 0).toBe(true);
      const lines = await running.call<JournalLine[]>('journal.list', {
        ...{ before: null, limit: 10, filter: 'changes' },
      });
      expect(lines[0]).toMatchObject({ operation: 'restore_service', outcome: 'approved' });
      expect(lines[0]?.subject).toContain(backup.sha256);

      // What was replaced is a backup as well.
      const kept = join(folder, 'kept.sqlite');
      writeFileSync(kept, readFileSync(replaced));
      await (
        await restore(kept)
      ).restoring;
      await running.untilReady();
      expect(await names()).toEqual(['First', 'Second']);
    });

    it('change nothing when the restore is denied, and the service goes on', async () => {
      const { path } = await backUp();
      await makeKey('Third');
      const { profiles } = await running.bootstrap();
      const { restoring } = await restore(path, 'deny');
      await expect(restoring).rejects.toMatchObject({ code: 'ACTION_DENIED' });
      expect((await running.bootstrap()).profiles).toEqual(profiles);
      expect(await names()).toContain('Third');
    });

    it('attack: a backup of another service is refused, and nobody is asked', async () => {
      const [, other] = consoles;
      const { path } = await backUp(other);
      for (const call of ['serviceBackup.verify', 'serviceBackup.restore'])
        await expect(running.call(call, { path })).rejects.toMatchObject({ code: 'SERVICE_BACKUP_FOREIGN' });
      expect(running.host.approvalShown).toBe(false);
    });

    it('attack: a damaged or changed backup is refused with the reason', async () => {
      const { path } = await backUp();
      const cut = join(folder, 'cut.sqlite');
      writeFileSync(cut, readFileSync(path).subarray(0, 40_000));
      await expect(running.call('serviceBackup.restore', { path: cut })).rejects.toMatchObject({
        code: 'SERVICE_BACKUP_REFUSED',
        message: expect.stringContaining('damaged') as string,
      });
      const database = new DatabaseSync(path);
      database.exec('UPDATE root_quorum SET threshold = 0');
      database.close();
      await expect(running.call('serviceBackup.restore', { path })).rejects.toMatchObject({
        code: 'SERVICE_BACKUP_REFUSED',
        message: expect.stringContaining('root_quorum') as string,
      });
    });

    it('attack: another backup is put under the name while the approval is open', async () => {
      const { path } = await backUp();
      await makeKey('Fourth');
      const { path: other } = await backUp();
      const before = await names();
      const restoring = running.call('serviceBackup.restore', { path });
      restoring.catch(() => undefined);
      await running.host.until(() => running.host.approvalShown);
      renameSync(other, path);
      await decideNext(running, 'approve');
      await expect(restoring).rejects.toMatchObject({ code: 'BACKUP_OTHER' });
      await running.untilReady();
      expect(await names()).toEqual(before);
    });

    it('attack: a script names a path, a handle of its own, or asks for two at once', async () => {
      const { path } = await backUp();
      for (const file of [path, '../service/service.sqlite', 'x'])
        expect(await running.console.dispatch('console', 'serviceBackup.restore', { file })).toMatchObject({
          ok: false,
        });
      const both = ['serviceBackup.verify', 'serviceBackup.verify'].map((call) =>
        running.call(call, { path }),
      );
      const outcomes = await Promise.allSettled(both);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      running.host.newFile = path;
      await expect(running.call('serviceBackup.make')).rejects.toMatchObject({ code: 'BACKUP_FILE_EXISTS' });
    });

    it('bring back a service whose database was damaged', async () => {
      const { path } = await backUp();
      const before = await names();
      const [place] = places;
      if (place === undefined) return;
      await running.console.close();
      const file = join(place.dataFolder, 'service/service.sqlite');
      writeFileSync(file, readFileSync(file).fill(0xff, 4096, 40_000));
      running = await runConsole(place);
      consoles[0] = running;
      const state = await running.untilServiceReady();
      expect(state.health.service).toMatchObject({ state: 'failed' });
      expect(state.health.service.message).toContain('damaged');
      const { view, restoring } = await restore(path);
      expect(view.preview.warnings.map(({ code }) => code)).toContain('RESTORE_OVER_UNREADABLE');
      await restoring;
      await running.host.until(() => {
        const last = running.host.news.findLast(({ name }) => name === 'app.changed');
        return JSON.stringify(last?.payload ?? null).includes('The local service is running');
      });
      await running.untilReady();
      expect(await names()).toEqual(before);
    });
  },
);
