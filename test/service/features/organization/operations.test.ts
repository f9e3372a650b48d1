import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, LocalService, wrongFields } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import {
  activityOf,
  addMember,
  addPolicy,
  resultOf,
  setQuorum,
  vote,
  type Member,
} from '#test/fixtures/team.ts';

let service: LocalService;
beforeEach(async () => {
  service = await LocalService.start();
});
afterEach(async () => {
  await service.stop();
});

const organization = async () =>
  (await service.query('get_organization')).json['organizationData'] as Record<string, unknown> & {
    invitations: { invitationId: string; status: string }[];
  };

describe('organization features', () => {
  const set = (name: string, value: string) => service.submit('set_organization_feature', { name, value });

  test('are set, replaced, shown and removed', async () => {
    await set('FEATURE_NAME_WEBHOOK', 'https://example.com/a');
    const sent = await set('FEATURE_NAME_SMS_AUTH', '');
    const features = [
      { name: 'FEATURE_NAME_SMS_AUTH', value: '' },
      { name: 'FEATURE_NAME_WEBHOOK', value: 'https://example.com/a' },
    ];
    expect(resultOf(sent, 'setOrganizationFeatureResult')).toEqual({ features });
    expect((await organization())['features']).toEqual(features);
    await set('FEATURE_NAME_WEBHOOK', 'https://example.com/b');
    const { json } = await service.query('get_organization_configs');
    expect(json['configs']).toMatchObject({ features: [{}, { value: 'https://example.com/b' }] });

    const removed = await service.submit('remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' });
    expect(resultOf(removed, 'removeOrganizationFeatureResult')).toEqual({ features: [features[0]] });
    const again = await service.submit('remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' });
    expect([again.status, codeOf(again)]).toEqual([404, 'NOT_FOUND']);
  });

  test('policy bypass: removal waits for the root quorum, whatever policies allow', async () => {
    await set('FEATURE_NAME_WEBHOOK', 'x');
    const ann = await addMember(service, 'Ann');
    await addPolicy(service, { consensus: 'true' });
    await setQuorum(service, 2, [service.ready.rootUserId, ann.userId]);
    const open = activityOf(
      await service.submit('remove_organization_feature', { name: 'FEATURE_NAME_WEBHOOK' }, ann.signer),
    );
    expect(open.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const done = activityOf(await vote(service, 'approve', open, service.root));
    expect(done.result).toEqual({ removeOrganizationFeatureResult: { features: [] } });
  });

  test('a name that is none', async () => {
    expect(wrongFields(await set('FEATURE_NAME_ODD', 'x'))).toEqual(['parameters.name']);
  });
});

