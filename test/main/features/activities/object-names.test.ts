import { describe, expect, it } from 'vitest';
import { createObjectNames, withObjects } from '#main/features/activities/object-names.ts';
import { approveActivity, listActivities } from '#protocol/catalogue/activities.ts';
import { deleteApiKeys } from '#protocol/catalogue/api-keys.ts';
import { deleteAuthenticators } from '#protocol/catalogue/authenticators.ts';
import { deleteOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { deleteInvitation } from '#protocol/catalogue/invitations.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import { createPolicy, deletePolicy, listPolicies } from '#protocol/catalogue/policies.ts';
import { exportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import {
  deleteFiatOnRampCredential,
  deleteOauth2Credential,
  listFiatOnRampCredentials,
  listOauth2Credentials,
} from '#protocol/catalogue/provider-credentials.ts';
import { deleteSecrets, listSecrets } from '#protocol/catalogue/secrets.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { deleteTvcAppAndDeployments, listTvcAppDeployments, listTvcApps } from '#protocol/catalogue/tvc.ts';
import { deleteUsers, listUsers } from '#protocol/catalogue/users.ts';
import { deleteWebhookEndpoint, listWebhookEndpoints } from '#protocol/catalogue/webhooks.ts';
import { AppError } from '#protocol/error.ts';
import { OTHER, OWN, PUBLIC_KEY, psbtHex, scriptOf } from '#test/chains/bitcoin/unsigned.ts';
import { requestOf } from '#main/features/activities/describe-activity.ts';
import { waitingActivity } from './fake-activity.ts';

const id = (digit: number): string => `01990000-0000-7000-8000-00000000000${digit}`;
const removal = waitingActivity(deleteUsers, { userIds: [id(1), id(2)] });
const policyRemoval = waitingActivity(deletePolicy, { policyId: id(3) });
const keyExport = waitingActivity(exportPrivateKey, {
  privateKeyId: id(5),
  targetPublicKey: `04${'11'.repeat(64)}`,
});

function names() {
  const asked: string[] = [];
  const time = { now: 0 };
  const answers: Record<string, unknown> = {
    [listUsers.path]: { users: [{ userId: id(1), userName: 'Bob' }] },
    [listPolicies.path]: { policies: [{ policyId: id(3), policyName: 'Two' }] },
  };
  const query = ({ path }: { path: string }) => {
    asked.push(path);
    const answer = answers[path];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const inventory = {
    listPrivateKeys: () => {
      const { keys } = answers;
      return keys instanceof Error
        ? Promise.reject(keys)
        : Promise.resolve([
            {
              ...{ privateKeyId: id(5), privateKeyName: 'Treasury', publicKey: PUBLIC_KEY },
              addresses: [{ format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', address: OWN.p2wpkh.address }],
            },
            { privateKeyId: id(6), privateKeyName: 'Elsewhere', addresses: [] },
          ]);
    },
    listAccounts: () => Promise.resolve([]),
  };
  const sources = { query, inventory, clock: { now: () => time.now } };
  return { asked, time, answers, objects: createObjectNames(sources as never) };
}

it('asks for the lists whose objects requests name, together and not each time', async () => {
  const { objects, asked, time } = names();
  const [known] = await Promise.all([objects.forRequests([removal]), objects.forRequests([removal])]);
  expect([known(id(1)), known(id(2))]).toEqual(['Bob', undefined]);
  expect(asked).toEqual(['list_users']);
  const more = await objects.forRequests([removal, policyRemoval, keyExport]);
  expect([more(id(3)), more(id(5))]).toEqual(['Two', 'Treasury']);
  expect(asked).toEqual(['list_users', 'list_policies']);
  time.now = 15_000;
  await objects.forRequests([removal]);
  expect(asked).toEqual(['list_users', 'list_policies', 'list_users']);
});

it('knows secrets, webhook endpoints and TVC apps', async () => {
  const { objects, answers } = names();
  answers[listSecrets.path] = { secrets: [{ secretId: id(6), name: 'API token' }, { secretId: id(7) }] };
  answers[listWebhookEndpoints.path] = { webhookEndpoints: [{ endpointId: id(8), name: 'Ledger' }] };
  answers[listTvcApps.path] = { tvcApps: [{ id: id(9), name: 'Quorum' }] };
  const known = await objects.forRequests([
    waitingActivity(deleteSecrets, { secretIds: [id(6), id(7)] }),
    waitingActivity(deleteWebhookEndpoint, { endpointId: id(8) }),
    waitingActivity(deleteTvcAppAndDeployments, { appId: id(9) }),
  ]);
  expect([6, 7, 8, 9].map((digit) => known(id(digit)))).toEqual(['API token', undefined, 'Ledger', 'Quorum']);
});

it('names invitations by whom they are for', async () => {
  const { objects, answers, asked } = names();
  const ann = { receiverUserName: 'Ann', receiverEmail: 'ann@acme.example' };
  answers[getOrganization.path] = {
    organizationData: { invitations: [{ invitationId: id(6), ...ann }] },
  };
  const revoked = waitingActivity(deleteInvitation, { invitationId: id(6) });
  const known = await objects.forRequests([revoked]);
  expect(requestOf(revoked, known).title).toBe('Revoke invitation “Ann <ann@acme.example>”');
  expect(asked).toEqual([getOrganization.path]);
  // Nobody asks for the whole organization for anything else.
  await objects.forRequests([removal]);
  expect(asked).toEqual([getOrganization.path, listUsers.path]);
});

describe('a TVC deployment', () => {
  const deployment = (digit: number, containerUrl: string) => ({
    id: id(digit),
    pivotContainer: { containerUrl },
  });
  /** An operation that the catalogue doesn't have. */
  const deletion = {
    ...removal,
    type: 'ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT',
    intent: { deleteTvcDeploymentIntent: { deploymentId: id(6) } },
  };
  const named = async (...deployments: readonly object[]): Promise<string> => {
    const { objects, answers } = names();
    answers[listTvcApps.path] = { tvcApps: [{ id: id(9), name: 'Quorum' }] };
    answers[listTvcAppDeployments.path] = { tvcDeployments: deployments };
    return requestOf(deletion, await objects.forRequests([deletion])).title;
  };

  it('is named by its app and its image, though the operation isn’t known', async () => {
    expect(await named(deployment(6, 'r.example/app:2'), deployment(7, 'r.example/app:1'))).toBe(
      'delete tvc deployment “Quorum r.example/app:2”',
    );
  });

  it('attack: one deployment passes for another of the same image', async () => {
    expect(await named(deployment(6, 'r.example/app:2'), deployment(7, 'r.example/app:2'))).toBe(
      'delete tvc deployment',
    );
  });

  it('attack: an operation that nobody knows is called by a name in its own parameters', async () => {
    const { objects, answers } = names();
    answers[listTvcApps.path] = { tvcApps: [] };
    const made = {
      ...deletion,
      intent: { deleteTvcDeploymentIntent: { deploymentId: id(6), name: 'harmless', appName: 'harmless' } },
    };
    expect(requestOf(made, await objects.forRequests([made])).title).toBe('delete tvc deployment');
  });
});

it('tells the accounts at providers apart', async () => {
  const { objects, answers } = names();
  answers[listOauth2Credentials.path] = {
    oauth2Credentials: [{ oauth2CredentialId: id(6), provider: 'OAUTH2_PROVIDER_DISCORD', clientId: '1234' }],
  };
  answers[listFiatOnRampCredentials.path] = {
    fiatOnRampCredentials: [
      {
        ...{ fiatOnrampCredentialId: id(7), publishableApiKey: 'pk_live_1' },
        onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
      },
    ],
  };
  const removals = [
    waitingActivity(deleteOauth2Credential, { oauth2CredentialId: id(6) }),
    waitingActivity(deleteFiatOnRampCredential, { fiatOnrampCredentialId: id(7) }),
  ];
  const known = await objects.forRequests(removals);
  expect(removals.map((each) => requestOf(each, known).title)).toEqual([
    'Delete OAuth 2.0 credential “DISCORD 1234”',
    'Delete fiat on-ramp credential “MOONPAY pk_live_1”',
  ]);
});

it('knows the credentials of users, and what is voted on', async () => {
  const { objects, answers, asked } = names();
  answers[listUsers.path] = {
    users: [
      {
        ...{ userId: id(1), userName: 'Bob', apiKeys: [{ apiKeyId: id(2), apiKeyName: 'Laptop' }] },
        authenticators: [{ authenticatorId: id(3), authenticatorName: 'YubiKey' }],
        oauthProviders: [{ providerId: id(4), providerName: 'Acme SSO' }],
      },
    ],
  };
  const policy = waitingActivity(createPolicy, {
    ...{ policyName: 'Two', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
  });
  answers[listActivities.path] = { activities: [policy] };
  const vote = waitingActivity(approveActivity, { fingerprint: policy.fingerprint });
  const removals = [
    waitingActivity(deleteApiKeys, { userId: id(1), apiKeyIds: [id(2)] }),
    waitingActivity(deleteAuthenticators, { userId: id(1), authenticatorIds: [id(3)] }),
    waitingActivity(deleteOauthProviders, { userId: id(1), providerIds: [id(4)] }),
  ];
  const known = await objects.forRequests([...removals, vote]);
  expect([...removals, vote].map((each) => requestOf(each, known).title)).toEqual([
    'Delete API key “Laptop”',
    'Delete authenticators “YubiKey”',
    'Delete OAuth providers “Acme SSO”',
    'Approve activity “Create policy "Two"”',
  ]);
  expect(asked).toContain(listActivities.path);
});

it('keeps the name of an object that was deleted, and takes a new one', async () => {
  const { objects, time, answers } = names();
  await objects.forRequests([removal]);
  answers[listUsers.path] = { users: [{ userId: id(2), userName: 'Carol' }] };
  time.now = 15_000;
  const known = await objects.forRequests([removal]);
  expect([known(id(1)), known(id(2))]).toEqual(['Bob', 'Carol']);
});

it('names nothing where the service refuses a list, and doesn’t ask it at each look', async () => {
  const { objects, answers, asked, time } = names();
  answers[listUsers.path] = new AppError('REFUSED', 'No.', 'Ask.');
  expect((await objects.forRequests([removal]))(id(1))).toBeUndefined();
  await objects.forRequests([removal]);
  expect(asked).toHaveLength(1);
  answers[listUsers.path] = { users: [{ userId: id(1), userName: 'Bob' }] };
  time.now = 15_000;
  expect((await objects.forRequests([removal]))(id(1))).toBe('Bob');
});

it('hides no fault of the program', async () => {
  const { objects, answers } = names();
  answers[listUsers.path] = new TypeError('users is not iterable');
  await expect(objects.forRequests([removal])).rejects.toThrow(TypeError);
  answers[listUsers.path] = { users: [{ userId: id(1), userName: 'Bob' }] };
  expect((await objects.forRequests([removal]))(id(1))).toBe('Bob');
});

it('attack: names that were being read at the lock, or of another organization, stay in memory', async () => {
  const { objects, answers } = names();
  const begun = objects.forRequests([removal]);
  objects.forget();
  await begun;
  answers[listUsers.path] = { users: [] };
  expect((await objects.forRequests([removal]))(id(1))).toBeUndefined();
});

it('asks for no users because a request says whose something is', async () => {
  const { objects, asked } = names();
  await objects.forRequests([{ ...removal, intent: { any: { userId: id(1) }, none: null } }]);
  expect(asked).toEqual([]);
});

it('takes a contact’s name before an object’s', () => {
  const nameOf = withObjects((of) => `object ${of}`, {
    nameOf: (of) => (of === 'a' ? 'contact a' : undefined),
    addresses: ['a'],
  });
  expect(nameOf.contacts).toEqual(['a']);
  expect([nameOf('a'), nameOf('b')]).toEqual(['contact a', 'object b']);
});

describe('change of a Bitcoin transaction', () => {
  const [paid = '', back = '', other = ''] = [
    OTHER.p2wpkh.address,
    OWN.p2wpkh.address,
    // The same key in another form.
    OWN.p2tr.address,
  ];
  const unsignedTransaction = psbtHex({
    outputs: [OTHER.p2wpkh, OWN.p2wpkh, OWN.p2tr].map((to, at) => ({
      to: scriptOf(to),
      amount: 300_000n - BigInt(at),
    })),
  });
  const signing = (signWith: string) =>
    waitingActivity(signTransaction, {
      ...{ signWith, unsignedTransaction },
      type: 'TRANSACTION_TYPE_BITCOIN' as const,
    });
  const recipientsOf = async (signWith: string, objects = names().objects): Promise<readonly string[]> => {
    const activity = signing(signWith);
    return requestOf(activity, withObjects(await objects.forRequests([activity]))).recipients;
  };

  it.each([
    ['the key’s ID', id(5)],
    ['one of its addresses', back],
  ])('goes to no recipient where %s says who signs', async (_, signWith) => {
    expect(await recipientsOf(signWith)).toEqual([paid]);
  });

  it('goes to no recipient of the address that signs, where no key may be listed', async () => {
    const { objects, answers } = names();
    answers['keys'] = new AppError('REFUSED', 'No.', 'Ask.');
    expect(await recipientsOf(back, objects)).toEqual([paid, other]);
    expect(await recipientsOf(id(5), objects)).toEqual([paid, back, other]);
  });

  it('attack: a key that signs nothing there, or another’s address, hides no recipient', async () => {
    for (const signWith of [id(6), id(7), 'nobody']) expect(await recipientsOf(signWith)).toContain(back);
    expect(await recipientsOf(paid)).toEqual([back, other]);
  });

  it('asks for no keys where no transaction gives change', async () => {
    const { objects, answers } = names();
    answers['keys'] = new TypeError('keys were asked for');
    expect((await objects.forRequests([removal])).signerOf).toBeUndefined();
  });
});
