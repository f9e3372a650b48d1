import { SERVICE_BACKUP_TEXT } from '../service-backup/text.ts';
import { SETTINGS_TEXT } from './text.ts';

/** A card of the settings, and what people call what is set there. */
interface SettingCard {
  readonly id: string;
  readonly title: string;
  readonly words: string;
}

/** The cards of the settings that the search finds and leads to; those about the program have entries of their own. */
export const SETTING_CARDS: readonly SettingCard[] = [
  {
    id: 'appearance',
    title: SETTINGS_TEXT.appearance.title,
    words: 'theme dark light mode colors',
  },
  {
    id: 'lock',
    title: SETTINGS_TEXT.lock.title,
    words: 'unlock passphrase passkey fingerprint idle timeout minutes auto-lock',
  },
  { id: 'offline', title: SETTINGS_TEXT.offline.title, words: 'network air gap clock' },
  {
    id: 'profiles',
    title: SETTINGS_TEXT.profiles.title,
    words: 'proxy certificate pinned keys address url organization connection node rpc',
  },
  { id: 'backups', title: SERVICE_BACKUP_TEXT.title, words: 'backup restore database service' },
  { id: 'interfaces', title: SETTINGS_TEXT.interfaces.title, words: 'abi contract import decode' },
  {
    id: 'descriptors',
    title: SETTINGS_TEXT.descriptors.title,
    words: 'erc-7730 clear signing folder names of tokens age',
  },
  {
    id: 'machine',
    title: SETTINGS_TEXT.machine.title,
    words: 'keychain service journal clock disk sandbox data folder',
  },
  { id: 'storage', title: SETTINGS_TEXT.storage, words: 'where stored keychain database files' },
];

/** Leads the eye to the card that was asked for; a card that is not there, or none, moves nothing. */
export function showSettingCard(id: string | null): void {
  const title = SETTING_CARDS.find((card) => card.id === id)?.title;
  const card = [...document.querySelectorAll('main section[aria-label]')].find(
    (each) => each.getAttribute('aria-label') === title,
  );
  card?.scrollIntoView({ block: 'start' });
}
