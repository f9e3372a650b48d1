import type { resources } from '#protocol/catalogue/catalogue.ts';
import type { OperationHandler } from '../engine/operation-handler.ts';
import { activityHandlers } from './activities/operations.ts';
import { apiKeyHandlers } from './api-keys/operations.ts';
import { authenticatorHandlers } from './authenticators/operations.ts';
import { earnHandlers } from './earn/operations.ts';
import { invitationHandlers } from './invitations/operations.ts';
import { ipAllowlistHandlers } from './ip-allowlists/operations.ts';
import { oauthProviderHandlers } from './oauth-providers/operations.ts';
import { organizationHandlers } from './organization/operations.ts';
import { policyHandlers } from './policies/operations.ts';
import { privateKeyHandlers } from './private-keys/operations.ts';
import { providerCredentialHandlers } from './provider-credentials/operations.ts';
import { secretHandlers } from './secrets/operations.ts';
import { sessionProfileHandlers } from './session-profiles/operations.ts';
import { sessionHandlers } from './sessions/operations.ts';
import { signingHandlers } from './signing/operations.ts';
import { solanaHistoryHandlers } from './solana-history/operations.ts';
import { tvcHandlers } from './tvc/operations.ts';
import { userHandlers } from './users/operations.ts';
import { walletHandlers } from './wallets/operations.ts';
import { webhookHandlers } from './webhooks/operations.ts';

/** By the catalogue's files: a forgotten one does not compile. */
const handlers: Record<keyof typeof resources, readonly OperationHandler[]> = {
  activities: activityHandlers,
  apiKeys: apiKeyHandlers,
  authenticators: authenticatorHandlers,
  earn: earnHandlers,
  invitations: invitationHandlers,
  ipAllowlists: ipAllowlistHandlers,
  oauthProviders: oauthProviderHandlers,
  organization: organizationHandlers,
  policies: policyHandlers,
  privateKeys: privateKeyHandlers,
  providerCredentials: providerCredentialHandlers,
  secrets: secretHandlers,
  sessionProfiles: sessionProfileHandlers,
  sessions: sessionHandlers,
  signing: signingHandlers,
  solanaHistory: solanaHistoryHandlers,
  tvc: tvcHandlers,
  users: userHandlers,
  wallets: walletHandlers,
  webhooks: webhookHandlers,
};

/** What every operation of the catalogue does. */
export const operations = Object.values(handlers).flat();
