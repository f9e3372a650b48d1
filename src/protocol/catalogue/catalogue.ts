import * as activities from './activities.ts';
import * as apiKeys from './api-keys.ts';
import * as authenticators from './authenticators.ts';
import * as earn from './earn.ts';
import * as invitations from './invitations.ts';
import * as ipAllowlists from './ip-allowlists.ts';
import * as oauthProviders from './oauth-providers.ts';
import type { Operation, SubmitOperation } from './operation.ts';
import * as organization from './organization.ts';
import * as policies from './policies.ts';
import * as privateKeys from './private-keys.ts';
import * as providerCredentials from './provider-credentials.ts';
import * as secrets from './secrets.ts';
import * as sessionProfiles from './session-profiles.ts';
import * as sessions from './sessions.ts';
import * as signing from './signing.ts';
import * as solanaHistory from './solana-history.ts';
import * as tvc from './tvc.ts';
import * as users from './users.ts';
import * as wallets from './wallets.ts';
import * as webhooks from './webhooks.ts';

/** The files of this folder with operations. An operation that one of them exports is in the catalogue. */
export const resources = {
  activities,
  apiKeys,
  authenticators,
  earn,
  invitations,
  ipAllowlists,
  oauthProviders,
  organization,
  policies,
  privateKeys,
  providerCredentials,
  secrets,
  sessionProfiles,
  sessions,
  signing,
  solanaHistory,
  tvc,
  users,
  wallets,
  webhooks,
} as const;

export type ResourceName = keyof typeof resources;

type ExportedBy<Resource> = Resource extends object ? Extract<Resource[keyof Resource], Operation> : never;

/** The operations of some of the files, precisely: the path tells which. */
export type OperationsOf<R extends ResourceName> = ExportedBy<(typeof resources)[R]>;

/** Any operation of the catalogue. */
export type CatalogueOperation = OperationsOf<ResourceName>;

const isOperation = (value: unknown): value is CatalogueOperation =>
  typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'parameters' in value;

/** The operations of one file. */
export const operationsOf = (resource: object): readonly CatalogueOperation[] =>
  Object.values(resource).filter(isOperation);

/** Every operation with its file, in name order. */
const entries = Object.entries(resources)
  .flatMap(([resource, file]) => operationsOf(file).map((operation) => ({ resource, operation })))
  .sort((one, other) => one.operation.path.localeCompare(other.operation.path, 'en'));

/** Every operation, in name order. */
export const catalogue: readonly CatalogueOperation[] = entries.map(({ operation }) => operation);

const byPath = new Map<string, Operation>(catalogue.map((operation) => [operation.path, operation]));
const byType = new Map<string, SubmitOperation>(
  catalogue.flatMap((operation) => (operation.kind === 'submit' ? [[operation.type, operation]] : [])),
);

/** The operation of a path's last segment, for example `sign_transaction`. */
export const operationByPath = (path: string): Operation | undefined => byPath.get(path);

/** The submit operation of an `ACTIVITY_TYPE_*`. */
export const operationByType = (type: string): SubmitOperation | undefined => byType.get(type);

/** The words of every operation, as JSON: what the build writes into summaries.ts. */
export const summariesJson = (): string =>
  JSON.stringify(
    entries.map(({ resource, operation: { path, summary, effect } }) => ({
      path,
      summary,
      effect,
      resource,
    })),
  );
