import type { Kysely } from 'kysely';
import { THEMES, type Theme } from '#preload/contract/themes.ts';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import type { Tables } from './tables.ts';

/** Small texts by name: the theme, what is selected, the journal's head. */
export interface SettingStore {
  get(name: SettingName): Promise<string | undefined>;
  set(name: SettingName, value: string): Promise<void>;
}

/** What the keychain holds for this database, for which nothing else can stand in. */
export type KeptItem = 'request-seal-key' | 'profiles-noted';

export type SettingName =
  | 'theme'
  | 'profile'
  | 'journal.head'
  | 'local.root'
  /** Where descriptors (ERC-7730) are read from; empty for nowhere. */
  | 'descriptors.folder'
  /** After how many minutes without anybody the console locks itself. */
  | 'lock.idleMinutes'
  /** Which method was set up to unlock the console; the keychain has the method itself. Empty for none. */
  | 'lock.method'
  /** That the keychain has had that item: one that is missing later is lost, and not one that was never made. */
  | `kept.${KeptItem}`
  /** When updates were last looked for. */
  | 'updates.checked'
  /** The keychain has these two; a database of an earlier version has them as well, and they are taken from it once. */
  | 'updates.mode'
  | 'updates.newest'
  /** How QR codes were last shown and read, as JSON. */
  | 'codes'
  /** Which columns of payment files mean what, for that profile, as JSON. */
  | `payment-columns.${string}`
  | `credential.${string}`
  /** Where the auth proxy of that profile answers. */
  | `auth-proxy.${string}`
  /** That the private key of that credential was brought from outside: others may have it. */
  | `imported.${string}`
  /** That the operator approved to contact the OIDC issuer at that address. */
  | `issuer.${string}`;

/** The theme out of its setting. */
export const readTheme = (setting: string | undefined): Theme =>
  THEMES.find((theme) => theme === setting) ?? 'system';

const set = keptStatement<{ name: string; value: string }>((database, { name, value }) =>
  database
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
);

/** @param commit takes the journal's head along with what else is written in that turn */
export function settingStore(database: Kysely<Tables>, commit: Commit): SettingStore {
  return {
    get: async (name) => {
      const row = await database
        .selectFrom('setting')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },
    set: (name, value) => commit((transaction) => set(transaction, { name, value })),
  };
}
