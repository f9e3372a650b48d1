import { chainOf } from '#chains/chains.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { warnOfCharacters } from '#chains/model/warnings.ts';
import type { ContactAddress, ContactEntry, ImportedContacts } from '#preload/contract/contacts.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const contactWarning = defineWarnings({
  CONTACT_LOOKS_ALIKE: [
    'danger',
    'Looks like another address',
    '{address} is not {other}, {whose}, but begins and ends like it. Compare every character.',
  ],
  CONTACT_NAME_LOOKS_ALIKE: [
    'danger',
    'Looks like another contact',
    '“{name}” can be taken for your contact “{other}”. Ask who it is, and give each contact a name of its own.',
  ],
  CONTACT_IS_OWN: [
    'caution',
    'This address is your own',
    '{address} belongs to “{name}” of your organization.',
  ],
  ADDRESSES_LEAVE: ['caution', 'Addresses are removed', 'Payments to them are then payments to a stranger.'],
  PAYS_ANYBODY: [
    'caution',
    'Payments to strangers are no longer marked',
    'A payment to an address that isn’t in your contacts then needs no extra check.',
  ],
  CONTACT_FILE_STRANGER: [
    'danger',
    'Nobody you know signed this file',
    'No user of this organization is known to have the key {publicKey}. Whoever wrote the file can have put in any address.',
  ],
  CONTACTS_LEFT_OUT: [
    'caution',
    'Contacts are left out',
    'They are in your list with another address, or under another name: {names}. They stay as they are.',
  ],
  CONTACT_NAMES_UNSEEN: [
    'caution',
    'Contacts with hidden characters are left out',
    'Their names have characters that can’t be seen, and can look like other names: {names}.',
  ],
  CONTACT_FILE_OTHER_ORGANIZATION: [
    'caution',
    'Contacts of another organization',
    'The file was saved in the organization {organizationId}, not in this one. Check that this profile is meant to pay them.',
  ],
  CONTACT_FILE_OLD: [
    'caution',
    'The file is more than a year old',
    'It was saved on {day}. Confirm the addresses again before you pay them.',
  ],
  LIST_IS_LOST: [
    'danger',
    'All contacts of this profile are discarded',
    'The list was changed outside this console. A backup of the data folder and the keychain may still have it.',
  ],
});

/** Where a file with contacts comes from, as far as that is out of the ordinary. */
export interface ContactFileOrigin {
  /** The organization that it was saved in; null where it's the profile's own, or the file names none. */
  readonly otherOrganization: string | null;
  /** The day that it was saved, if that was long ago. */
  readonly oldDay: string | null;
}

/** So much of a file with contacts is known before it is taken. */
export interface ContactFileFacts {
  readonly origin: ContactFileOrigin;
  /** The key that signed the file, hex. */
  readonly publicKey: string;
  /** Whose key that is in the organization; undefined where nobody there has it, or nobody could say. */
  readonly signer: string | undefined;
  /** Whom the file itself names, and when it says it was saved. */
  readonly says: string;
  readonly same: number;
  /** How many more the file has than this approval is for. */
  readonly later: number;
  readonly left: ImportedContacts['left'];
}

/** An address that another one could be taken for, and whose that is, in words. */
export interface Resemblance {
  readonly address: string;
  readonly other: string;
  readonly whose: string;
}

/** A name that could be taken for another contact's. */
export interface Namesake {
  readonly name: string;
  readonly other: string;
}

/** What is seen in the names and addresses that are added. */
export interface ContactsFound {
  readonly namesakes: readonly Namesake[];
  readonly alike: readonly Resemblance[];
  readonly own: readonly { readonly address: string; readonly name: string }[];
}

const warningsOf = ({ namesakes, alike, own }: ContactsFound): Warning[] => [
  ...namesakes.map(({ name, other }) =>
    contactWarning('CONTACT_NAME_LOOKS_ALIKE', { name, other: revealInvisible(other) }),
  ),
  ...alike.map((each) => contactWarning('CONTACT_LOOKS_ALIKE', { ...each })),
  ...own.map((each) => contactWarning('CONTACT_IS_OWN', { ...each })),
];

const label = ({ chain }: ContactAddress): string => `${chainOf(chain).name} address`;
const addressFact = (each: ContactAddress, more = ''): Fact => ({
  label: `${label(each)}${more}`,
  value: each.address,
  kind: 'address',
});
const listed = ({ addresses }: ContactEntry): Set<string> => new Set(addresses.map(({ address }) => address));

/**
 * Adding a contact, or changing one: from then on payments to its addresses show its name.
 * @param before null for a new one
 */
