import { join } from 'node:path';
import { z } from 'zod';
import type { ServiceBackupFacts } from '#preload/contract/service-backup.ts';
import { AppError } from '#protocol/error.ts';
import { differingKeys, pinnedKeys } from '#protocol/pinned-keys.ts';
import { wasDatabase } from '#storage/database-marker.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { findRootKey } from '../../embedded-service/local-keys.ts';
import { SERVICE_DATABASE, serviceFolderOf } from '../../embedded-service/local-service.ts';
import type { ServiceCommand } from '../../platform/host.ts';
import { serviceLogOf } from '../../platform/log-file.ts';
import { requireLocalPath } from '../../platform/plain-files.ts';
import { LOCAL_PROFILE_ID } from '../../storage/profiles.ts';
import type { FileParts } from '../files/module.ts';
import { type LocalActionParts, describeRestore } from '../local-actions/module.ts';
import { serviceBackupError } from './errors.ts';

/** What the service's program says of a database (src/service/boot/backup-facts.ts). */
const facts = z.object({
  organizationId: z.string(),
  organizationName: z.string(),
  createdAtMs: z.number(),
  activities: z.int(),
  newest: z.object({ atMs: z.number(), type: z.string() }).nullable(),
  rootPublicKey: z.string(),
  keys: pinnedKeys,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
});
type Facts = z.infer<typeof facts>;
const comparison = z.object({
  backup: facts,
  present: z.union([facts, z.object({ problem: z.string() })]).nullable(),
});
const restored = facts.extend({ replaced: z.string().nullable() });

/** What the program says of a file that is no good backup; its remedies are for who starts a service. */
const UNUSABLE = [
  'BACKUP_INVALID',
  'BACKUP_DAMAGED',
  'DATABASE_DAMAGED',
  'DATABASE_CHANGED',
  'DATABASE_TOO_NEW',
];

type Needs = FileParts &
  LocalActionParts &
  Pick<
    ConsoleContext,
    'host' | 'vault' | 'service' | 'storage' | 'dataFolder' | 'clock' | 'selections' | 'refreshing' | 'ports'
  >;

/** Backups of the service on this computer: making, verifying and restoring them, by the service's own program. */
export const serviceBackup = defineModule({
  start: (needs: Needs): ModuleParts<'serviceBackup'> => {
    const { host, vault, service, files, local, clock } = needs;
    const folder = serviceFolderOf(needs.dataFolder);
    const run = async (command: ServiceCommand['command'], ...argv: string[]): Promise<unknown> => {
      const storageKey = await vault.storageKey(false);
      try {
        return await host.runServiceCommand({
          ...{ command, argv, storageKey, logFile: serviceLogOf(needs.dataFolder) },
        });
      } catch (error) {
        throw inWords(error);
      } finally {
        storageKey.wipe();
      }
    };
    let underWay: Promise<unknown> | undefined;
    /** One at a time: each reads or replaces the whole database. */
    const alone = <T>(work: () => Promise<T>): Promise<T> => {
      if (underWay !== undefined) throw serviceBackupError('SERVICE_BACKUP_BUSY');
      if (needs.ports.isOffline.ask()) throw serviceBackupError('SERVICE_BACKUP_OFFLINE');
      const mine = work().finally(() => (underWay = undefined));
      underWay = mine;
      return mine;
    };
    const handlers: ModuleParts<'serviceBackup'>['handlers'] = {
      serviceBackup: {
        make: async () =>
          await alone(async () => {
            // A first start that is under way makes the database.
            const root = await findRootKey(needs.storage);
            if (root !== undefined && service.status().state === 'starting') await service.start(root);
            if (!wasDatabase(join(folder, SERVICE_DATABASE)))
              throw serviceBackupError('SERVICE_BACKUP_NOTHING');
            const path = await host.pickNewFile(nameAt(clock.now()));
            if (path === null) return null;
            requireLocalPath(path);
            await run('backup', '--data', folder, '--to', path);
            // A backup counts once it was read back.
            return shown(path, facts.parse(await run('verify', '--from', path)));
          }),
        verify: async ({ file }) =>
          await alone(async () => {
            const path = files.pathOf(file);
            const found = facts.parse(await run('verify', '--from', path));
            await requireOwn(needs, found);
            return shown(path, found);
          }),
        restore: async ({ file }) =>
          await alone(async () => {
            const path = files.pathOf(file);
            const { backup, present } = comparison.parse(
              await run('compare', '--data', folder, '--from', path),
            );
            await requireOwn(needs, backup);
            await local.approve(describeRestore(path, backup, present), { follows: files.approvalOf(file) });
            const replace = async (): Promise<z.infer<typeof restored>> => {
              const known = String(await vault.knownGeneration(folder));
              return restored.parse(
                await run(
                  ...(['restore', '--data', folder, '--from', path, '--replace'] as const),
                  ...['--sha256', backup.sha256, '--known-generation', known],
                ),
              );
            };
            try {
              const done = await service.whileStopped('The local service is being restored.', replace);
              // What was prepared or read before is of the database before.
              await needs.selections.onPlace(LOCAL_PROFILE_ID);
              return { ...shown(path, done), replaced: done.replaced };
            } finally {
              // It runs again when the window hears of it, whichever database it has.
              await needs.refreshing.run();
            }
          }),
      },
    };
    return {
      handlers,
      idle: async () => {
        await underWay?.catch(() => undefined);
      },
    };
  },
});

/** @throws AppError `SERVICE_BACKUP_FOREIGN` for the backup of a service that Local doesn't lead to */
async function requireOwn({ storage }: Pick<Needs, 'storage'>, backup: Facts): Promise<void> {
  const root = await findRootKey(storage);
  if (root === undefined) throw serviceBackupError('SERVICE_BACKUP_NO_CREDENTIAL');
  if (backup.rootPublicKey !== `${root.curve}:${root.publicKey}`)
    throw serviceBackupError('SERVICE_BACKUP_FOREIGN.root', {
      key: backup.rootPublicKey.replace(/^.*:/u, ''),
    });
  const pinned = (await storage.profiles.find(LOCAL_PROFILE_ID))?.keys ?? null;
  const { organizationId } = backup;
  if (pinned !== null && differingKeys(pinned, backup.keys).length > 0)
    throw serviceBackupError('SERVICE_BACKUP_FOREIGN.keys', { organizationId });
}

function inWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'STORAGE_KEY_WRONG')
    return serviceBackupError('SERVICE_BACKUP_FOREIGN.key', { cause: error });
  if (UNUSABLE.includes(error.code))
    return serviceBackupError('SERVICE_BACKUP_REFUSED', { why: error.message, cause: error });
  return error;
}

/** The keys stay here: the window has no use for them. */
const shown = (path: string, told: Facts): ServiceBackupFacts => {
  const { organizationId, organizationName, createdAtMs, activities, newest, sha256 } = told;
  return { path, organizationId, organizationName, createdAtMs, activities, newest, sha256 };
};

/** `keyops-service-20261124-140212.sqlite`, in UTC. */
const nameAt = (ms: number): string => {
  const [day = '', time = ''] = new Date(ms).toISOString().split('T');
  return `keyops-service-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.sqlite`;
};
