import { z } from 'zod';
import { type Activity, activity, timestampMs } from '#protocol/activity.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { type PinnedKeys, pinnedKeys } from '#protocol/pinned-keys.ts';
import type { SignedForm } from '#protocol/signed-file.ts';
import type { Journal } from '../../journal/journal.ts';
import { type ChainedLine, chainedLine } from '../../journal/line.ts';
import type { ActivityRecord } from './activity-record.ts';

const person = z.strictObject({
  userId: z.string(),
  userName: z.string(),
  /** The public keys of their API keys and passkeys when this was saved. */
  keys: z.array(z.string()),
});

const content = z.strictObject({
  organizationId: z.string(),
  savedAt: z.iso.datetime(),
  /** Whether these are all that the filter let through. */
  isWhole: z.boolean(),
  /** The service's keys that this console pins; null where it pins none. */
  serviceKeys: pinnedKeys.nullable(),
  people: z.array(person),
  activities: z.array(activity),
  /** The lines of the signer's journal on stamps of these activities, each whole with its hash. */
  journal: z.array(chainedLine),
  /** The line with which that journal ended; null for an empty one. Files of earlier versions have none. */
  journalEnd: chainedLine.pick({ number: true, hash: true }).nullish(),
});
export type Evidence = z.infer<typeof content>;

/** Activities with their stamps, whose keys these are, and the journal's lines, signed by who saved them. */
export const EVIDENCE_FILE: SignedForm<Evidence> = {
  format: 'keyops-evidence',
  ending: '.evidence.json',
  content,
};

/** So many lines of the journal are looked through for one file, the newest. */
export const SEARCHED_LINES = 200_000;
const PAGE = 1_000;
/** A line is written before the service answers, by another clock. */
const EARLIER_MS = 24 * 60 * 60_000;

const messagesOf = (activities: readonly Activity[]): Set<string> =>
  new Set(activities.flatMap(({ votes }) => votes.map(({ message }) => sha256Hex(toUtf8(message)))));

/** The journal's lines on stamps of these activities up to its end, the oldest first. */
async function linesOn(
  activities: readonly Activity[],
  list: Journal['list'],
  end: number,
): Promise<readonly ChainedLine[]> {
  const wanted = messagesOf(activities);
  const oldest = Math.min(...activities.map(({ createdAt }) => timestampMs(createdAt) ?? 0)) - EARLIER_MS;
  const found: ChainedLine[] = [];
  let before = end + 1;
  for (let seen = 0; seen < SEARCHED_LINES; seen += PAGE) {
    const page: readonly ChainedLine[] = await list(before, PAGE, 'changes');
    found.push(...page.filter(({ digest }) => wanted.has(digest)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || Date.parse(last.time) < oldest) break;
    before = last.number;
  }
  return found.reverse();
}

/** What is signed as evidence of these activities. */
export async function evidenceOf(
  { activities: recorded, isWhole }: ActivityRecord,
  place: {
    readonly organizationId: string;
    readonly savedAt: string;
    readonly serviceKeys: PinnedKeys | null;
  },
  users: readonly User[],
  list: Journal['list'],
): Promise<Evidence> {
  const activities = recorded.map((each) => each.activity);
  const people = users.map(({ userId, userName, apiKeys, authenticators }) => ({
    ...{ userId, userName },
    keys: [...apiKeys, ...authenticators].map(({ credential }) => credential.publicKey),
  }));
  // The end first: a line that is written meanwhile is behind it, and not one that was left out.
  const [end] = await list(null, 1, 'all');
  const isNone = end === undefined || activities.length === 0;
  const journal = isNone ? [] : [...(await linesOn(activities, list, end.number))];
  return {
    ...place,
    ...{ isWhole, people, activities, journal },
    journalEnd: end === undefined ? null : { number: end.number, hash: end.hash },
  };
}
