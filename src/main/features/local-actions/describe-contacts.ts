import { chainOf } from '#chains/chains.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import type { ContactAddress, ContactEntry } from '#preload/contract/contacts.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const contactWarning = defineWarnings({
  CONTACT_LOOKS_ALIKE: [
    'danger',
    'Looks like another address',
    '{address} is not {other}, {whose}, but begins and ends like it. Compare every character.',
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
  LIST_IS_LOST: [
    'danger',
    'All contacts of this profile are discarded',
    'The list was changed outside this console. A backup of the data folder and the keychain may still have it.',
  ],
});

/** An address that another one could be taken for, and whose that is, in words. */
export interface Resemblance {
  readonly address: string;
  readonly other: string;
  readonly whose: string;
}

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
  found: {
    readonly alike: readonly Resemblance[];
    readonly own: readonly { address: string; name: string }[];
  },
): LocalAction {
  const [had, has] = [before === null ? new Set<string>() : listed(before), listed(after)];
  const gone = (before?.addresses ?? []).filter(({ address }) => !has.has(address));
  const name = revealInvisible(after.name);
  const note = revealInvisible(after.note);
  const warnings: Warning[] = [
    ...found.alike.map((each) => contactWarning('CONTACT_LOOKS_ALIKE', { ...each })),
    ...found.own.map((each) => contactWarning('CONTACT_IS_OWN', { ...each })),
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
