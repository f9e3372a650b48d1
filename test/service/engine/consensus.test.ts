import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, freshSigner, LocalService } from '../../fixtures/local-service.ts';
import { activityOf, addMember, addPolicy, setQuorum, vote, type Member } from '../../fixtures/team.ts';

const NEEDED = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const COMPLETED = 'ACTIVITY_STATUS_COMPLETED';
const DAY_MS = 24 * 60 * 60 * 1000;

let service: LocalService;
let root: Member;
let ann: Member;
let ben: Member;
let stranger: Member;
beforeEach(async () => {
  service = await LocalService.start();
  root = { userId: service.ready.rootUserId, signer: service.root };
  ann = await addMember(service, 'Ann');
  ben = await addMember(service, 'Ben');
  stranger = await addMember(service, 'Stranger');
});
afterEach(async () => {
  await service.stop();
});

const rename = (name: string) => ({ userId: root.userId, userName: name });
const rootName = async () => (await service.query('whoami')).json['username'];
const twoOfThree = () => setQuorum(service, 2, [root.userId, ann.userId, ben.userId]);
const shown = async (id: string, by: Member) =>
  activityOf(await service.query('get_activity', { activityId: id }, by.signer));

test('two of three: the effect comes with the second vote, once, and both votes are kept', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  expect(open).toMatchObject({ status: NEEDED, canApprove: false, canReject: true });
  expect(open).not.toHaveProperty('result');
  expect(await rootName()).toBe('Root user');

  expect(await shown(open.id, ben)).toMatchObject({ canApprove: true, canReject: true });
  expect(await shown(open.id, stranger)).toMatchObject({ canApprove: false, canReject: false });

  service.now += 1000;
  const done = activityOf(await vote(service, 'approve', open, ben.signer));
  expect(done).toMatchObject({
    id: open.id,
    type: 'ACTIVITY_TYPE_UPDATE_USER_NAME',
    status: COMPLETED,
    result: { updateUserNameResult: { userId: root.userId } },
    canApprove: false,
    canReject: false,
    createdAt: open.createdAt,
    updatedAt: new Date(service.now).toISOString(),
  });
  expect(done.votes.map(({ userId, selection }) => [userId, selection])).toEqual([
    [ann.userId, 'VOTE_SELECTION_APPROVED'],
    [ben.userId, 'VOTE_SELECTION_APPROVED'],
  ]);
  expect(done.votes[1]?.message).toContain('ACTIVITY_TYPE_APPROVE_ACTIVITY');
  expect(await rootName()).toBe('Ada');
  expect(await shown(open.id, ann)).toEqual(done);
});

test('another user who posts the very same bytes votes for them', async () => {
  await twoOfThree();
  const body = service.submitBody('update_user_name', rename('Ada'));
  const open = activityOf(await service.post('submit/update_user_name', body, ann.signer));
  const again = activityOf(await service.post('submit/update_user_name', body, ann.signer));
  expect(again).toEqual(open);
  const done = activityOf(await service.post('submit/update_user_name', body, root.signer));
  expect([done.id, done.status, done.votes.length]).toEqual([open.id, COMPLETED, 2]);
  expect(done.votes[1]?.message).toBe(body);
});

test('a vote at a service whose clock is behind the first one’s counts, and comes after it', async () => {
  await twoOfThree();
  // Beyond its start, which its own clock never goes back behind.
  service.now += 60_000;
  const asked = service.now;
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  service.now -= 1;
  const done = activityOf(await vote(service, 'approve', open, ben.signer));
  expect(done.status).toBe(COMPLETED);
  const kept = await shown(open.id, ann);
  expect(kept).toEqual(done);
  expect(kept.votes.map(({ userId }) => userId)).toEqual([ann.userId, ben.userId]);
  expect(kept.updatedAt).toBe(new Date(asked).toISOString());
});

test('an organization whose root quorum is one user decides at once', async () => {
  const done = activityOf(await service.submit('update_user_name', rename('Ada')));
  expect([done.status, done.votes.length, done.canApprove]).toEqual([COMPLETED, 1, false]);
});

test('self-approval twice: one user counts once, whatever keys and bytes are used', async () => {
  await twoOfThree();
  const body = service.submitBody('update_user_name', rename('Ada'));
  const open = activityOf(await service.post('submit/update_user_name', body, ann.signer));
  expect(activityOf(await vote(service, 'approve', open, ann.signer))).toEqual(open);
  const other = freshSigner();
  const key = {
    apiKeyName: 'Second key',
    publicKey: other.publicKey,
    curveType: 'API_KEY_CURVE_P256',
  };
  const added = await service.submit('create_api_keys', { userId: ann.userId, apiKeys: [key] }, ann.signer);
  expect(activityOf(added).status).toBe(COMPLETED);
  expect(activityOf(await vote(service, 'approve', open, other))).toMatchObject({ status: NEEDED });
  expect(activityOf(await service.post('submit/update_user_name', body, other))).toEqual(open);
  expect(await rootName()).toBe('Root user');
});

