import type { z } from 'zod';
import { createInvitations } from '../../../protocol/catalogue/invitations.ts';
import { createPolicy } from '../../../protocol/catalogue/policies.ts';
import { createUsers, deleteUsers, updateUserName } from '../../../protocol/catalogue/users.ts';
import { createWallet } from '../../../protocol/catalogue/wallets.ts';
import { deleteApiKeys } from '../../../protocol/catalogue/api-keys.ts';
import { deleteSecrets } from '../../../protocol/catalogue/secrets.ts';
import {
  removeOrganizationFeature,
  setOrganizationFeature,
  updateRootQuorum,
} from '../../../protocol/catalogue/organization.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';

/** Makes a title out of an activity's intent; undefined when the intent is not what the operation takes. */
export type Titler = (intent: unknown) => string | undefined;

/** A titler of one operation: what the intent says, once it has the operation's shape. */
const title = <P extends z.ZodType>(
  operation: SubmitOperation<P>,
  say: (parameters: z.output<P>) => string,
): [string, Titler] => [
  operation.path,
  (intent) => {
    const parsed = operation.parameters.safeParse(intent);
    return parsed.success ? say(parsed.data) : undefined;
  },
];

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const firstOr = (names: readonly string[], many: string): string => {
  const [first] = names;
  return first !== undefined && names.length === 1 ? first : `${names.length} ${many}`;
};
const feature = (name: string): string => name.replace(/^FEATURE_NAME_/, '');

/** The titles of what is done to the organization itself. */
export const ORGANIZATION_TITLERS: readonly (readonly [string, Titler])[] = [
  title(
    createUsers,
    ({ users }) =>
      `Add ${firstOr(
        users.map(({ userName }) => userName),
        'users',
      )}`,
  ),
  title(deleteUsers, ({ userIds }) => `Delete ${count(userIds.length, 'user', 'users')}`),
  title(updateUserName, ({ userName }) => `Rename a user to “${userName}”`),
  title(deleteApiKeys, ({ apiKeyIds }) => `Delete ${count(apiKeyIds.length, 'API key', 'API keys')}`),
  title(createPolicy, ({ policyName }) => `Create policy “${policyName}”`),
  title(
    updateRootQuorum,
    ({ threshold, userIds }) => `Root quorum: ${threshold} of ${count(userIds.length, 'user', 'users')}`,
  ),
  title(createWallet, ({ walletName }) => `Create wallet “${walletName}”`),
  title(
    createInvitations,
    ({ invitations }) =>
      `Invite ${firstOr(
        invitations.map(({ receiverUserName }) => receiverUserName),
        'people',
      )}`,
  ),
  title(deleteSecrets, ({ secretIds }) => `Delete ${count(secretIds.length, 'secret', 'secrets')}`),
  title(setOrganizationFeature, ({ name }) => `Set feature ${feature(name)}`),
  title(removeOrganizationFeature, ({ name }) => `Remove feature ${feature(name)}`),
];
