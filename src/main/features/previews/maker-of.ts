import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import {
  acceptInvitationPreview,
  createApiKeysPreview,
  createAuthenticatorsPreview,
  createOauthProvidersPreview,
} from './add-credentials.ts';
import { createPrivateKeysPreview } from './create-private-keys.ts';
import {
  exportPrivateKeyPreview,
  exportSecretsPreview,
  exportWalletAccountPreview,
  exportWalletPreview,
} from './exports.ts';
import { createWebhookEndpointPreview, updateWebhookEndpointPreview } from './endpoints.ts';
import { createUsersPreview } from './create-users.ts';
import { deleteUsersPreview } from './delete-users.ts';
import { updateRootQuorumPreview } from './update-root-quorum.ts';
import {
  createPoliciesPreview,
  createPolicyPreview,
  createSessionProfilePreview,
  deletePoliciesPreview,
  deletePolicyPreview,
} from './policies.ts';
import { updatePolicyPreview } from './update-policy.ts';
import { deleteApiKeysPreview } from './delete-api-keys.ts';
import { createWalletPreview } from './create-wallet.ts';
import { createInvitationsPreview } from './create-invitations.ts';
import { deleteSecretsPreview } from './delete-secrets.ts';
import { removeOrganizationFeaturePreview, setOrganizationFeaturePreview } from './organization-features.ts';
import { deleteAuthenticatorsPreview, deleteOauthProvidersPreview } from './remove-credentials.ts';
import { updateUserNamePreview } from './update-user-name.ts';
import { genericPreview } from './generic.ts';
import { importPrivateKeyPreview, importWalletPreview, initImportPreview } from './imports.ts';
import { removeIpAllowlistPreview, setIpAllowlistPreview } from './ip-allowlist.ts';
import { openSessionPreview } from './open-session.ts';
import type { PreviewMaker } from './preview-maker.ts';
import { signRawPayloadPreview, signRawPayloadsPreview } from './sign-raw-payload.ts';
import { signTransactionPreview } from './sign-transaction.ts';
import { withTextWarnings } from './text-warnings.ts';
import { withUnmentioned } from './unmentioned.ts';
import { votePreview } from './vote.ts';

const MAKERS = new Map<string, PreviewMaker>([
  ['sign_transaction', signTransactionPreview],
  ['sign_raw_payload', signRawPayloadPreview],
  ['sign_raw_payloads', signRawPayloadsPreview],
  ['create_private_keys', createPrivateKeysPreview],
  ['create_api_keys', createApiKeysPreview],
  ['create_authenticators', createAuthenticatorsPreview],
  ['create_oauth_providers', createOauthProvidersPreview],
  ['accept_invitation', acceptInvitationPreview],
  ['delete_authenticators', deleteAuthenticatorsPreview],
  ['delete_oauth_providers', deleteOauthProvidersPreview],
  ['update_user_name', updateUserNamePreview],
  ['set_organization_feature', setOrganizationFeaturePreview],
  ['remove_organization_feature', removeOrganizationFeaturePreview],
  ['create_webhook_endpoint', createWebhookEndpointPreview],
  ['update_webhook_endpoint', updateWebhookEndpointPreview],
  ['set_ip_allowlist', setIpAllowlistPreview],
  ['remove_ip_allowlist', removeIpAllowlistPreview],
  ['create_read_write_session', openSessionPreview],
  ['stamp_login', openSessionPreview],
  ['oauth', openSessionPreview],
  ['oauth_login', openSessionPreview],
  ['export_private_key', exportPrivateKeyPreview],
  ['export_wallet', exportWalletPreview],
  ['export_wallet_account', exportWalletAccountPreview],
  ['export_secrets', exportSecretsPreview],
  ['init_import_private_key', initImportPreview],
  ['init_import_wallet', initImportPreview],
  ['import_private_key', importPrivateKeyPreview],
  ['import_wallet', importWalletPreview],
  ['create_users', createUsersPreview],
  ['delete_users', deleteUsersPreview],
  ['update_root_quorum', updateRootQuorumPreview],
  ['create_policy', createPolicyPreview],
  ['create_policies', createPoliciesPreview],
  ['create_session_profile', createSessionProfilePreview],
  ['update_policy', updatePolicyPreview],
  ['delete_policy', deletePolicyPreview],
  ['delete_policies', deletePoliciesPreview],
  ['delete_api_keys', deleteApiKeysPreview],
  ['create_wallet', createWalletPreview],
  ['create_invitations', createInvitationsPreview],
  ['delete_secrets', deleteSecretsPreview],
  ['approve_activity', votePreview((operation) => previewMakerOf(operation))],
  ['reject_activity', votePreview((operation) => previewMakerOf(operation))],
]);

/** What is signed is read, its texts with it. */
const READ_WHOLE = new Set(['sign_transaction', 'sign_raw_payload', 'sign_raw_payloads']);

/** The preview maker of an operation; the generic one where it has none of its own. None leaves a parameter out. */
export function previewMakerOf(operation: SubmitOperation): PreviewMaker {
  const maker = withUnmentioned(MAKERS.get(operation.path) ?? genericPreview);
  return READ_WHOLE.has(operation.path) ? maker : withTextWarnings(maker);
}
