import { z } from 'zod';
import { type Activity, activity, timestampMs } from '#protocol/activity.ts';
import { toCsv } from '#protocol/csv.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { createYield } from '../../platform/pacing.ts';
import type { NameOf } from '../previews/module.ts';
import { checkActivities, repeatsSaid, stampFaultOf } from './check-activities.ts';
import { requestOf, rowOf } from './describe-activity.ts';
import { type RowFilter, collect } from './list-rows.ts';
import { contactsAmong } from './row-words.ts';

/** So many are saved at most, the newest: a file that programs still open. */
const MOST = 10_000;
const PAGE = 100;

interface Recorded {
  /** As the service gave it. */
  readonly activity: Activity;
  /** Why it is not what was stamped, in words; undefined where each of its stamps is valid. */
  readonly fault: string | undefined;
}

/** Activities, the newest first. */
export interface ActivityRecord {
  readonly activities: readonly Recorded[];
  /** Whether these are all that the filter lets through. */
  readonly isWhole: boolean;
}

/** The activities of a filter page by page, so many at most; `isLast` where there are no others. @throws ServiceError */
export async function* pagesOf(
  ask: ContextResolver['query'],
  filter: Omit<RowFilter, 'before' | 'limit'>,
  most: number,
): AsyncGenerator<{ readonly found: readonly Activity[]; readonly isLast: boolean }> {
  let count = 0;
  let before: string | null = null;
  do {
    const page = await collect(ask, { ...filter, before, limit: Math.min(PAGE, most - count) });
    yield { found: page.found, isLast: page.next === null };
    count += page.found.length;
    before = page.next;
  } while (before !== null && count < most);
}

/** How many activities a filter lets through, {@link MOST} at most. @throws ServiceError */
export async function countActivities(
  ask: ContextResolver['query'],
  filter: Omit<RowFilter, 'before' | 'limit'>,
  most = MOST,
): Promise<{ readonly count: number; readonly isWhole: boolean }> {
  let [count, isWhole] = [0, false];
  for await (const { found, isLast } of pagesOf(ask, filter, most)) {
    count += found.length;
    isWhole = isLast;
  }
  return { count, isWhole };
}

/** Asks for all activities of a filter, {@link MOST} at most. @throws ServiceError */
export async function recordOf(
  ask: ContextResolver['query'],
  filter: Omit<RowFilter, 'before' | 'limit'>,
  most = MOST,
): Promise<ActivityRecord> {
  const activities: Recorded[] = [];
  let isWhole = false;
  const yieldToEventLoop = createYield();
  for await (const { found, isLast } of pagesOf(ask, filter, most)) {
    for (const each of found) {
      activities.push({ activity: each, fault: stampFaultOf(each) });
      await yieldToEventLoop();
    }
    isWhole = isLast;
  }
  return { activities, isWhole };
}

/** What is known on this computer alone. */
export interface KnownHere {
  readonly nameOf?: NameOf | undefined;
  /** What the operator's files call activities, by ID. */
  readonly references?: ReadonlyMap<string, string> | undefined;
}

const COLUMNS = [
  'ID',
  'requested at',
  'updated at',
  'operation',
  'type',
  'state',
  'request',
  'recipients',
  'contacts',
  'reference',
  'requested by',
  'user ID',
  'approvals',
  'approved by',
  'rejections',
  'rejected by',
  'stamps',
  'fingerprint',
  'failure',
] as const;

/**
 * One line for each activity; times in RFC 3339. "recipients" are whole addresses, "contacts" their names here, "reference" what
 * the file of a batch calls it; "stamps" says whether each stamp is valid for the request that is shown. Each request is read
 * again for it: others have their turn meanwhile.
 */
export async function recordCsv({ activities }: ActivityRecord, known: KnownHere = {}): Promise<string> {
  const yieldToEventLoop = createYield();
  let text = toCsv([COLUMNS]);
  for (const each of activities) {
    text += toCsv([cellsOf(each, known)]);
    await yieldToEventLoop();
  }
  return text;
}

