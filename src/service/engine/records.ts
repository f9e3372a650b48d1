import type { Activity, Vote } from '#protocol/activity.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { VoteRow } from '../storage/schema.ts';

/** A time as the specification's records have it: text after RFC 3339, in UTC. */
export const timeText = (ms: number): string => new Date(ms).toISOString();

/** What the user who asks may still do to an activity. */
export interface VotePermissions {
  readonly canApprove: boolean;
  readonly canReject: boolean;
}

/** Nothing is left to decide on an activity that is settled (docs/decisions/005). */
export const NO_PERMISSIONS: VotePermissions = { canApprove: false, canReject: false };

/** The activity as responses show it: members and their order as the specification lists them. */
export function activityRecord(
  { activity, votes }: ActivityWithVotes,
  permissions: VotePermissions,
): Activity {
  const createdAt = timeText(activity.created_at);
  // Most of its times are this one, and a list has hundreds of them.
  const timeOf = (ms: number): string => (ms === activity.created_at ? createdAt : timeText(ms));
  return {
    id: activity.id,
    organizationId: activity.organization_id,
    status: activity.status,
    type: activity.type,
    intent: JSON.parse(activity.intent) as Activity['intent'],
    ...(activity.result === null ? {} : { result: JSON.parse(activity.result) as Activity['result'] }),
    votes: votes.map((vote) => voteRecord(vote, timeOf)),
    ...(activity.app_proofs === null
      ? {}
      : { appProofs: JSON.parse(activity.app_proofs) as Activity['appProofs'] }),
    fingerprint: activity.fingerprint,
    canApprove: permissions.canApprove,
    canReject: permissions.canReject,
    createdAt,
    updatedAt: timeOf(activity.updated_at),
    ...(activity.failure === null ? {} : { failure: JSON.parse(activity.failure) as Activity['failure'] }),
  };
}

function voteRecord(vote: VoteRow, timeOf: typeof timeText): Vote {
  return {
    id: vote.id,
    userId: vote.user_id,
    user: JSON.parse(vote.user) as Vote['user'],
    activityId: vote.activity_id,
    selection: vote.selection,
    message: vote.message,
    publicKey: vote.public_key,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: timeOf(vote.created_at),
  };
}
