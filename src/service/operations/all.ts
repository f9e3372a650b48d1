// Written by `npm run generate`; do not edit.
import { acceptInvitation } from './accept-invitation.ts';
import { approveActivity } from './approve-activity.ts';
import { claimSwapFees } from './claim-swap-fees.ts';
import { createApiKeys } from './create-api-keys.ts';
import { createAuthenticators } from './create-authenticators.ts';
import { createFiatOnRampCredential } from './create-fiat-on-ramp-credential.ts';
import { createInvitations } from './create-invitations.ts';
import { createOauthProviders } from './create-oauth-providers.ts';
import { createOauth2Credential } from './create-oauth2-credential.ts';
import { createPolicies } from './create-policies.ts';
import { createPolicy } from './create-policy.ts';
import { createPrivateKeys } from './create-private-keys.ts';
import { createReadWriteSession } from './create-read-write-session.ts';
import { createSessionProfile } from './create-session-profile.ts';
import { createTvcApp } from './create-tvc-app.ts';
import { createTvcDeployment } from './create-tvc-deployment.ts';
import { createUsers } from './create-users.ts';
import { createWallet } from './create-wallet.ts';
import { createWalletAccounts } from './create-wallet-accounts.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { deleteApiKeys } from './delete-api-keys.ts';
import { deleteAuthenticators } from './delete-authenticators.ts';
import { deleteFiatOnRampCredential } from './delete-fiat-on-ramp-credential.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { deleteOauthProviders } from './delete-oauth-providers.ts';
import { deleteOauth2Credential } from './delete-oauth2-credential.ts';
import { deletePolicies } from './delete-policies.ts';
import { deletePolicy } from './delete-policy.ts';
import { deleteSecrets } from './delete-secrets.ts';
import { deleteTvcAppAndDeployments } from './delete-tvc-app-and-deployments.ts';
import { deleteUsers } from './delete-users.ts';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts';
import { earnDeployWrapper } from './earn-deploy-wrapper.ts';
import { earnDeposit } from './earn-deposit.ts';
import { earnSetWrapperState } from './earn-set-wrapper-state.ts';
import { earnWithdraw } from './earn-withdraw.ts';
import { exportPrivateKey } from './export-private-key.ts';
import { exportSecrets } from './export-secrets.ts';
import { exportWallet } from './export-wallet.ts';
import { exportWalletAccount } from './export-wallet-account.ts';
import { getActivity } from './get-activity.ts';
import { getApiKeys } from './get-api-keys.ts';
import { getAuthenticator } from './get-authenticator.ts';
import { getAuthenticators } from './get-authenticators.ts';
import { getEarnDeployStatus } from './get-earn-deploy-status.ts';
import { getEarnDepositStatus } from './get-earn-deposit-status.ts';
import { getEarnWithdrawStatus } from './get-earn-withdraw-status.ts';
import { getIpAllowlist } from './get-ip-allowlist.ts';
import { getOauthProviders } from './get-oauth-providers.ts';
import { getOauth2Credential } from './get-oauth2-credential.ts';
import { getOrganization } from './get-organization.ts';
import { getOrganizationConfigs } from './get-organization-configs.ts';
import { getPolicy } from './get-policy.ts';
import { getPolicyEvaluations } from './get-policy-evaluations.ts';
import { getPrivateKey } from './get-private-key.ts';
import { getSessionProfile } from './get-session-profile.ts';
import { getSessionProfiles } from './get-session-profiles.ts';
import { getTvcApp } from './get-tvc-app.ts';
import { getTvcDeployment } from './get-tvc-deployment.ts';
import { getUser } from './get-user.ts';
import { getWallet } from './get-wallet.ts';
import { getWalletAccount } from './get-wallet-account.ts';
import { importPrivateKey } from './import-private-key.ts';
import { importSecrets } from './import-secrets.ts';
import { importWallet } from './import-wallet.ts';
import { initImportPrivateKey } from './init-import-private-key.ts';
import { initImportSecrets } from './init-import-secrets.ts';
import { initImportWallet } from './init-import-wallet.ts';
import { listActivities } from './list-activities.ts';
import { listAppProofs } from './list-app-proofs.ts';
import { listEarnEnabledVaults } from './list-earn-enabled-vaults.ts';
import { listEarnPositions } from './list-earn-positions.ts';
import { listFiatOnRampCredentials } from './list-fiat-on-ramp-credentials.ts';
import { listOauth2Credentials } from './list-oauth2-credentials.ts';
import { listPolicies } from './list-policies.ts';
import { listPrivateKeys } from './list-private-keys.ts';
import { listSecrets } from './list-secrets.ts';
import { listSolTransactionHistory } from './list-sol-transaction-history.ts';
import { listTvcAppDeployments } from './list-tvc-app-deployments.ts';
import { listTvcApps } from './list-tvc-apps.ts';
import { listUsers } from './list-users.ts';
import { listWalletAccounts } from './list-wallet-accounts.ts';
import { listWallets } from './list-wallets.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { oauth } from './oauth.ts';
import { oauthLogin } from './oauth-login.ts';
import { rejectActivity } from './reject-activity.ts';
import { removeIpAllowlist } from './remove-ip-allowlist.ts';
import { removeOrganizationFeature } from './remove-organization-feature.ts';
import { setIpAllowlist } from './set-ip-allowlist.ts';
import { setOrganizationFeature } from './set-organization-feature.ts';
import { signRawPayload } from './sign-raw-payload.ts';
import { signRawPayloads } from './sign-raw-payloads.ts';
import { signTransaction } from './sign-transaction.ts';
import { stampLogin } from './stamp-login.ts';
import { updateOauth2Credential } from './update-oauth2-credential.ts';
import { updatePolicy } from './update-policy.ts';
import { updateRootQuorum } from './update-root-quorum.ts';
import { updateUserName } from './update-user-name.ts';
import { updateWallet } from './update-wallet.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';
import { whoami } from './whoami.ts';

