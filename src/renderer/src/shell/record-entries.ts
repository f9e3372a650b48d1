import { BookUser, KeyRound, ListChecks, MapPin, ShieldCheck, UserRound, Wallet } from 'lucide-react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { ListedContact } from '#preload/contract/contacts.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { listPolicies } from '#protocol/catalogue/policies.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { Wallet as WalletRecord, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { getConsole } from '../bridge/console.ts';
import { ask } from '../bridge/live-query.ts';
import { createQuery } from '../bridge/query.ts';
import { allAccounts, allKnownKeys, allWallets, signerOfAccount } from '../features/signers/signers.ts';
import { go } from '../navigation/navigation.ts';
import { matching } from '../ui/finding.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';
import { SHELL_TEXT } from './text.ts';

const TEXT = SHELL_TEXT.palette.records;
/** So many activities are searched, the newest: the screen has filters for all of them. */
const ACTIVITIES = 100;
/** So many of a kind are shown. */
const MOST = 6;
/** Fewer letters stand in nearly everything. */
const SHORTEST = 2;

type Policy = OutputOf<typeof listPolicies>['policies'][number];

/** What the organization has, by which it is found: public parts alone. */
export interface KnownRecords {
  readonly keys: readonly PrivateKey[];
  readonly wallets: readonly WalletRecord[];
  readonly accounts: readonly WalletAccount[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly policies: readonly Policy[];
  readonly contacts: readonly ListedContact[];
  readonly activities: readonly ActivityRow[];
}

/** What can't be asked for isn't found; the rest is. */
const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> => asked.catch(() => []);

const newest = async (): Promise<readonly ActivityRow[]> => {
  const everything = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null, before: null };
  return (await getConsole().activities.list({ ...everything, limit: ACTIVITIES })).rows;
};

export const knownRecords = createQuery(async (): Promise<KnownRecords> => {
  const [keys, wallets, accounts, people, policies, contacts, activities] = await Promise.all([
    orNone(allKnownKeys()),
    orNone(allWallets()),
    orNone(allAccounts()),
    orNone(getConsole().activities.people()),
    orNone(ask<typeof listPolicies>('list_policies', {}).then((answer) => answer.policies)),
    orNone(
      getConsole()
        .contacts.list()
        .then((list) => list.contacts),
    ),
    orNone(newest()),
  ]);
  return { keys, wallets, accounts, people, policies, contacts, activities };
});

/** Whether what was typed is enough to look for records. */
export const isEnough = (words: string): boolean => words.trim().length >= SHORTEST;

/** Records by their names, IDs and addresses, also in part; in groups, the best known kinds first. */
export function recordGroups(known: KnownRecords, words: string): readonly PaletteGroup[] {
  if (!isEnough(words)) return [];
  const found = <T>(records: readonly T[], entryOf: (record: T) => PaletteEntry): readonly PaletteEntry[] =>
    matching(records.map(entryOf), words, (entry) => `${entry.label} ${entry.words}`, MOST).shown;
  const names = new Map(known.wallets.map(({ walletId, walletName }) => [walletId, walletName]));
  return [
    { name: TEXT.keys, entries: [...found(known.wallets, walletEntry), ...found(known.keys, keyEntry)] },
    {
      name: TEXT.addresses,
      entries: found(known.accounts, (account) => accountEntry(account, names.get(account.walletId))),
    },
    { name: TEXT.contacts, entries: found(known.contacts, contactEntry) },
    {
      name: TEXT.access,
      entries: [...found(known.people, personEntry), ...found(known.policies, policyEntry)],
    },
    { name: TEXT.activities, entries: found(known.activities, activityEntry) },
  ].filter(({ entries }) => entries.length > 0);
}

const walletEntry = ({ walletId, walletName }: WalletRecord): PaletteEntry => ({
  id: `wallet:${walletId}`,
  label: walletName,
  detail: TEXT.wallet,
  icon: Wallet,
  copies: walletId,
  words: walletId,
  run: () => go('wallets', `wallets/${walletId}`),
});

const keyEntry = ({
  privateKeyId,
  privateKeyName,
  publicKey,
  curve,
  addresses,
}: PrivateKey): PaletteEntry => ({
  id: `key:${privateKeyId}`,
  label: privateKeyName,
  detail: TEXT.key(KEY_CURVE_NAMES[curve]),
  icon: KeyRound,
  copies: addresses[0]?.address ?? privateKeyId,
  words: [privateKeyId, publicKey, ...addresses.map(({ address }) => address)].join(' '),
  run: () => go('keys', `find/${privateKeyId}`),
});

const accountEntry = (account: WalletAccount, wallet: string | undefined): PaletteEntry => ({
  id: `account:${account.walletAccountId}`,
  label: signerOfAccount(account, wallet).name,
  detail: account.address,
  icon: MapPin,
  copies: account.address,
  words: [account.address, account.path, FORMAT_NAMES[account.addressFormat], account.walletAccountId].join(
    ' ',
  ),
  run: () => go('wallets', `wallets/${account.walletId}`),
});

const contactEntry = ({ id, name, note, addresses }: ListedContact): PaletteEntry => ({
  id: `contact:${id}`,
  label: name,
  detail: TEXT.contact,
  icon: BookUser,
  ...(addresses[0] === undefined ? {} : { copies: addresses[0].address }),
  words: [note, ...addresses.map(({ address }) => address)].join(' '),
  run: () => go('contacts', id),
});

const personEntry = ({ id, name }: KnownRecords['people'][number]): PaletteEntry => ({
  id: `user:${id}`,
  label: name,
  detail: TEXT.user,
  icon: UserRound,
  copies: id,
  words: id,
  run: () => go('organization', `users/${id}`),
});

const policyEntry = ({ policyId, policyName, notes }: Policy): PaletteEntry => ({
  id: `policy:${policyId}`,
  label: policyName,
  detail: TEXT.policy,
  icon: ShieldCheck,
  copies: policyId,
  words: `${policyId} ${notes}`,
  run: () => go('organization', `policies/${policyId}`),
});

const activityEntry = ({ id, title, who, operation }: ActivityRow): PaletteEntry => ({
  id: `activity:${id}`,
  label: title,
  detail: who,
  icon: ListChecks,
  copies: id,
  words: `${id} ${operation ?? ''} ${who}`,
  run: () => go('activities', id),
});