describe('invitations', () => {
  const invitation = (extra: object = {}) => ({
    receiverUserName: 'Dora',
    receiverUserEmail: 'dora@example.com',
    receiverUserTags: ['signers'],
    accessType: 'ACCESS_TYPE_ALL',
    senderUserId: service.ready.rootUserId,
    ...extra,
  });
  const invite = (...invitations: object[]) => service.submit('create_invitations', { invitations });

  test('are listed with the organization, and can be taken back', async () => {
    const sent = await invite(invitation(), invitation({ receiverUserName: 'Emil' }));
    const { invitationIds } = resultOf(sent, 'createInvitationsResult') as { invitationIds: string[] };
    const time = new Date(service.now).toISOString();
    expect((await organization()).invitations).toContainEqual({
      invitationId: invitationIds[0],
      receiverUserName: 'Dora',
      receiverEmail: 'dora@example.com',
      receiverUserTags: ['signers'],
      accessType: 'ACCESS_TYPE_ALL',
      status: 'INVITATION_STATUS_CREATED',
      createdAt: time,
      updatedAt: time,
      senderUserId: service.ready.rootUserId,
    });
    const [invitationId] = invitationIds;
    const gone = await service.submit('delete_invitation', { invitationId });
    expect(resultOf(gone, 'deleteInvitationResult')).toEqual({ invitationId });
    const statuses = new Map((await organization()).invitations.map((one) => [one.invitationId, one.status]));
    expect(invitationIds.map((id) => statuses.get(id))).toEqual([
      'INVITATION_STATUS_REVOKED',
      'INVITATION_STATUS_CREATED',
    ]);
  });

  test('end after seven days', async () => {
    await invite(invitation());
    service.now += 7 * 24 * 60 * 60 * 1000 - 1;
    expect((await organization()).invitations).toMatchObject([{ status: 'INVITATION_STATUS_CREATED' }]);
    service.now += 1;
    expect((await organization()).invitations).toMatchObject([{ status: 'INVITATION_STATUS_REVOKED' }]);
  });

  describe('accept_invitation', () => {
    const invited = async (receiverUserEmail = 'dora@example.com') => {
      const sent = await invite(invitation({ receiverUserEmail }));
      return (resultOf(sent, 'createInvitationsResult') as { invitationIds: [string] }).invitationIds[0];
    };
    const accept = (invitationId: string, by: Member, passkey = new Passkey(1)) =>
      service.submit(
        'accept_invitation',
        { invitationId, userId: by.userId, authenticator: passkey.register() },
        by.signer,
      );

    test('gives the user the tags and a passkey, once', async () => {
      const dora = await addMember(service, 'Dora', { userEmail: 'Dora@example.com', userTags: ['first'] });
      const invitationId = await invited();
      const sent = await accept(invitationId, dora);
      expect(resultOf(sent, 'acceptInvitationResult')).toEqual({ invitationId, userId: dora.userId });
      expect((await organization()).invitations).toMatchObject([{ status: 'INVITATION_STATUS_ACCEPTED' }]);
      const { json } = await service.query('get_user', { userId: dora.userId });
      expect(json['user']).toMatchObject({
        userTags: ['first', 'signers'],
        authenticators: [{ authenticatorName: 'A passkey' }],
      });
      for (const again of [
        await accept(invitationId, dora),
        await service.submit('delete_invitation', { invitationId }),
      ])
        expect(wrongFields(again)).toEqual(['parameters.invitationId']);
    });

    test('stolen invitation: it is for its own address, and the user’s own to accept', async () => {
      const dora = await addMember(service, 'Dora', { userEmail: 'dora@example.com' });
      const mallory = await addMember(service, 'Mallory', { userEmail: 'mallory@example.com' });
      const invitationId = await invited();
      expect(wrongFields(await accept(invitationId, mallory))).toEqual(['parameters.userId']);
      const forced = await accept(invitationId, { userId: dora.userId, signer: mallory.signer });
      expect(codeOf(forced)).toBe('REQUEST_NOT_AUTHORIZED');
      expect((await organization()).invitations).toMatchObject([{ status: 'INVITATION_STATUS_CREATED' }]);
    });

    test('an expired or a revoked invitation is none', async () => {
      const dora = await addMember(service, 'Dora', { userEmail: 'dora@example.com' });
      const revoked = await invited();
      await service.submit('delete_invitation', { invitationId: revoked });
      const expired = await invited();
      service.now += 7 * 24 * 60 * 60 * 1000;
      for (const id of [revoked, expired])
        expect(wrongFields(await accept(id, dora))).toEqual(['parameters.invitationId']);
    });
  });

  test('of a sender who is not there are not made, nor is any other of the request', async () => {
    const sent = await invite(
      invitation(),
      invitation({ senderUserId: '00000000-0000-4000-8000-000000000000' }),
    );
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
    expect((await organization()).invitations).toEqual([]);
    const missing = await service.submit('delete_invitation', {
      invitationId: '00000000-0000-4000-8000-000000000000',
    });
    expect(codeOf(missing)).toBe('NOT_FOUND');
  });

  test.each([
    ['receiverUserEmail', 'nobody'],
    ['accessType', 'ACCESS_TYPE_ODD'],
    ['receiverUserTags', null],
  ])('a wrong %s is refused', async (field, value) => {
    const sent = await invite(invitation({ [field]: value }));
    expect(wrongFields(sent)).toEqual([`parameters.invitations.0.${field}`]);
  });
});

test('get_organization shows what belongs to it', async () => {
  service.now += 1;
  await addMember(service, 'Ann');
  await addPolicy(service, { policyName: 'P' });
  expect(await organization()).toMatchObject({
    organizationId: service.ready.organizationId,
    name: 'This machine',
    users: [{ userName: 'Root user' }, { userName: 'Ann' }],
    policies: [{ policyName: 'P' }],
    rootQuorum: { threshold: 1, userIds: [service.ready.rootUserId] },
  });
});
