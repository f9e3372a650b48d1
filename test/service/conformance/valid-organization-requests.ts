import { freshSigner } from '../../fixtures/local-service.ts';
import { Passkey } from '../../fixtures/passkey.ts';
import { activityOf, addPolicy } from '../../fixtures/team.ts';
import type { ValidRequests, World } from './world.ts';

const invitation = (world: World, receiverUserEmail = 'dora@example.com') => ({
  receiverUserName: world.name(),
  receiverUserEmail,
  receiverUserTags: ['signers'],
  accessType: 'ACCESS_TYPE_ALL' as const,
  senderUserId: world.rootUserId,
});
const invitationId = (world: World, email?: string) =>
  world.made('create_invitations', { invitations: [invitation(world, email)] }, 'invitationIds');
const policy = (world: World) => ({
  policyName: world.name(),
  effect: 'EFFECT_ALLOW' as const,
  condition: "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'",
  consensus: 'approvers.count() >= 2',
  notes: 'Two for each signature',
});
const policyId = (world: World) => world.made('create_policy', policy(world), 'policyId');
const endpoint = (world: World) => ({
  url: 'https://hooks.example.com/',
  name: world.name(),
  subscriptions: [{ eventType: 'ACTIVITY_UPDATES' as const, filtersJson: '{}', isActive: true }],
});
const endpointId = (world: World) => world.made('create_webhook_endpoint', endpoint(world), 'endpointId');

/** An activity that waits for the root user's vote. */
async function waiting(world: World) {
  const [ann, ben] = [await world.member(), await world.member()];
  const condition = "activity.type == 'ACTIVITY_TYPE_UPDATE_USER_NAME'";
  await addPolicy(world.service, { condition, consensus: 'approvers.count() >= 2' });
  const parameters = { userId: ben.userId, userName: world.name() };
  return activityOf(await world.service.submit('update_user_name', parameters, ann.signer));
}
const activityId = async (world: World): Promise<string> => (await waiting(world)).id;

async function setAllowlist(world: World) {
  const parameters = {
    publicKey: (await world.member()).signer.publicKey,
    rules: [{ cidr: '127.0.0.0/24' }],
  };
  await world.done('set_ip_allowlist', parameters);
  return { publicKey: parameters.publicKey };
}
const setFeature = (world: World) =>
  world.done('set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH', value: '' });

/** Users, votes, policies, features, allowlists and webhooks. */
export const organizationRequests: ValidRequests<
  'activities' | 'invitations' | 'ipAllowlists' | 'organization' | 'policies' | 'users' | 'webhooks'
> = {
  whoami: () => ({}),
  get_organization: () => ({}),
  get_organization_configs: () => ({}),
  list_users: () => ({}),
  list_policies: () => ({}),
  list_webhook_endpoints: () => ({}),
  get_user: (world) => ({ userId: world.rootUserId }),
  create_users: (world) => ({
    users: [
      {
        userName: world.name(),
        userEmail: 'ann@example.com',
        userPhoneNumber: '+14155550123',
        apiKeys: [
          {
            apiKeyName: 'Key',
            publicKey: freshSigner().publicKey,
            curveType: 'API_KEY_CURVE_P256',
            expirationSeconds: '600',
          },
        ],
        authenticators: [new Passkey().register()],
        oauthProviders: [{ providerName: 'Issuer', oidcClaims: world.claims(world.name()) }],
        userTags: ['signers'],
      },
    ],
  }),
  delete_users: async (world) => ({ userIds: [(await world.member()).userId] }),
  update_user_name: async (world) => ({ userId: (await world.member()).userId, userName: world.name() }),
  update_root_quorum: (world) => ({ threshold: 1, userIds: [world.rootUserId] }),
  create_invitations: (world) => ({ invitations: [invitation(world)] }),
  delete_invitation: async (world) => ({ invitationId: await invitationId(world) }),
  accept_invitation: async (world) => {
    const userEmail = 'emil@example.com';
    return {
      invitationId: await invitationId(world, userEmail),
      userId: (await world.member({ userEmail })).userId,
      authenticator: new Passkey().register(),
    };
  },
  create_policy: policy,
  update_policy: async (world) => ({
    policyId: await policyId(world),
    policyName: world.name(),
    policyEffect: 'EFFECT_DENY',
    policyCondition: 'false',
    policyConsensus: 'true',
    policyNotes: 'Off',
  }),
  create_policies: (world) => ({ policies: [policy(world)] }),
  delete_policies: async (world) => ({ policyIds: [await policyId(world)] }),
  delete_policy: async (world) => ({ policyId: await policyId(world) }),
  get_policy: async (world) => ({ policyId: await policyId(world) }),
  get_policy_evaluations: async (world) => ({ activityId: await activityId(world) }),
  approve_activity: async (world) => ({ fingerprint: (await waiting(world)).fingerprint }),
  reject_activity: async (world) => ({ fingerprint: (await waiting(world)).fingerprint }),
  get_activity: async (world) => ({ activityId: await activityId(world) }),
  list_activities: () => ({
    filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
    filterByType: ['ACTIVITY_TYPE_CREATE_USERS_V4'],
    paginationOptions: { limit: '5' },
  }),
  list_app_proofs: async (world) => ({ activityId: await activityId(world) }),
  set_organization_feature: () => ({ name: 'FEATURE_NAME_SMS_AUTH', value: '' }),
  remove_organization_feature: async (world) => {
    await setFeature(world);
    return { name: 'FEATURE_NAME_SMS_AUTH' };
  },
  set_ip_allowlist: async (world) => ({
    publicKey: (await world.member()).signer.publicKey,
    enabled: true,
    rules: [{ cidr: '127.0.0.0/24', label: 'Here' }],
    onEvaluationError: 'DENY',
  }),
  get_ip_allowlist: setAllowlist,
  remove_ip_allowlist: setAllowlist,
  create_webhook_endpoint: endpoint,
  update_webhook_endpoint: async (world) => ({
    endpointId: await endpointId(world),
    url: 'https://hooks.example.com/other',
    name: world.name(),
    isActive: false,
  }),
  delete_webhook_endpoint: async (world) => ({ endpointId: await endpointId(world) }),
};
