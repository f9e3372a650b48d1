import type { Store } from './store.ts';

/** A setting of this database: the root key it was made for, the check value of its storage key, and the like. */
export type SettingName =
  'storage-key-check' | 'root-organization' | 'root-user' | 'root-public-key' | 'generation';

/** The value of a setting, or undefined where it was never written. */
export async function readSetting(store: Store, name: SettingName): Promise<string | undefined> {
  const row = await store.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes a setting for the first time; a second time is an error of the caller. */
export async function writeSetting(store: Store, name: SettingName, value: string): Promise<void> {
  await store.insertInto('setting').values({ name, value }).execute();
}

/** Writes a setting, whether it is there or not. */
export async function putSetting(store: Store, name: SettingName, value: string): Promise<void> {
  await store
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