export function describeSaveContact(
  before: ContactEntry | null,
  after: ContactEntry,
  found: ContactsFound,
): LocalAction {
  const [had, has] = [before === null ? new Set<string>() : listed(before), listed(after)];
  const gone = (before?.addresses ?? []).filter(({ address }) => !has.has(address));
  const name = revealInvisible(after.name);
  const note = revealInvisible(after.note);
  const warnings: Warning[] = [
    ...warningsOf(found),
    ...warnOfCharacters(after.name, 'The name', 'name'),
    ...(gone.length === 0 ? [] : [contactWarning('ADDRESSES_LEAVE')]),
  ];
  return {
    operation: 'save_contact',
    effect: 'write',
    summary: before === null ? 'Add contact' : 'Change contact',
    sentence: [
      actionText(
        before === null
          ? `Add “${name}” to the contacts of this profile.`
          : `Change the contact “${revealInvisible(before.name)}”.`,
      ),
    ],
    facts: [
      actionFact('Name', name),
      ...after.addresses
        .filter(({ address }) => !had.has(address))
        .map((each) => addressFact(each, before === null ? '' : ', new')),
      ...gone.map((each) => addressFact(each, ', removed')),
      ...after.addresses.filter(({ address }) => had.has(address)).map((each) => addressFact(each)),
      ...(note === '' ? [] : [actionFact('Note', note)]),
    ],
    warnings,
    subject: `contact “${name}”: ${after.addresses.map(({ address }) => address).join(', ')}`,
  };
}

/** Adding the contacts of a file: each of them is shown whole. */
export function describeImportContacts(
  added: readonly ContactEntry[],
  file: ContactFileFacts,
  found: ContactsFound,
): LocalAction {
  const { publicKey, signer, says, same, later } = file;
  const count = `${added.length} ${added.length === 1 ? 'contact' : 'contacts'}`;
  return {
    operation: 'import_contacts',
    effect: 'write',
    summary: 'Import contacts',
    sentence: [actionText(`Add ${count} of a file to the contacts of this profile.`)],
    facts: [
      actionFact('Signed by', signer === undefined ? 'Unknown' : revealInvisible(signer)),
      actionFact('Key', publicKey, 'hash'),
      actionFact('The file says', revealInvisible(says)),
      ...(same === 0 ? [] : [actionFact('Already here', String(same))]),
      ...(later === 0 ? [] : [actionFact('Not in this import', `${later} more of the file`)]),
      ...added.flatMap((entry) => [
        actionFact('Contact', revealInvisible(entry.name)),
        ...entry.addresses.map((each) => addressFact(each)),
        ...(entry.note === '' ? [] : [actionFact('Note', revealInvisible(entry.note))]),
      ]),
    ],
    warnings: [
      ...(signer === undefined ? [contactWarning('CONTACT_FILE_STRANGER', { publicKey })] : []),
      ...warningsOf(found),
      ...added.flatMap(({ name }) => warnOfCharacters(name, `The name “${name}”`, 'name')),
      ...originWarnings(file.origin),
      ...leftOutWarnings(file.left),
    ],
    subject: `${count} of a file that ${publicKey} signed`,
  };
}

const originWarnings = ({ otherOrganization, oldDay }: ContactFileOrigin): Warning[] => [
  ...(otherOrganization === null
    ? []
    : [
        contactWarning('CONTACT_FILE_OTHER_ORGANIZATION', {
          organizationId: revealInvisible(otherOrganization),
        }),
      ]),
  ...(oldDay === null ? [] : [contactWarning('CONTACT_FILE_OLD', { day: oldDay })]),
];

function leftOutWarnings(left: ContactFileFacts['left']): Warning[] {
  const names = (isUnseen: boolean): string[] =>
    left.filter(({ why }) => (why === 'unseen') === isUnseen).map(({ name }) => `“${revealInvisible(name)}”`);
  const [known, unseen] = [names(false), names(true)];
  return [
    ...(known.length === 0 ? [] : [contactWarning('CONTACTS_LEFT_OUT', { names: someOf(known) })]),
    ...(unseen.length === 0 ? [] : [contactWarning('CONTACT_NAMES_UNSEEN', { names: someOf(unseen) })]),
  ];
}

/** So many names stand in one warning. */
const NAMED = 20;
const someOf = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')}, and ${names.length - NAMED} others`;

/** Deleting a contact: payments to its addresses are payments to a stranger again. */
export const describeRemoveContact = (entry: ContactEntry): LocalAction => ({
  operation: 'delete_contact',
  effect: 'write',
  summary: 'Delete contact',
  sentence: [actionText(`Delete the contact “${revealInvisible(entry.name)}”.`)],
  facts: entry.addresses.map((each) => addressFact(each)),
  warnings: [contactWarning('ADDRESSES_LEAVE')],
  subject: `contact “${revealInvisible(entry.name)}”: ${[...listed(entry)].join(', ')}`,
});

/** Whether a payment to anybody else is a danger. */
export const describeContactsOnly = (isOn: boolean): LocalAction => ({
  operation: 'set_contacts_only',
  effect: 'write',
  summary: isOn ? 'Pay contacts only' : 'Pay anyone',
  sentence: [
    actionText(
      isOn
        ? 'Mark each payment to an address that isn’t in your contacts as a danger.'
        : 'Stop marking payments to addresses that aren’t in your contacts.',
    ),
  ],
  facts: [],
  warnings: isOn ? [] : [contactWarning('PAYS_ANYBODY')],
  subject: isOn ? 'pay contacts only' : 'pay anyone',
});

/** An empty list in the place of one that was changed outside the console. */
export const describeNewContactList = (): LocalAction => ({
  operation: 'start_contact_list',
  effect: 'destroy',
  summary: 'Start a new contact list',
  sentence: [actionText('Discard the contacts of this profile and start an empty list.')],
  facts: [],
  warnings: [contactWarning('LIST_IS_LOST')],
  subject: 'new contact list',
});
