import type { ResourceName } from '#protocol/catalogue/catalogue.ts';
import { type OperationSummary, summaries } from '#protocol/catalogue/summaries.ts';
import type { ScreenId } from '../../navigation/navigation.ts';
import { OPERATION_TEXT } from './text.ts';

/** An operation of the catalogue, with the screen where it is done and what that screen should open. */
export interface OperationEntry extends OperationSummary {
  readonly screen: ScreenId;
  readonly focus: string | null;
}

/** Operations that have a screen of their own, and what opens there. The others open their generated form. */
export const OWN_SCREENS: Readonly<Partial<Record<string, readonly [ScreenId, string?]>>> = {
  sign_transaction: ['sign'],
  create_private_keys: ['keys', 'create'],
  list_private_keys: ['keys'],
  create_api_keys: ['credentials', 'create'],
  init_import_secrets: ['import', 'secrets'],
  import_secrets: ['import', 'secrets'],
  init_import_private_key: ['import', 'key'],
  import_private_key: ['import', 'key'],
  init_import_wallet: ['import', 'wallet'],
  import_wallet: ['import', 'wallet'],
  export_private_key: ['export', 'privateKey'],
  export_wallet: ['export', 'wallet'],
  export_wallet_account: ['export', 'walletAccount'],
  export_secrets: ['export', 'secrets'],
  list_activities: ['activities'],
  list_wallets: ['wallets', 'wallets'],
  list_secrets: ['wallets', 'secrets'],
  list_webhook_endpoints: ['integrations', 'webhooks'],
  list_fiat_on_ramp_credentials: ['integrations', 'on-ramps'],
  list_oauth2_credentials: ['integrations', 'oauth2'],
  list_earn_enabled_vaults: ['integrations', 'earn'],
  list_tvc_apps: ['integrations', 'apps'],
  list_users: ['organization', 'users'],
  list_policies: ['organization', 'policies'],
  get_organization: ['organization', 'quorum'],
  get_organization_configs: ['organization', 'features'],
  get_ip_allowlist: ['organization', 'network'],
  create_read_write_session: ['sessions', 'open'],
  stamp_login: ['sessions', 'open'],
  oauth: ['sessions', 'open'],
  oauth_login: ['sessions', 'open'],
} satisfies Partial<Record<OperationSummary['path'], readonly [ScreenId, string?]>>;

/** Every operation and query of the catalogue: the palette offers them all. */
export const OPERATIONS: readonly OperationEntry[] = summaries.map((operation) => {
  const [screen, focus] = OWN_SCREENS[operation.path] ?? ['operations', operation.path];
  return { ...operation, screen, focus: focus ?? null };
});

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
