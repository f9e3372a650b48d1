import { describe, expect, it } from 'vitest';
import { activity, fingerprintOf, timestampMs } from '#protocol/activity.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import activityLive from '../vectors/activity-live.json' with { type: 'json' };

describe('activity', () => {
  it('reads an activity of the public service', () => {
    const read = activity.parse(activityLive);
    expect(read.votes[0]?.selection).toBe('VOTE_SELECTION_APPROVED');
    expect(timestampMs(read.createdAt)).toBe(1_745_383_555_000);
  });

  it('reads one without a result, as it is while votes are missing', () => {
    const waiting = { ...activityLive, result: undefined, status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' };
    expect(activity.parse(waiting).result).toBeUndefined();
  });

  it.each([
    'id',
    'organizationId',
    'status',
    'type',
    'intent',
    'votes',
    'fingerprint',
    'canApprove',
    'createdAt',
  ])('refuses one without %s', (member) => {
    expect(activity.safeParse({ ...activityLive, [member]: undefined }).success).toBe(false);
  });

  it('computes the fingerprint that the public service gave', () => {
    const message = activityLive.votes[0]?.message ?? '';
    expect(fingerprintOf(toUtf8(message))).toBe(activityLive.fingerprint);
  });

  it('reads times in both forms, and says when it cannot', () => {
    expect(timestampMs('2025-04-23T04:45:55.000Z')).toBe(1_745_383_555_000);
    expect(timestampMs({ seconds: '1745383555', nanos: '250000000' })).toBe(1_745_383_555_250);
    expect(timestampMs('yesterday')).toBeUndefined();
    expect(timestampMs({ seconds: 'x', nanos: '0' })).toBeUndefined();
  });
});
