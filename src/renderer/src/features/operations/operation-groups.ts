import type { ResourceName } from '#protocol/catalogue/catalogue.ts';
import { summaries } from '#protocol/catalogue/summaries.ts';
import type { OperationSummary } from '#protocol/catalogue/summaries.ts';
import { OPERATION_TEXT } from './text.ts';

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly OperationSummary[];
}

const TEXT = OPERATION_TEXT.groups;

/** The heading of each resource of the catalogue, in the list's order: one that is missing does not compile. */
const HEADINGS: Readonly<Record<ResourceName, string>> = {
  signing: TEXT.signing,
  earn: TEXT.earn,
  tvc: TEXT.apps,
  providerCredentials: TEXT.providers,
  webhooks: TEXT.webhooks,
  sessions: TEXT.sessions,
  sessionProfiles: TEXT.sessions,
  secrets: TEXT.secrets,
  wallets: TEXT.wallets,
  solanaHistory: TEXT.wallets,
  privateKeys: TEXT.privateKeys,
  activities: TEXT.activities,
  policies: TEXT.policies,
  users: TEXT.users,
  apiKeys: TEXT.users,
  authenticators: TEXT.users,
  oauthProviders: TEXT.users,
  invitations: TEXT.users,
  organization: TEXT.organization,
  ipAllowlists: TEXT.organization,
};

const matches = ({ path, summary }: OperationSummary, words: readonly string[]): boolean =>
  words.every((word) => `${summary} ${path}`.toLowerCase().includes(word));

/** The catalogue's operations that every word of a search stands in, by what they are about. */
export function operationGroups(search: string): readonly OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = summaries.filter((operation) => matches(operation, words));
  return [...new Set(Object.values(HEADINGS))].flatMap((name) => {
    const operations = found.filter(({ resource }) => HEADINGS[resource] === name);
    return operations.length > 0 ? [{ name, operations }] : [];
  });
}
