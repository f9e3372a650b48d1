import { type Activity, type Vote, timestampMs } from '#protocol/activity.ts';
import { publicKeyText } from '#protocol/stamp.ts';
import { saysSame, stampedRequestOf } from '../../governance/votes/stamped-request.ts';
import { voteHolds } from '../../governance/votes/votes.ts';
import { alarmOf } from './app-proofs.ts';

/** Approvals expire so long after the first one, and have to be given again (PROTOCOL.md, section 6.3). */
const APPROVALS_LAST_MS = 24 * 60 * 60_000;

/** Why an activity is not what was stamped, in words; undefined where each of its stamps is valid. */
export function stampFaultOf(of: Activity): string | undefined {
  const alarm = alarmOf(of);
  if (alarm !== null) return alarm.message;
  if (of.votes.length === 0) return 'It has no stamp at all.';
  const wrong = of.votes.find((vote) => !voteHolds(vote, of.fingerprint));
  return wrong === undefined
    ? undefined
    : `The stamp of ${wrong.user?.userName ?? wrong.userId} isn’t valid.`;
}

/**
 * What is wrong with activities that were saved; undefined where each shows the request that was stamped and nothing else, and
 * each request and each vote counts once.
 */
export function checkActivities(activities: readonly Activity[], organizationId: string): string | undefined {
  const foreign = activities.find((each) => each.organizationId !== organizationId);
  if (foreign !== undefined) return `Activity ${foreign.id} is of another organization`;
  if (hasTwice(activities.map(({ id }) => id))) return 'An activity is in it twice';
  for (const each of activities) {
    const fault = stampFaultOf(each) ?? intentFaultOf(each) ?? voteFaultOf(each);
    if (fault !== undefined) return `Activity ${each.id}: ${fault}`;
  }
  // A body makes one activity, however often it is sent (PROTOCOL.md, section 6.3).
  if (hasTwice(activities.map(({ fingerprint }) => fingerprint)))
    return 'One stamped request is in it as two activities';
  return undefined;
}

const hasTwice = (texts: readonly string[]): boolean => new Set(texts).size !== texts.length;

/** What is wrong with the intent: there must be one alone, under the name of its type, with the stamped parameters. */
function intentFaultOf(activity: Activity): string | undefined {
  const shown = Object.entries(activity.intent).filter(([, member]) => member !== null);
  const [only] = shown;
  if (only === undefined || shown.length > 1)
    return `It shows ${shown.length.toLocaleString('en')} requests, and one was stamped.`;
  const { operation, parameters } = stampedRequestOf(activity);
  const [name, said] = only;
  // The name that belongs to an unknown type isn't known: what it says is compared all the same.
  return (operation === undefined || name === operation.intent) && saysSame(parameters, said)
    ? undefined
    : 'It shows another request than the one that was stamped.';
}

/** The key of a vote whose stamp is valid, in its one form. */
export const keyOf = ({ scheme, publicKey }: Vote): string => publicKeyText(scheme, publicKey);

/** What is wrong with whose the votes are, and how often each counts. */
function voteFaultOf({ votes }: Activity): string | undefined {
  const other = votes.find(({ userId, user }) => user !== undefined && user.userId !== userId);
  if (other !== undefined)
    return `A vote of user ${other.userId} shows another user, ${other.user?.userId ?? ''}.`;
  if (hasTwice(votes.map((vote) => JSON.stringify([keyOf(vote), vote.message]))))
    return 'One stamp is in it as two votes.';
  const approvedMs = votes.flatMap((vote) =>
    vote.selection === 'VOTE_SELECTION_APPROVED' ? (timestampMs(vote.createdAt) ?? []) : [],
  );
  const first = approvedMs.reduce((least, each) => Math.min(least, each), Infinity);
  const before = new Set<string>();
  for (const vote of votes) {
    const voter = JSON.stringify([keyOf(vote), vote.selection]);
    const isRenewed =
      vote.selection === 'VOTE_SELECTION_APPROVED' &&
      (timestampMs(vote.createdAt) ?? -Infinity) - first >= APPROVALS_LAST_MS;
    if (before.has(voter) && !isRenewed) return `The key ${vote.publicKey} voted the same way twice.`;
    before.add(voter);
  }
  return undefined;
}

/**
 * Says how many votes repeat one of the same user. That is allowed: an approval that expired is given again, and a hosted service
 * may ask a user for another authenticator.
 */
export function repeatsSaid(activities: readonly Activity[]): string[] {
  const repeats = activities.reduce((sum, { votes }) => {
    const voters = new Set(votes.map(({ userId, selection }) => JSON.stringify([userId, selection])));
    return sum + votes.length - voters.size;
  }, 0);
  if (repeats === 0) return [];
  const subject = repeats === 1 ? '1 stamp repeats' : `${repeats.toLocaleString('en')} stamps repeat`;
  return [`${subject} a vote of the same user, with another key or a day later: count users, not stamps`];
}