test('attack: votes by the same 4 MB make no activity that is too large to be looked at', async () => {
  const { id: signWith } = await service.createPrivateKey('CURVE_SECP256K1', []);
  await setQuorum(service, 3, [root.userId, ann.userId, ben.userId]);
  const body = service.submitBody('sign_raw_payloads', {
    ...{ signWith, payloads: Array.from({ length: 4 }, () => 'a'.repeat(950_000)) },
    ...{ encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' },
  });
  const open = activityOf(await service.post('submit/sign_raw_payloads', body, ann.signer));
  expect(activityOf(await service.post('submit/sign_raw_payloads', body, ben.signer)).status).toBe(NEEDED);
  const refused = await service.post('submit/sign_raw_payloads', body);
  expect([refused.status, codeOf(refused)]).toEqual([400, 'REQUEST_INVALID']);
  // Who voted already is answered as before.
  const again = activityOf(await service.post('submit/sign_raw_payloads', body, ann.signer));
  expect(again).toMatchObject({ id: open.id, status: NEEDED });
  const done = await service.submit('approve_activity', { fingerprint: open.fingerprint });
  expect(activityOf(done).status).toBe(COMPLETED);
  expect(done.text.length).toBeLessThan(16 * 1024 * 1024);
});

test('attack: a vote that is padded with what counts for nothing is refused, and a plain one is taken', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  const vote = { fingerprint: open.fingerprint };
  const padded = service.submitBody('approve_activity', vote, { ['x'.repeat(200_000)]: null });
  const refused = await service.post('submit/approve_activity', padded, ben.signer);
  expect([refused.status, codeOf(refused)]).toEqual([400, 'REQUEST_INVALID']);
  expect(await shown(open.id, ann)).toEqual(open);
  const plain = service.submitBody('approve_activity', { ...vote, ['x'.repeat(10_000)]: null });
  expect(activityOf(await service.post('submit/approve_activity', plain, ben.signer)).status).toBe(COMPLETED);
});

test('vote by a stranger: it is refused, by fingerprint and by the same bytes, and leaves no trace', async () => {
  await twoOfThree();
  const body = service.submitBody('update_user_name', rename('Ada'));
  const open = activityOf(await service.post('submit/update_user_name', body, ann.signer));
  for (const sent of [
    await vote(service, 'approve', open, stranger.signer),
    await vote(service, 'reject', open, stranger.signer),
    await service.post('submit/update_user_name', body, stranger.signer),
  ]) {
    expect([sent.status, codeOf(sent)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  }
  expect(await shown(open.id, ann)).toEqual(open);
});

test('replayed vote: the same bytes again change nothing, and an old vote is refused', async () => {
  await setQuorum(service, 3, [root.userId, ann.userId, ben.userId]);
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  const body = service.submitBody('approve_activity', { fingerprint: open.fingerprint });
  const first = activityOf(await service.post('submit/approve_activity', body, ben.signer));
  expect(activityOf(await service.post('submit/approve_activity', body, ben.signer))).toEqual(first);
  expect(first.votes).toHaveLength(2);
  service.now += 60 * 60 * 1000;
  expect(codeOf(await service.post('submit/approve_activity', body, ben.signer))).toBe('INVALID_TIME');
});

test('effect twice under concurrency: many votes at the same moment carry it out once', async () => {
  await twoOfThree();
  const parameters = {
    privateKeys: [{ privateKeyName: 'K', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  };
  const open = activityOf(await service.submit('create_private_keys', parameters, ann.signer));
  expect(open.status).toBe(NEEDED);
  const answers = await Promise.all(
    [root, ben, root, ben, root, ben].map(({ signer }) => vote(service, 'approve', open, signer)),
  );
  const settled = answers.filter(({ status }) => status === 200).map(activityOf);
  expect(settled.length).toBeGreaterThan(0);
  expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([COMPLETED]));
  const keys = (await service.query('list_private_keys')).json['privateKeys'] as object[];
  expect(keys).toHaveLength(1);
  expect((await shown(open.id, root)).votes).toHaveLength(2);
});

test('an activity that is settled takes no further votes', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  const done = activityOf(await vote(service, 'approve', open, ben.signer));
  for (const way of ['approve', 'reject'] as const) {
    const late = await vote(service, way, open, root.signer);
    expect([late.status, codeOf(late)]).toEqual([400, 'REQUEST_INVALID']);
  }
  expect(await shown(open.id, root)).toEqual(done);
});

test('rejections: without enough others left the activity is rejected, and nothing happens', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  const one = activityOf(await vote(service, 'reject', open, ben.signer));
  expect(one).toMatchObject({ status: NEEDED, canApprove: false, canReject: false });
  expect(codeOf(await vote(service, 'approve', open, ben.signer))).toBe('REQUEST_NOT_AUTHORIZED');
  const two = activityOf(await vote(service, 'reject', open, root.signer));
  expect(two).toMatchObject({ status: 'ACTIVITY_STATUS_REJECTED', canApprove: false, canReject: false });
  expect(two).not.toHaveProperty('result');
  expect(await rootName()).toBe('Root user');
});

test('the user who asked takes the approval back: the others can still allow it, or end it', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  const alone = activityOf(await vote(service, 'reject', open, ann.signer));
  expect(alone).toMatchObject({ status: NEEDED, canApprove: false, canReject: false });
  expect(await shown(open.id, ben)).toMatchObject({ canApprove: true, canReject: true });
  expect(activityOf(await vote(service, 'approve', open, ben.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'approve', open, root.signer)).status).toBe(COMPLETED);
  expect(await rootName()).toBe('Ada');

  const other = activityOf(await service.submit('update_user_name', rename('Eve'), ann.signer));
  expect(activityOf(await vote(service, 'reject', other, ann.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'reject', other, ben.signer)).status).toBe(
    'ACTIVITY_STATUS_REJECTED',
  );
  expect(await rootName()).toBe('Ada');
});

