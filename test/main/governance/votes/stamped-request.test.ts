import { describe, expect, it } from 'vitest';
import { stampedRequestOf } from '#main/governance/votes/stamped-request.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { createUsers, updateUserName } from '#protocol/catalogue/users.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import {
  ALICE,
  aliceKey,
  BOB,
  bobKey,
  bodyOf,
  voteOf,
  waitingActivity,
} from '../../features/activities/fake-activity.ts';

const parameters = { userId: BOB, userName: 'Robert' };
const honest = waitingActivity(updateUserName, parameters);
const code = (activity: typeof honest): string => {
  try {
    stampedRequestOf(activity);
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the request behind an activity', () => {
  it('is read from the body that the first vote stamped', () => {
    const { parameters: read, operation, asked } = stampedRequestOf(honest);
    expect([read, operation?.path, asked.userId]).toEqual([parameters, 'update_user_name', ALICE]);
  });

  it('may come in another order, with nulls, and with the flag that published clients put inside', () => {
    const sent = { generateAppProofs: true, userName: 'Robert', extra: null, userId: BOB };
    const message = bodyOf(updateUserName, sent);
    const votes = [voteOf(ALICE, 'Alice', aliceKey, message)];
    expect(code({ ...honest, votes, fingerprint: fingerprintOf(toUtf8(message)) })).toBe('taken');
  });

  it('is found among the votes wherever it stands', () => {
    const ballot = JSON.stringify({ type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY' });
    expect(code({ ...honest, votes: [voteOf(BOB, 'Bob', bobKey, ballot), ...honest.votes] })).toBe('taken');
  });

  it('attack: the service shows a milder intent than the one that was stamped', () => {
    const intent = { [updateUserName.intent]: { userId: BOB, userName: 'Bob' } };
    expect(code({ ...honest, intent })).toBe('VOTE_REQUEST_CHANGED');
  });

  it('attack: a member is added to the stamped intent', () => {
    const intent = { [updateUserName.intent]: { ...parameters, userTags: ['admin'] } };
    expect(code({ ...honest, intent })).toBe('VOTE_REQUEST_CHANGED');
  });

  it('attack: the activity claims another type than its stamped body', () => {
    const intent = { [createUsers.intent]: parameters };
    expect(code({ ...honest, type: createUsers.type, intent })).toBe('VOTE_REQUEST_CHANGED');
  });

  it('attack: the fingerprint is that of another body', () => {
    const other = fingerprintOf(toUtf8(bodyOf(updateUserName, { userId: BOB, userName: 'Root' })));
    expect(code({ ...honest, fingerprint: other })).toBe('VOTE_REQUEST_CHANGED');
  });

  it('attack: the body is of another organization', () => {
    expect(code({ ...honest, organizationId: BOB })).toBe('VOTE_REQUEST_CHANGED');
  });

  it('attack: nobody stamped the body, its signature is of other bytes', () => {
    const [first] = honest.votes;
    const stolen = voteOf(ALICE, 'Alice', aliceKey, bodyOf(updateUserName, {})).signature;
    expect(code({ ...honest, votes: first ? [{ ...first, signature: stolen }] : [] })).toBe(
      'VOTE_STAMP_INVALID',
    );
  });

  it('attack: the stamp is of another key than the vote names', () => {
    const [first] = honest.votes;
    const votes = first ? [{ ...first, publicKey: bobKey.publicKey }] : [];
    expect(code({ ...honest, votes })).toBe('VOTE_STAMP_INVALID');
  });

  it.each(['', 'null', '[]', '{"type":1}', '{"parameters":[]}'])(
    'refuses the stamped text %j, which is no request',
    (message) => {
      const votes = [voteOf(ALICE, 'Alice', aliceKey, message)];
      expect(code({ ...honest, votes, fingerprint: fingerprintOf(toUtf8(message)) })).toBe(
        'VOTE_REQUEST_CHANGED',
      );
    },
  );

  it('refuses an activity without votes', () => {
    expect(code({ ...honest, votes: [] })).toBe('VOTE_REQUEST_CHANGED');
  });
});
