import { chainOf } from '#chains/chains.ts';
import type { Activity } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import { listPolicies } from '#protocol/catalogue/policies.ts';
import {
  listFiatOnRampCredentials,
  listOauth2Credentials,
} from '#protocol/catalogue/provider-credentials.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { listTvcAppDeployments, listTvcApps } from '#protocol/catalogue/tvc.ts';
import { type User, listUsers } from '#protocol/catalogue/users.ts';
import { listWallets } from '#protocol/catalogue/wallets.ts';
import { listWebhookEndpoints } from '#protocol/catalogue/webhooks.ts';
import { AppError } from '#protocol/error.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type KeyInventory, listAllSecrets } from '../../context/key-inventory.ts';
import type { Clock } from '../../platform/clock.ts';
import { allActivities } from '../../service-client/client.ts';
import { type NameOf, type NamedKind, lineOf, namedKind, signersOf } from '../previews/module.ts';

/** What names are read with. */
interface NameSources {
  readonly query: ContextResolver['query'];
  readonly inventory: Pick<KeyInventory, 'listPrivateKeys' | 'listAccounts'>;
  readonly clock: Pick<Clock, 'now'>;
}
type Named = readonly (readonly [id: string, name: string])[];

/** A name that was read longer ago may be another by now. */
const FRESH_MS = 15_000;
/** The deployments of so many apps are asked for, each app's by a query of its own. */
const MOST_APPS = 20;
/** So many activities, the newest, are named. */
const NAMED = 100;

/** Names of the organization's objects, for the rows of activities that have their IDs alone. */
export interface ObjectNames {
  /** Asks for what it doesn't know. Never rejects for what the service refuses: without names rows are less telling, no more. */
  readonly forRequests: (activities: readonly Activity[]) => Promise<NameOf>;
  /** What is being read is forgotten, too. */
  readonly forget: () => void;
}

/** The names of one kind, and when they were asked for; one that is gone keeps its name. */
interface Read {
  readonly atMs: number;
  readonly names: Promise<ReadonlyMap<string, string>>;
}

