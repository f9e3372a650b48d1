import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { insertAhead, updateWhere } from './rows.ts';
import type { ActivityRow, VoteRow } from './schema.ts';
import type { Store } from './store.ts';

const COUNTER_LIMIT = 0x1000;

/**
 * Makes ids of version 7 (RFC 9562, section 5.7) that grow from one to the next, also within a millisecond, when the
 * clock steps back, and over a restart.
 * @param now milliseconds since the epoch
 * @param newest the newest id made before, as a lowerbound
 * @returns makes the next one; of several makers, it is given the newest that another made
 */
export function orderedIds(now: () => number, newest?: string): (others?: string) => string {
  let [time, counter] = newest === undefined ? [0, 0] : readOrder(newest);
  const nextRandom = randomPieces(8);
  return (others) => {
    const current = now();
    if (others !== undefined) {
      const [otherTime, otherCounter] = readOrder(others);
      if (otherTime > time || (otherTime === time && otherCounter > counter))
        [time, counter] = [otherTime, otherCounter];
    }
    if (current > time) {
      time = current;
      counter = 0;
    } else if ((counter += 1) === COUNTER_LIMIT) {
      time += 1;
      counter = 0;
    }
    const random = nextRandom();
    // The two highest bits say the variant of the format.
    random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
    const tail = random.toString('hex');
    const head = time.toString(16).padStart(12, '0');
    const middle = counter.toString(16).padStart(3, '0');
    return `${head.slice(0, 8)}-${head.slice(8)}-7${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}

/** Random bytes in pieces of one length: asking the system for each would take longer than the rest of an id. */
function randomPieces(length: number): () => Buffer {
  let left = Buffer.alloc(0);
  return () => {
    if (left.length === 0) left = randomBytes(length * 256);
    const piece = left.subarray(0, length);
    left = left.subarray(length);
    return piece;
  };
}

/** The time and the counter inside an id of ours. */
function readOrder(id: string): [time: number, counter: number] {
  const digits = id.replaceAll('-', '');
  return [Number.parseInt(digits.slice(0, 12), 16), Number.parseInt(digits.slice(13, 16), 16)];
}

export async function insertActivity(store: Store, activity: ActivityRow, vote: VoteRow): Promise<void> {
  await insertAhead(store, 'activity', activity);
  await insertAhead(store, 'vote', vote);
}

/** Writes how an activity stands after a vote: its status, result, failure, proofs and time. */
export async function updateActivity(store: Store, activity: ActivityRow): Promise<void> {
  const { id, organization_id, status, result, failure, app_proofs, updated_at } = activity;
  const changes = { status, result, failure, app_proofs, updated_at };
  await updateWhere(store, 'activity', { organization_id, id }, changes);
}

/** The newest activity of the whole service, or undefined: activities are never deleted, so rows are in order. */
export const newestActivity = (store: Store): Promise<Pick<ActivityRow, 'id' | 'created_at'> | undefined> =>
  store
    .selectFrom('activity')
    .select(['id', 'created_at'])
    .orderBy(sql.ref('rowid'), 'desc')
    .limit(1)
    .executeTakeFirst();

/** The id of the newest activity of the whole service, or undefined. */
export const newestActivityId = async (store: Store): Promise<string | undefined> =>
  (await newestActivity(store))?.id;