/** What every operation of the catalogue does, in name order. */
export const operations = [
  acceptInvitation,
  approveActivity,
  claimSwapFees,
  createApiKeys,
  createAuthenticators,
  createFiatOnRampCredential,
  createInvitations,
  createOauthProviders,
  createOauth2Credential,
  createPolicies,
  createPolicy,
  createPrivateKeys,
  createReadWriteSession,
  createSessionProfile,
  createTvcApp,
  createTvcDeployment,
  createUsers,
  createWallet,
  createWalletAccounts,
  createWebhookEndpoint,
  deleteApiKeys,
  deleteAuthenticators,
  deleteFiatOnRampCredential,
  deleteInvitation,
  deleteOauthProviders,
  deleteOauth2Credential,
  deletePolicies,
  deletePolicy,
  deleteSecrets,
  deleteTvcAppAndDeployments,
  deleteUsers,
  deleteWebhookEndpoint,
  earnDeployWrapper,
  earnDeposit,
  earnSetWrapperState,
  earnWithdraw,
  exportPrivateKey,
  exportSecrets,
  exportWallet,
  exportWalletAccount,
  getActivity,
  getApiKeys,
  getAuthenticator,
  getAuthenticators,
  getEarnDeployStatus,
  getEarnDepositStatus,
  getEarnWithdrawStatus,
  getIpAllowlist,
  getOauthProviders,
  getOauth2Credential,
  getOrganization,
  getOrganizationConfigs,
  getPolicy,
  getPolicyEvaluations,
  getPrivateKey,
  getSessionProfile,
  getSessionProfiles,
  getTvcApp,
  getTvcDeployment,
  getUser,
  getWallet,
  getWalletAccount,
  importPrivateKey,
  importSecrets,
  importWallet,
  initImportPrivateKey,
  initImportSecrets,
  initImportWallet,
  listActivities,
  listAppProofs,
  listEarnEnabledVaults,
  listEarnPositions,
  listFiatOnRampCredentials,
  listOauth2Credentials,
  listPolicies,
  listPrivateKeys,
  listSecrets,
  listSolTransactionHistory,
  listTvcAppDeployments,
  listTvcApps,
  listUsers,
  listWalletAccounts,
  listWallets,
  listWebhookEndpoints,
  oauth,
  oauthLogin,
  rejectActivity,
  removeIpAllowlist,
  removeOrganizationFeature,
  setIpAllowlist,
  setOrganizationFeature,
  signRawPayload,
  signRawPayloads,
  signTransaction,
  stampLogin,
  updateOauth2Credential,
  updatePolicy,
  updateRootQuorum,
  updateUserName,
  updateWallet,
  updateWebhookEndpoint,
  whoami,
] as const;
