import type { Activity } from '../activity.ts';
import type { IdControl } from '../catalogue/fields.ts';
import { getApiKeys } from '../catalogue/api-keys.ts';
import { getOauthProviders } from '../catalogue/oauth-providers.ts';
import { getOrganization } from '../catalogue/organization.ts';
import { getSessionProfiles } from '../catalogue/session-profiles.ts';
import { listActivities } from '../catalogue/activities.ts';
import { listEarnEnabledVaults } from '../catalogue/earn.ts';
import { listFiatOnRampCredentials, listOauth2Credentials } from '../catalogue/provider-credentials.ts';
import { listPolicies } from '../catalogue/policies.ts';
import { listPrivateKeys } from '../catalogue/private-keys.ts';
import { listSecrets } from '../catalogue/secrets.ts';
import { listTvcApps } from '../catalogue/tvc.ts';
import { listUsers } from '../catalogue/users.ts';
import { listWalletAccounts, listWallets } from '../catalogue/wallets.ts';
import { listWebhookEndpoints } from '../catalogue/webhooks.ts';
import type { OutputOf, ParametersOf, QueryOperation } from '../catalogue/operation.ts';

/** A record that a picker offers: its id, and what people call it. */
export interface IdOption {
  readonly id: string;
  readonly label: string;
}