function cellsOf({ activity: of, fault }: Recorded, { nameOf, references }: KnownHere): string[] {
  const request = requestOf(of, nameOf);
  const reference = references?.get(of.id);
  const { id, operation, type, status, title, who, whoId, ...row } = rowOf(of, {
    nameOf,
    reference,
    request,
  });
  const { recipients } = request;
  const voters = (selection: Activity['votes'][number]['selection']): string[] =>
    of.votes.flatMap((vote) => (vote.selection === selection ? [vote.user?.userName ?? vote.userId] : []));
  const [approved, rejected] = [voters('VOTE_SELECTION_APPROVED'), voters('VOTE_SELECTION_REJECTED')];
  return [
    ...[id, timeOf(of.createdAt), timeOf(of.updatedAt), operation ?? '', type],
    ...[status.replace('ACTIVITY_STATUS_', '').toLowerCase(), title],
    ...[recipients.join(' '), contactsAmong(recipients, nameOf).join('; '), row.reference ?? '', who, whoId],
    ...[String(approved.length), approved.join('; '), String(rejected.length), rejected.join('; ')],
    ...[fault === undefined ? 'valid' : 'NOT VALID', of.fingerprint, of.failure?.message ?? ''],
  ];
}

const timeOf = (time: Activity['createdAt']): string => {
  const ms = timestampMs(time);
  return ms === undefined ? '' : new Date(ms).toISOString();
};

const FORMAT = 'keyops-activities';
const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  organizationId: z.string(),
  savedAt: z.string(),
  isWhole: z.boolean(),
  /** Whom they pay, as the console that saved them read it and has them as contacts. */
  recipients: z
    .array(
      z.object({
        activityId: z.string(),
        addresses: z.array(z.string()),
        contacts: z.array(z.string()),
      }),
    )
    .optional(),
  /** What the files of batches call them, where they were sent from. */
  references: z.array(z.object({ activityId: z.string(), reference: z.string() })).optional(),
  activities: z.array(activity),
});

/** The activities with their stamps, for programs and for `keyops verify`; others have their turn meanwhile. */
export async function recordJson(
  { activities, isWhole }: ActivityRecord,
  place: { readonly organizationId: string; readonly savedAt: string },
  { nameOf, references: called }: KnownHere = {},
): Promise<string> {
  const yieldToEventLoop = createYield();
  // Beside the activities, not in them: those stay as the service gave them.
  const recipients: z.output<typeof file>['recipients'] = [];
  const references: z.output<typeof file>['references'] = [];
  let list = '';
  for (const { activity: each } of activities) {
    await yieldToEventLoop();
    const { id: activityId } = each;
    const addresses = requestOf(each, nameOf).recipients;
    const contacts = contactsAmong(addresses, nameOf);
    if (addresses.length > 0) recipients.push({ activityId, addresses: [...addresses], contacts });
    const reference = called?.get(activityId);
    if (reference !== undefined) references.push({ activityId, reference: revealInvisible(reference) });
    // Indented as within the list: no text has a line break of its own in JSON.
    list += `${list === '' ? '' : ','}\n  ${JSON.stringify(each, null, 1).replaceAll('\n', '\n  ')}`;
  }
  const record = { format: FORMAT, version: 1, ...place, isWhole, recipients, references };
  const head = JSON.stringify(record, null, 1).slice(0, -'\n}'.length);
  return `${head},\n "activities": [${list}${list === '' ? '' : '\n '}]\n}\n`;
}

/** The name of such a file ends so. */
export const RECORD_NAME = '.activities.json';

/** What a check came to: what is wrong, or what was checked. */
export interface RecordCheck {
  readonly passed: boolean;
  readonly detail: string;
}

/**
 * Checks a saved record by itself: that each stamp is its key’s, over the very request that is shown. What the service says
 * of results and states no stamp covers.
 * @returns what is wrong, or what was checked
 */
export function checkRecord(text: string): RecordCheck {
  const read = readRecord(text);
  if (read === undefined) return { passed: false, detail: 'It is no record of activities' };
  const { activities, organizationId, isWhole, recipients = [], references = [] } = read;
  const named =
    recipients.length + references.length === 0
      ? ''
      : '. The names, references and recipients beside them are the word of who saved them';
  const fault = checkActivities(activities, organizationId);
  if (fault !== undefined) return { passed: false, detail: fault };
  const count = activities.length.toLocaleString('en');
  const stamps = activities.reduce((sum, { votes }) => sum + votes.length, 0).toLocaleString('en');
  const repeats = repeatsSaid(activities)
    .map((said) => `. ${said}`)
    .join('');
  return {
    passed: true,
    detail: `${count} activities, ${stamps} stamps: each is its key’s, over the request that is shown. Whose keys these are, and what came of the requests, is the service’s word${repeats}${named}${isWhole ? '' : '. It isn’t whole: older ones that its filter lets through were left out'}`,
  };
}

function readRecord(text: string): z.output<typeof file> | undefined {
  try {
    return file.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
