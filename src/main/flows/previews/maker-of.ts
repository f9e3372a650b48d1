import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { createApiKeysPreview } from './create-api-keys.ts';
import { createAuthenticatorsPreview } from './create-authenticators.ts';
import { createPrivateKeysPreview } from './create-private-keys.ts';
import {
  exportPrivateKeyPreview,
  exportSecretsPreview,
  exportWalletAccountPreview,
  exportWalletPreview,
} from './exports.ts';
import { createUsersPreview } from './create-users.ts';
import { deleteUsersPreview } from './delete-users.ts';
import { updateRootQuorumPreview } from './update-root-quorum.ts';
import { createPolicyPreview } from './create-policy.ts';
import { updatePolicyPreview } from './update-policy.ts';
import { deletePolicyPreview } from './delete-policy.ts';
import { deleteApiKeysPreview } from './delete-api-keys.ts';
import { createWalletPreview } from './create-wallet.ts';
import { createInvitationsPreview } from './create-invitations.ts';
import { deleteSecretsPreview } from './delete-secrets.ts';
import { genericPreview } from './generic.ts';
import { importPrivateKeyPreview, importWalletPreview, initImportPreview } from './imports.ts';
import { removeIpAllowlistPreview, setIpAllowlistPreview } from './ip-allowlist.ts';
import { openSessionPreview } from './open-session.ts';
import type { PreviewMaker } from './preview-maker.ts';
import { signRawPayloadPreview, signRawPayloadsPreview } from './sign-raw-payload.ts';
import { signTransactionPreview } from './sign-transaction.ts';
import { withUnmentioned } from './unmentioned.ts';
import { votePreview } from './vote.ts';

const MAKERS = new Map<string, PreviewMaker>([
  ['sign_transaction', signTransactionPreview],
  ['sign_raw_payload', signRawPayloadPreview],
  ['sign_raw_payloads', signRawPayloadsPreview],
  ['create_private_keys', createPrivateKeysPreview],
  ['create_api_keys', createApiKeysPreview],
  ['create_authenticators', createAuthenticatorsPreview],
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
  ['update_policy', updatePolicyPreview],
  ['delete_policy', deletePolicyPreview],
  ['delete_api_keys', deleteApiKeysPreview],
  ['create_wallet', createWalletPreview],
  ['create_invitations', createInvitationsPreview],
  ['delete_secrets', deleteSecretsPreview],
  ['approve_activity', votePreview((operation) => previewMakerOf(operation))],
  ['reject_activity', votePreview((operation) => previewMakerOf(operation))],
]);

/** The preview maker of an operation; the generic one where it has none of its own. None leaves a parameter out. */
export function previewMakerOf(operation: SubmitOperation): PreviewMaker {
  return withUnmentioned(MAKERS.get(operation.path) ?? genericPreview);
}
