import type { resources } from '#protocol/catalogue/catalogue.ts';
import type { OperationHandler } from '../engine/operation-handler.ts';
import { activityHandlers } from '../features/activities/operations.ts';
import { apiKeyHandlers } from '../features/api-keys/operations.ts';
import { authenticatorHandlers } from '../features/authenticators/operations.ts';
import { earnHandlers } from '../features/earn/operations.ts';
import { invitationHandlers } from '../features/invitations/operations.ts';
import { ipAllowlistHandlers } from '../features/ip-allowlists/operations.ts';
import { oauthProviderHandlers } from '../features/oauth-providers/operations.ts';
import { organizationHandlers } from '../features/organization/operations.ts';
import { policyHandlers } from '../features/policies/operations.ts';
import { privateKeyHandlers } from '../features/private-keys/operations.ts';
import { providerCredentialHandlers } from '../features/provider-credentials/operations.ts';
import { secretHandlers } from '../features/secrets/operations.ts';
import { sessionProfileHandlers } from '../features/session-profiles/operations.ts';
import { sessionHandlers } from '../features/sessions/operations.ts';
import { signingHandlers } from '../features/signing/operations.ts';
import { solanaHistoryHandlers } from '../features/solana-history/operations.ts';
import { tvcHandlers } from '../features/tvc/operations.ts';
import { userHandlers } from '../features/users/operations.ts';
import { walletHandlers } from '../features/wallets/operations.ts';
import { webhookHandlers } from '../features/webhooks/operations.ts';

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
