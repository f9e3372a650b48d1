import { BookUser, KeyRound, ListChecks, MapPin, ShieldCheck, UserRound, Wallet } from 'lucide-react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { ListedContact } from '#preload/contract/contacts.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { Wallet as WalletRecord, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { stateFace } from '../features/activities/activity-text.ts';
import { signerOfAccount } from '../features/signers/signers.ts';
import { formatDay } from '../format/time.ts';
import { go } from '../navigation/navigation.ts';
import { matchingChoices } from '../ui/finding.tsx';
import { actionEntries, asksForAction, newWalletEntries } from './action-entries.ts';
import type { KnownRecords } from './known-records.ts';
import { type PaletteEntry, type PaletteGroup, foundBy } from './palette-entries.ts';
import { SHELL_TEXT } from './text.ts';

const TEXT = SHELL_TEXT.palette.records;
/** So many of a kind are shown. */
const MOST = 6;
/** Fewer letters stand in nearly everything. */
const SHORTEST = 2;

/** Whether what was typed is enough to look for records. */
export const isEnough = (words: string): boolean => words.trim().length >= SHORTEST;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What was typed, if that is a whole ID; null for anything else. */
export function typedId(words: string): string | null {
  const typed = words.trim().toLowerCase();
  return UUID.test(typed) ? typed : null;
}

/** The records with activities that were asked for beside them. */
export const withActivities = (known: KnownRecords, found: readonly ActivityRow[]): KnownRecords => {
  const byId = new Map([...known.activities, ...found].map((row) => [row.id, row]));
  return { ...known, activities: [...byId.values()] };
};

/** Records by their names, IDs and addresses, also in part; in groups, the best known kinds first. */
export function recordGroups(known: KnownRecords, words: string): readonly PaletteGroup[] {
  if (!isEnough(words)) return [];
  const names = new Map(known.wallets.map(({ walletId, walletName }) => [walletId, walletName]));
  const accounts = known.accounts.map((account) => accountEntry(account, names.get(account.walletId)));
  return [
    groupOf(TEXT.keys, words, [known.wallets.map(walletEntry), known.keys.map(keyEntry)]),
    groupOf(TEXT.addresses, words, [accounts]),
    groupOf(TEXT.contacts, words, [known.contacts.map(contactEntry)]),
    groupOf(TEXT.access, words, [known.people.map(personEntry), known.policies.map(policyEntry)]),
    groupOf(TEXT.activities, words, [known.activities.map(activityEntry)]),
  ].filter(({ entries }) => entries.length > 0);
}

/** What can be done with the records by name, as a group of its own; none before something is looked for. */
export function actionGroups(known: KnownRecords, words: string): readonly PaletteGroup[] {
  if (!isEnough(words)) return [];
  return [groupOf(TEXT.actions, words, [newWalletEntries(words), actionEntries(known)])].filter(
    ({ entries }) => entries.length > 0,
  );
}

/**
 * All groups in the order in which Enter takes them: what is known before what can be done, unless a verb was typed. An old
 * payment to somebody is called "Send", too, and is not what "send" asks for.
 */
export function foundGroups(
  known: KnownRecords,
  screens: readonly PaletteGroup[],
  words: string,
): readonly PaletteGroup[] {
  const [records, actions] = [recordGroups(known, words), actionGroups(known, words)];
  return asksForAction(words) ? [...actions, ...records, ...screens] : [...records, ...screens, ...actions];
}

/** The first of each kind that match, and how many match beside them. */
function groupOf(
  name: string,
  words: string,
  kinds: readonly (readonly PaletteEntry[])[],
): PaletteGroup & { readonly more: number } {
  const found = kinds.map((entries) => matchingChoices(entries, words, foundBy, MOST));
  return {
    name,
    entries: found.flatMap(({ shown }) => shown),
    more: found.reduce((sum, { more }) => sum + more, 0),
  };
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

const policyEntry = ({ policyId, policyName, notes }: KnownRecords['policies'][number]): PaletteEntry => ({
  id: `policy:${policyId}`,
  label: policyName,
  detail: TEXT.policy,
  icon: ShieldCheck,
  copies: policyId,
  words: `${policyId} ${notes}`,
  run: () => go('organization', `policies/${policyId}`),
});

const activityEntry = (row: ActivityRow): PaletteEntry => ({
  id: `activity:${row.id}`,
  label: row.title,
  // Two payments may have the same title: the day and the state tell them apart.
  detail: `${formatDay(row.createdAtMs)} · ${stateFace(row.status).word} · ${row.who}`,
  icon: ListChecks,
  copies: row.id,
  words: `${row.id} ${row.operation ?? ''} ${row.who} ${row.words} ${row.reference ?? ''}`,
  run: () => go('activities', row.id),
});