test('a rejection after all approvals expired leaves open what others can still allow', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  service.now += DAY_MS;
  expect(activityOf(await vote(service, 'reject', open, ben.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'approve', open, root.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'approve', open, ann.signer)).status).toBe(COMPLETED);
});

test('what a policy began and can no longer allow stays open for the root quorum', async () => {
  const both = `approvers.filter(u, u.id in ['${ann.userId}', '${stranger.userId}']).count() >= 2`;
  await addPolicy(service, { consensus: both });
  await setQuorum(service, 2, [root.userId, ben.userId]);
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  expect(activityOf(await vote(service, 'reject', open, stranger.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'approve', open, ben.signer)).status).toBe(NEEDED);
  expect(activityOf(await vote(service, 'approve', open, root.signer)).status).toBe(COMPLETED);
});

test('approvals expire 24 hours after the first one and have to be given again', async () => {
  await twoOfThree();
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  service.now += DAY_MS;
  expect(await shown(open.id, ann)).toMatchObject({ canApprove: true });
  const lonely = activityOf(await vote(service, 'approve', open, ben.signer));
  expect(lonely.status).toBe(NEEDED);
  service.now += DAY_MS - 1;
  const done = activityOf(await vote(service, 'approve', open, ann.signer));
  expect([done.status, done.votes.length]).toEqual([COMPLETED, 3]);
});

test('a fingerprint that nobody submitted, and one of another organization’s form', async () => {
  const sent = await service.submit('approve_activity', { fingerprint: `sha256:${'0'.repeat(64)}` });
  expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  expect(sent.json.message).toContain('No activity found with fingerprint');
  expect((await service.submit('approve_activity', { fingerprint: 'abc' })).status).toBe(400);
});

test('an effect that fails once it is agreed on makes the activity fail, half of nothing kept', async () => {
  await twoOfThree();
  // The first key would be fine; the second one is taken.
  const wanted = [freshSigner(), root.signer].map(({ publicKey }) => ({
    apiKeyName: 'A key',
    publicKey,
    curveType: 'API_KEY_CURVE_P256',
  }));
  const open = activityOf(
    await service.submit('create_api_keys', { userId: stranger.userId, apiKeys: wanted }, ann.signer),
  );
  const failed = activityOf(await vote(service, 'approve', open, ben.signer));
  expect(failed).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 3 } });
  expect(failed).not.toHaveProperty('result');
  expect(failed.votes).toHaveLength(2);
  const keys = await service.query('get_api_keys', { userId: stranger.userId });
  expect(keys.json['apiKeys']).toHaveLength(1);
});

test('the vote of a deleted user does not count', async () => {
  await addPolicy(service, { consensus: 'approvers.count() >= 2' });
  const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
  expect(open.status).toBe(NEEDED);
  expect((await service.submit('delete_users', { userIds: [ann.userId] })).status).toBe(200);
  expect(activityOf(await vote(service, 'approve', open, ben.signer)).status).toBe(NEEDED);
});

describe('open activities', () => {
  test('are found by status, with what the asking user may say', async () => {
    await twoOfThree();
    const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
    const list = async (by: Member) =>
      (await service.query('list_activities', { filterByStatus: [NEEDED] }, by.signer)).json['activities'];
    expect(await list(ben)).toMatchObject([{ id: open.id, canApprove: true, canReject: true }]);
    expect(await list(stranger)).toMatchObject([{ id: open.id, canApprove: false, canReject: false }]);
  });

  test('survive a restart', async () => {
    await twoOfThree();
    const open = activityOf(await service.submit('update_user_name', rename('Ada'), ann.signer));
    await service.restart();
    expect(await shown(open.id, ann)).toEqual(open);
    expect(activityOf(await vote(service, 'approve', open, ben.signer)).status).toBe(COMPLETED);
  });
});
