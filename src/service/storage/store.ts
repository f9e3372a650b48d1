import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { onRampEncapsulatedKey } from '#protocol/bundle/sealed-text.ts';
import { openDatabase } from '#storage/open-database.ts';
import { migrations } from './migrations/all.ts';
import type { RowSeal } from './row-seal.ts';
import type { ServiceSchema } from './schema.ts';

/** What migration 012 calls for each kept text; null for what is none. */
function onRampKeyOrNull(text: unknown): string | null {
  try {
    return typeof text === 'string' ? onRampEncapsulatedKey(text) : null;
  } catch {
    return null;
  }
}

/** The service's database, or a transaction on it: what the functions of this folder take. */
export type Store = Kysely<ServiceSchema>;

/** Where the service's database lies in its data folder. */
export const storeFile = (folder: string): string => join(folder, 'service.sqlite');

/**
 * Opens the service's database in its data folder.
 * @param seal keeps the digest of sealed rows; without it nothing may seal them
 * @param opening how: as `openDatabase` says
 * @throws StorageError those of `openDatabase`
 */
export const openStore = (
  folder: string,
  seal?: RowSeal,
  opening: Pick<Parameters<typeof openDatabase>[0], 'acceptsOlder' | 'onUpgrade' | 'requireHeld'> = {},
): Promise<Store> =>
  openDatabase<ServiceSchema>({
    file: storeFile(folder),
    migrations,
    ...opening,
    functions: {
      keyops_on_ramp_encapsulated_key: onRampKeyOrNull,
      ...(seal && {
        keyops_fold: seal.fold,
        keyops_weigh: seal.weighParts,
        keyops_seal: seal.sealMarked,
        keyops_count: seal.count,
      }),
    },
    ...(seal && { watch: seal }),
  });
