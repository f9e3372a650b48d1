import type { ActivityRow } from '#preload/contract/activities.ts';
import type { ListedContact } from '#preload/contract/contacts.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listPolicies } from '#protocol/catalogue/policies.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { getConsole } from '../bridge/console.ts';
import { ask } from '../bridge/live-query.ts';
import { createQuery } from '../bridge/query.ts';
import { activitiesBefore } from './earlier-activities.ts';
import { allAccounts, allKnownKeys, allWallets } from '../features/signers/signers.ts';

type Policy = OutputOf<typeof listPolicies>['policies'][number];

/** What the organization has, by which it is found: public parts alone. */
export interface KnownRecords {
  readonly keys: readonly PrivateKey[];
  readonly wallets: readonly Wallet[];
  readonly accounts: readonly WalletAccount[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly policies: readonly Policy[];
  readonly contacts: readonly ListedContact[];
  /** Whether contacts alone are paid; null where nobody says. */
  readonly contactsOnly: boolean | null;
  readonly activities: readonly ActivityRow[];
  /** The ID to ask for earlier activities with; null if there are none. */
  readonly earlierThan: string | null;
}

/** What can't be asked for isn't found; the rest is. */
const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> => asked.catch(() => []);

/** An activity by its whole ID, however old it is; null where the service has none. */
export const typedActivity = createQuery(async (id: string): Promise<ActivityRow | null> => {
  const { row } = await getConsole().activities.get({ id });
  return row.id.toLowerCase() === id ? row : null;
});

export const knownRecords = createQuery(async (): Promise<KnownRecords> => {
  const [keys, wallets, accounts, people, policies, list, newest] = await Promise.all([
    orNone(allKnownKeys()),
    orNone(allWallets()),
    orNone(allAccounts()),
    orNone(getConsole().activities.people()),
    orNone(ask<typeof listPolicies>('list_policies', {}).then((answer) => answer.policies)),
    getConsole()
      .contacts.list()
      .catch(() => null),
    activitiesBefore(null).catch(() => ({ rows: [], next: null })),
  ]);
  const { contacts = [], contactsOnly = null } = list ?? {};
  const { rows: activities, next: earlierThan } = newest;
  return { keys, wallets, accounts, people, policies, contacts, contactsOnly, activities, earlierThan };
});