export function createObjectNames({ query, inventory, clock }: NameSources): ObjectNames {
  const users = async (): Promise<readonly User[]> => (await query(listUsers, {})).users;
  const lists: Readonly<Record<NamedKind, () => Promise<Named>>> = {
    user: async () => (await users()).map(({ userId, userName }) => [userId, userName]),
    apiKey: async () =>
      (await users()).flatMap(({ apiKeys }) =>
        apiKeys.map(({ apiKeyId, apiKeyName }) => [apiKeyId, apiKeyName] as const),
      ),
    authenticator: async () =>
      (await users()).flatMap(({ authenticators }) =>
        authenticators.map(
          ({ authenticatorId, authenticatorName }) => [authenticatorId, authenticatorName] as const,
        ),
      ),
    oauthProvider: async () =>
      (await users()).flatMap(({ oauthProviders }) =>
        oauthProviders.map(({ providerId, providerName }) => [providerId, providerName] as const),
      ),
    // They have no names: an account at a provider is what tells them apart.
    oauth2Credential: async () =>
      (await query(listOauth2Credentials, {})).oauth2Credentials.map((each) => [
        each.oauth2CredentialId,
        `${providerOf(each.provider)} ${each.clientId}`,
      ]),
    onRampCredential: async () =>
      (await query(listFiatOnRampCredentials, {})).fiatOnRampCredentials.map((each) => [
        each.fiatOnrampCredentialId,
        `${providerOf(each.onrampProvider)} ${each.publishableApiKey}`,
      ]),
    // Votes are on what was asked for lately.
    activity: async () =>
      (await allActivities(query, { size: NAMED, most: NAMED })).map((activity) => [
        activity.fingerprint,
        lineOf(activity, operationByType(activity.type)).title,
      ]),
    policy: async () =>
      (await query(listPolicies, {})).policies.map(({ policyId, policyName }) => [policyId, policyName]),
    wallet: async () =>
      (await query(listWallets, {})).wallets.map(({ walletId, walletName }) => [walletId, walletName]),
    privateKey: async () =>
      (await inventory.listPrivateKeys()).map(({ privateKeyId, privateKeyName }) => [
        privateKeyId,
        privateKeyName,
      ]),
    secret: async () =>
      (await listAllSecrets(query)).flatMap(({ secretId, name }) =>
        name === undefined ? [] : [[secretId, name] as const],
      ),
    webhookEndpoint: async () =>
      (await query(listWebhookEndpoints, {})).webhookEndpoints.map(({ endpointId, name }) => [
        endpointId,
        name,
      ]),
    tvcApp: async () => (await query(listTvcApps, {})).tvcApps.map(({ id, name }) => [id, name]),
    tvcDeployment: async () => listDeployments(query),
    // Nothing else lists them.
    invitation: async () =>
      (await query(getOrganization, {})).organizationData.invitations.map(
        ({ invitationId, receiverUserName, receiverEmail }) => [
          invitationId,
          `${receiverUserName} <${receiverEmail}>`,
        ],
      ),
  };
  let reads = new Map<NamedKind, Read>();

  const read = async (
    list: () => Promise<Named>,
    before: Read['names'] | undefined,
  ): Promise<ReadonlyMap<string, string>> => {
    const known = (await before) ?? new Map<string, string>();
    try {
      return new Map([...known, ...(await list())]);
    } catch (error) {
      if (error instanceof AppError) return known;
      throw error;
    }
  };

  /** The names of a kind, as they were a few seconds ago at most. */
  const namesOf = (kind: NamedKind): Read['names'] => {
    const before = reads.get(kind);
    const list = lists[kind];
    if (before !== undefined && clock.now() - before.atMs < FRESH_MS) return before.names;
    const names = read(list, before?.names);
    reads.set(kind, { atMs: clock.now(), names });
    names.catch(() => {
      if (reads.get(kind)?.names === names) reads.delete(kind);
    });
    return names;
  };

  const readSigners = async (): Promise<NameOf['signerOf']> => {
    try {
      return await signersOf(inventory);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  return {
    forRequests: async (activities) => {
      const kinds = new Set(activities.flatMap(({ intent }) => Object.values(intent).flatMap(kindsIn)));
      const [known, signerOf] = await Promise.all([
        Promise.all([...kinds].map(namesOf)),
        activities.some(givesChange) ? readSigners() : undefined,
      ]);
      const nameOf = (id: string): string | undefined =>
        known.map((names) => names.get(id)).find((name) => name !== undefined);
      return Object.assign(nameOf, { signerOf });
    },
    forget: () => {
      reads = new Map();
    },
  };
}

/** Deployments have no names: their app and what runs in them tells them apart, and none that has both in common with another. */
async function listDeployments(query: NameSources['query']): Promise<Named> {
  const { tvcApps } = await query(listTvcApps, {});
  const ofApps = await Promise.all(
    tvcApps.slice(0, MOST_APPS).map(async ({ id: appId, name }) => {
      const { tvcDeployments } = await query(listTvcAppDeployments, { appId });
      return tvcDeployments.map(
        ({ id, pivotContainer }) => [id, `${name} ${pivotContainer.containerUrl}`] as const,
      );
    }),
  );
  const all = ofApps.flat();
  const times = new Map<string, number>();
  for (const [, name] of all) times.set(name, (times.get(name) ?? 0) + 1);
  return all.filter(([, name]) => times.get(name) === 1);
}

/** "DISCORD" */
const providerOf = (constant: string): string => constant.replace(/^.*_PROVIDER_/, '');

/** The kinds of objects that a request names by ID. */
const kindsIn = (parameters: unknown): NamedKind[] =>
  typeof parameters !== 'object' || parameters === null
    ? []
    : Object.keys(parameters).flatMap((key) => namedKind(key) ?? []);

/** Whether it is a transaction of a chain where change comes back to the key. */
function givesChange({ intent }: Activity): boolean {
  const asked = intent[signTransaction.intent];
  // Of thousands that aren't, each would be an error first.
  if (asked === undefined || asked === null) return false;
  const signed = signTransaction.parameters.safeParse(asked);
  return signed.success && chainOf(signed.data.type).payments.givesChange === true;
}

/** One who knows both kinds of names: a contact's by its address, an object's by its ID. */
export const withObjects = (
  objects: NameOf,
  contacts?: Pick<KnownContacts, 'nameOf' | 'addresses'>,
): NameOf =>
  Object.assign((of: string) => contacts?.nameOf(of) ?? objects(of), {
    contacts: contacts?.addresses,
    signerOf: objects.signerOf,
  });
