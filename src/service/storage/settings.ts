import { firstWhere, insertRow } from './rows.ts';
import type { Store } from './store.ts';

/** A setting of this database: the root key it was made for, the check value of its storage key, and the like. */
export type SettingName =
  | 'storage-key-check'
  | 'root-organization'
  | 'root-user'
  | 'root-public-key'
  | 'generation'
  | 'clock-seen'
  | 'clock-judged-activity'
  | 'database-clock-seen';

/** The value of a setting, or undefined where it was never written. */
export const readSetting = async (store: Store, name: SettingName): Promise<string | undefined> =>
  (await firstWhere(store, 'setting', { name }))?.value;

/** Writes a setting for the first time; a second time is an error of the caller. */
export const writeSetting = (store: Store, name: SettingName, value: string): Promise<void> =>
  insertRow(store, 'setting', { name, value });

/** Writes a setting, whether it is there or not. */
export async function putSetting(store: Store, name: SettingName, value: string): Promise<void> {
  await store
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
