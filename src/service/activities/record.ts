import type { Activity, Vote } from '../../protocol/activity.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { VoteRow } from '../storage/schema.ts';

/** A time as the specification's records have it: text after RFC 3339, in UTC. */
export const timeText = (ms: number): string => new Date(ms).toISOString();

/** The activity as responses show it: members and their order as the specification lists them. */
export function activityRecord({ activity, votes }: ActivityWithVotes): Activity {
  return {
    id: activity.id,
    organizationId: activity.organization_id,
    status: activity.status,
    type: activity.type,
    intent: JSON.parse(activity.intent) as Activity['intent'],
    ...(activity.result === null ? {} : { result: JSON.parse(activity.result) as Activity['result'] }),
    votes: votes.map(voteRecord),
    fingerprint: activity.fingerprint,
    // Nothing is left to decide on an activity that is complete (docs/decisions/005).
    canApprove: activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    canReject: activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    createdAt: timeText(activity.created_at),
    updatedAt: timeText(activity.updated_at),
  };
}

function voteRecord(vote: VoteRow): Vote {
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
    createdAt: timeText(vote.created_at),
  };
}
