import type { WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import type { z } from 'zod';
import type { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { getOrganization } from '#protocol/catalogue/organization.ts';
import type { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import type { listSolTransactionHistory } from '#protocol/catalogue/solana-history.ts';
import type { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import {
  deskCredential,
  laptopCredential,
  NOW_MS,
  ORGANIZATION,
  privateKeys,
  ROOT_USER,
} from './fake-data.ts';

const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number): string => new Date(NOW_MS - days * DAY).toISOString();
const made = (days: number) => ({ createdAt: daysAgo(days), updatedAt: daysAgo(days) });
const SECOND_USER = '5a0c3f1e-8b2d-4e7a-9c61-0d4f7b3a2e18';

type Organization = OutputOf<typeof getOrganization>['organizationData'];

const apiKey = (publicKey: string, apiKeyName: string, days: number, expirationSeconds?: string) => ({
  credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: `0191f3a2-7c4e-7d10-8a5b-10000000000${days % 10}`,
  apiKeyName,
  expirationSeconds,
  ...made(days),
});

export const organizationData: Organization = {
  organizationId: ORGANIZATION,
  name: 'Acme Treasury',
  users: [
    {
      userId: ROOT_USER,
      userName: 'root',
      userEmail: 'ops@acme.example',
      authenticators: [],
      apiKeys: [apiKey(laptopCredential.publicKey, 'ops-laptop', 12)],
      userTags: [],
      oauthProviders: [],
      ...made(12),
    },
    {
      userId: SECOND_USER,
      userName: 'desk-two',
      authenticators: [
        {
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
          attestationType: 'none',
          aaguid: '00000000-0000-0000-0000-000000000000',
          credentialId: 'AAAA',
          model: '',
          credential: { publicKey: '04', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
          authenticatorId: '0191f3a2-7c4e-7d10-8a5b-200000000001',
          authenticatorName: 'Yubikey of desk-two',
          ...made(8),
        },
      ],
      apiKeys: [apiKey(deskCredential.publicKey, 'desk-two key', 9, String(3 * 86_400))],
      userTags: ['payouts'],
      oauthProviders: [
        {
          providerId: '0191f3a2-7c4e-7d10-8a5b-300000000001',
          providerName: 'Acme single sign-on',
          issuer: 'https://login.acme.example',
          audience: 'keyops',
          subject: 'desk-two@acme.example',
          ...made(8),
        },
      ],
      ...made(9),
    },
  ],
  policies: [
    {
      policyId: '0191f3a2-7c4e-7d10-8a5b-400000000001',
      policyName: 'Payouts up to 1 ETH',
      effect: 'EFFECT_ALLOW',
      notes: 'Reviewed every quarter',
      consensus: `approvers.any(user, user.id == '${SECOND_USER}')`,
      condition: "activity.action == 'SIGN' && eth.tx.value <= 1000000000000000000",
      ...made(5),
    },
  ],
  privateKeys,
  invitations: [
    {
      invitationId: '0191f3a2-7c4e-7d10-8a5b-500000000001',
      receiverUserName: 'desk-three',
      receiverEmail: 'desk-three@acme.example',
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_ALL',
      status: 'INVITATION_STATUS_CREATED',
      senderUserId: ROOT_USER,
      ...made(1),
    },
  ],
  rootQuorum: { threshold: 1, userIds: [ROOT_USER] },
  features: [{ name: 'FEATURE_NAME_WEBHOOK', value: 'https://hooks.acme.example/activities' }],
  wallets: [],
};

const allowlist: OutputOf<typeof getIpAllowlist>['allowlist'] = {
  organizationId: ORGANIZATION,
  rules: [
    { cidr: '203.0.113.0/24', label: 'Head office', createdAt: daysAgo(3) },
    { cidr: '127.0.0.1/32', label: 'This machine', createdAt: daysAgo(3) },
  ],
  enabled: true,
  onEvaluationError: 'DENY',
};

const evaluations: OutputOf<typeof getPolicyEvaluations>['policyEvaluations'] = [
  {
    id: '0191f3a2-7c4e-7d10-8a5b-600000000001',
    activityId: '0191f3a2-7c4e-7d10-8a5b-000000000001',
    organizationId: ORGANIZATION,
    voteId: '0191f3a2-7c4e-7d10-8a5b-600000000002',
    policyEvaluations: [
      { policyId: '0191f3a2-7c4e-7d10-8a5b-400000000001', outcome: 'OUTCOME_DENY_IMPLICIT' },
    ],
    createdAt: daysAgo(0),
  },
];

const wallets: Wallet[] = [
  {
    walletId: '0191f3a2-7c4e-7d10-8a5b-700000000001',
    walletName: 'Payout wallet',
    exported: false,
    imported: true,
    ...made(4),
  },
];

const account = (index: number, path: string, address: string, format: WalletAccount['addressFormat']) => ({
  walletAccountId: `0191f3a2-7c4e-7d10-8a5b-71000000000${index}`,
  organizationId: ORGANIZATION,
  walletId: '0191f3a2-7c4e-7d10-8a5b-700000000001',
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path,
  addressFormat: format,
  address,
  ...made(4),
});

/** The accounts of the double's wallets. */
export const walletAccounts: WalletAccount[] = [
  account(1, "m/44'/60'/0'/0/0", '0x5e2f9B0C41D7b9a9C2F4d3E1b8A6F7c0d9E8b7a6', 'ADDRESS_FORMAT_ETHEREUM'),
  account(2, "m/44'/501'/0'/0'", '9fW3tYkQ6w5z1D8vN2cR7mB4xKjH3pLsUeAoGqTzVyXn', 'ADDRESS_FORMAT_SOLANA'),
];

const secrets: OutputOf<typeof listSecrets>['secrets'] = [
  {
    secretId: '0191f3a2-7c4e-7d10-8a5b-720000000001',
    name: 'EXCHANGE_API_TOKEN',
    staticProperties: [{ key: 'environment', value: 'production' }],
    createdAtUnixMs: String(NOW_MS - 2 * DAY),
  },
];

const solanaHistory: OutputOf<typeof listSolTransactionHistory> = {
  transactions: [
    {
      signature: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
      block: { number: '301', hash: 'block', timestamp: daysAgo(1) },
      status: 'FINALIZED',
      origin: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      feePayer: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      signers: [],
      fee: { amount: '5000', caip19: 'solana:mainnet/slip44:501' },
      transfers: [
        {
          direction: 'IN',
          amount: '1500000000',
          counterparty: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
          asset: { caip19: 'solana:mainnet/slip44:501', symbol: 'SOL', name: 'Solana', decimals: 9 },
        },
      ],
    },
  ],
  pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'first', endCursor: 'last' },
};

const webhookEndpoints: WebhookEndpoint[] = [
  {
    endpointId: '0191f3a2-7c4e-7d10-8a5b-800000000001',
    organizationId: ORGANIZATION,
    url: 'https://hooks.acme.example/activities',
    name: 'ledger-sync',
    isActive: true,
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
  },
];

/** What the double's service answers, by the query's path; as JSON, which knows no undefined. */
export const answers = JSON.parse(
  JSON.stringify({
    get_organization: { organizationData },
    get_organization_configs: {
      configs: { features: organizationData.features, quorum: organizationData.rootQuorum },
    },
    whoami: {
      ...{ organizationId: ORGANIZATION, organizationName: organizationData.name },
      ...{ userId: ROOT_USER, username: 'root' },
    },
    list_users: { users: organizationData.users },
    list_webhook_endpoints: { webhookEndpoints },
    list_wallets: { wallets },
    list_policies: { policies: organizationData.policies },
    list_wallet_accounts: { accounts: walletAccounts },
    list_secrets: { secrets },
    list_sol_transaction_history: solanaHistory,
    get_ip_allowlist: { allowlist },
    get_policy_evaluations: { policyEvaluations: evaluations },
  }),
) as Readonly<Record<string, Record<string, z.core.util.JSONType>>>;