/** The query that knows the ids of one kind. */
export interface IdSource {
  readonly query: QueryOperation;
  /** What it is asked, out of the parameters that stand in the form; null while it cannot be asked yet. */
  readonly ask: (form: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | null;
  readonly options: (answer: unknown) => readonly IdOption[];
  /** Another query that knows further ids of this kind. */
  readonly further?: IdSource;
}

type Form = Readonly<Record<string, unknown>>;
type Row = readonly [id: string, label: string];

/** Declares a source with the query's own types; what an answer leaves out is no option. */
function source<O extends QueryOperation>(
  query: O,
  rows: (answer: OutputOf<O>) => readonly Row[],
  ask: (form: Form) => ParametersOf<O> | null = () => ({}) as ParametersOf<O>,
): IdSource {
  return {
    query,
    ask: (form) => ask(form) as Form | null,
    options: (answer) => {
      const read = query.output.safeParse(answer);
      const found = read.success ? rows(read.data as OutputOf<O>) : [];
      return [...new Map(found.map(([id, label]) => [id, { id, label }])).values()];
    },
  };
}

const ofUser = (form: Form): { userId: string } | null =>
  typeof form['userId'] === 'string' && form['userId'] !== '' ? { userId: form['userId'] } : null;

const PAGE = { paginationOptions: { limit: '100' } };

/** Wallet accounts by their addresses: the first hundred, of one wallet where the form names it. */
const accounts = source(
  listWalletAccounts,
  (answer) =>
    answer.accounts.map(({ address, name, path, walletDetails }) => [
      address,
      `${name === undefined ? path : `${name} (${path})`}${walletDetails === undefined ? '' : `, of ${walletDetails.walletName}`}`,
    ]),
  ({ walletId }) => ({
    ...PAGE,
    includeWalletDetails: true,
    ...(typeof walletId === 'string' && walletId !== '' ? { walletId } : {}),
  }),
);

/** Activities of some types that completed, for records that no query lists; the newest hundred. */
const made = (type: string, rows: (result: Form, activity: Activity) => readonly Row[]): IdSource =>
  source(
    listActivities,
    ({ activities }) => activities.flatMap((activity) => rows(memberOf(activity.result), activity)),
    () => ({ ...PAGE, filterByType: [type], filterByStatus: ['ACTIVITY_STATUS_COMPLETED' as const] }),
  );

/** An intent or a result is an object with one member; what is in it. */
function memberOf(union: unknown): Form {
  const [member] = Object.values((union ?? {}) as Record<string, unknown>);
  return typeof member === 'object' && member !== null ? (member as Form) : {};
}

const request =
  (member: string): ((result: Form, activity: Activity) => readonly Row[]) =>
  (result, activity) => {
    const id = result[member];
    return typeof id === 'string' ? [[id, `Asked for in ${activity.id}`]] : [];
  };

const words = (type: string): string =>
  type
    .replace(/^ACTIVITY_TYPE_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');

/** The query behind every kind of id. What no query lists comes from the activities that made it. */
export const ID_SOURCES: Readonly<Record<IdControl, IdSource>> = {
  activity: source(
    listActivities,
    ({ activities }) => activities.map(({ id, type }) => [id, words(type)]),
    () => PAGE,
  ),
  apiKey: source(getApiKeys, ({ apiKeys }) => apiKeys.map((key) => [key.apiKeyId, key.apiKeyName]), ofUser),
  apiPublicKey: source(listUsers, ({ users }) =>
    users.flatMap(({ userName, apiKeys }) =>
      apiKeys.map((key): Row => [key.credential.publicKey, `${key.apiKeyName}, of ${userName}`]),
    ),
  ),
  authenticator: source(listUsers, ({ users }) =>
    users.flatMap(({ userName, authenticators }) =>
      authenticators.map((one): Row => [one.authenticatorId, `${one.authenticatorName}, of ${userName}`]),
    ),
  ),
  earnDeployment: made('ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER', request('deployRequestId')),
  earnDeposit: made('ACTIVITY_TYPE_EARN_DEPOSIT', request('depositRequestId')),
  earnWithdrawal: made('ACTIVITY_TYPE_EARN_WITHDRAW', request('withdrawRequestId')),
  earnWrapper: source(listEarnEnabledVaults, ({ enabledVaults }) =>
    (enabledVaults ?? []).flatMap(({ wrapperAddress, vaultAddress }) =>
      wrapperAddress === undefined ? [] : [[wrapperAddress, `Over the vault ${vaultAddress ?? ''}`]],
    ),
  ),
  fingerprint: source(
    listActivities,
    ({ activities }) => activities.map((activity) => [activity.fingerprint, words(activity.type)]),
    () => ({ ...PAGE, filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const] }),
  ),
  invitation: source(getOrganization, ({ organizationData }) =>
    organizationData.invitations
      .filter(({ status }) => status === 'INVITATION_STATUS_CREATED')
      .map((one) => [one.invitationId, `${one.receiverUserName} (${one.receiverEmail})`]),
  ),
  oauth2Credential: source(listOauth2Credentials, ({ oauth2Credentials }) =>
    oauth2Credentials.map((one) => [one.oauth2CredentialId, one.clientId]),
  ),
  oauthProvider: source(
    getOauthProviders,
    ({ oauthProviders }) =>
      oauthProviders.map((one) => [one.providerId, `${one.providerName}: ${one.subject}`]),
    ofUser,
  ),
  onRampCredential: source(listFiatOnRampCredentials, ({ fiatOnRampCredentials }) =>
    fiatOnRampCredentials.map((one) => [one.fiatOnrampCredentialId, one.publishableApiKey]),
  ),
  policy: source(listPolicies, ({ policies }) => policies.map((one) => [one.policyId, one.policyName])),
  privateKey: source(listPrivateKeys, ({ privateKeys }) =>
    privateKeys.map((key) => [key.privateKeyId, key.privateKeyName]),
  ),
  secret: source(
    listSecrets,
    ({ secrets }) => secrets.map((one) => [one.secretId, one.name ?? 'Without a name']),
    () => PAGE,
  ),
  sessionProfile: source(getSessionProfiles, ({ sessionProfiles }) =>
    sessionProfiles.map((one) => [one.sessionProfileId, one.sessionProfileName]),
  ),
  signer: {
    ...source(listPrivateKeys, ({ privateKeys }) =>
      privateKeys.flatMap((key) => [
        [key.privateKeyId, key.privateKeyName] as const,
        ...key.addresses.flatMap(({ address }): Row[] =>
          address === undefined ? [] : [[address, `Address of ${key.privateKeyName}`]],
        ),
      ]),
    ),
    further: accounts,
  },
  tvcApp: source(listTvcApps, ({ tvcApps }) => tvcApps.map((app) => [app.id, app.name])),
  tvcDeployment: made('ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT', (result, { intent }) => {
    const { deploymentId } = result;
    const image = memberOf(intent)['pivotContainerImageUrl'];
    return typeof deploymentId === 'string'
      ? [[deploymentId, typeof image === 'string' ? image : 'A deployment']]
      : [];
  }),
  tvcOperator: source(listTvcApps, ({ tvcApps }) =>
    tvcApps
      .flatMap((app) => [...app.manifestSet.operators, ...app.shareSet.operators])
      .map((operator) => [operator.id, operator.name]),
  ),
  tvcOperatorSet: source(listTvcApps, ({ tvcApps }) =>
    tvcApps.flatMap((app) => [app.manifestSet, app.shareSet]).map((set) => [set.id, set.name]),
  ),
  user: source(listUsers, ({ users }) => users.map((user) => [user.userId, user.userName])),
  wallet: source(listWallets, ({ wallets }) => wallets.map((one) => [one.walletId, one.walletName])),
  walletAccount: accounts,
  webhookEndpoint: source(listWebhookEndpoints, ({ webhookEndpoints }) =>
    webhookEndpoints.map((one) => [one.endpointId, one.name]),
  ),
};

/** The source of a control, where it is one of ids. */
export const idSourceOf = (control: string | undefined): IdSource | undefined =>
  control !== undefined && Object.hasOwn(ID_SOURCES, control) ? ID_SOURCES[control as IdControl] : undefined;
