import type { Activity } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';

/** A word to the operator outside of the window: anybody who passes by may read it. */
export interface Notice {
  readonly activityId: string;
  readonly title: string;
  readonly text: string;
}

const ENDINGS: Partial<Record<Activity['status'], string>> = {
  ACTIVITY_STATUS_COMPLETED: 'Your request was approved and is done',
  ACTIVITY_STATUS_FAILED: 'Your request was approved and failed',
  ACTIVITY_STATUS_REJECTED: 'Your request was rejected',
};

/** A request waits for my vote. */
export const waitingNotice = (activity: Activity, profileName: string): Notice =>
  noticeOf(activity, 'A request waits for your vote', profileName);

/** A request of mine waits no longer. */
export const finishedNotice = (activity: Activity, profileName: string): Notice =>
  noticeOf(activity, ENDINGS[activity.status] ?? 'Your request waits no longer', profileName);

// The catalogue's words and the profile's name, and nothing out of the request: no amount, address, name or note.
const noticeOf = ({ id, type }: Activity, title: string, profileName: string): Notice => ({
  activityId: id,
  title,
  text: `${operationByType(type)?.summary ?? 'A request of a kind that this console does not know'} · ${profileName}`,
});
