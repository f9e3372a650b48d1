import { defineWarnings } from '#protocol/define-warnings.ts';
import { plainAddress } from './describe-profiles.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const nodeWarning = defineWarnings({
  NODE_LEARNS_PAYERS: [
    'caution',
    'It learns which addresses pay, and its answers fill in payments',
    'A wrong answer can delay a payment or raise its fee, within limits. You see every value before you approve.',
  ],
});

/** Naming a node: from then on the payment form asks it. @param network its name */
export const describeNameNode = (
  { name }: Pick<StoredProfile, 'name'>,
  network: string,
  address: string,
): LocalAction => ({
  operation: 'name_node',
  effect: 'write',
  summary: 'Name a node',
  sentence: [actionText(`Ask ${new URL(address).origin} what payments on ${network} must know.`)],
  facts: [
    actionFact('Address', address),
    actionFact('Host', new URL(address).host),
    actionFact('Network', network),
    actionFact('Profile', name),
  ],
  warnings: [nodeWarning('NODE_LEARNS_PAYERS'), ...plainAddress(address)],
  // A path may hold a provider's key, which is no business of the journal's.
  subject: `node of ${network} at ${new URL(address).origin}`,
  profileName: name,
});

/** Removing a node: what payments must know is asked for by hand again. */
export const describeRemoveNode = (profileName: string, network: string, address: string): LocalAction => ({
  operation: 'remove_node',
  effect: 'destroy',
  summary: 'Remove a node',
  sentence: [actionText(`No longer ask ${new URL(address).origin} what payments on ${network} must know.`)],
  facts: [
    actionFact('Host', new URL(address).host),
    actionFact('Network', network),
    actionFact('Profile', profileName),
  ],
  warnings: [],
  subject: `node of ${network} at ${new URL(address).origin}`,
  profileName,
});
