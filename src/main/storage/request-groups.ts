import type { Kysely } from 'kysely';
import { nextTurn } from '../platform/pacing.ts';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import type { Tables } from './tables.ts';

export type GroupPurpose = Tables['request_set']['purpose'];
/** Where one request of a set stands; see `Tables`. */
export type RequestState = Tables['set_request']['state'];
export const REQUEST_STATES: readonly RequestState[] = ['new', 'sent', 'done', 'failed', 'waiting'];

/** A set of requests that one approval covers. Nothing in it is secret: imported values are sealed before. */
export interface StoredGroup {
  readonly id: string;
  readonly purpose: GroupPurpose;
  readonly title: string;
  /** The file that takes the results; null where they stay in memory. */
  readonly results: string | null;
  readonly profileId: string;
  readonly publicKey: string;
  readonly organizationId: string;
  /** How often the profile had moved when it was made: it is for that place alone. */
  readonly moves: number;
  readonly createdAtMs: number;
  /** Rows of its file that are no part of it, with the lines of the first; null where all are. */
  readonly leftOut: { readonly count: number; readonly lines: readonly number[] } | null;
}

/** One request of a set, in its place; `body` is the exact text that is stamped once it was approved. */
export interface StoredRequest {
  readonly position: number;
  readonly operation: string;
  readonly body: string;
  readonly state: RequestState;
  readonly activityId: string | null;
  /** The line of the file that it came from, from 1; null where it came from none. */
  readonly line: number | null;
  /** What the file calls it. */
  readonly reference: string | null;
}

/** Why a request failed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A failed request in its place. */
export interface FailedRequest extends Pick<StoredRequest, 'position' | 'line' | 'reference'> {
  /** Null where an earlier version of the console did not keep it. */
  readonly failure: Failure | null;
}

export interface RequestGroupStore {
  /** Begins a set; it counts once it is completed. */
  add(set: StoredGroup): Promise<void>;
  /** Adds requests at the end, all or none. */
  append(id: string, requests: readonly Omit<StoredRequest, 'state' | 'activityId'>[]): Promise<void>;
  /** Marks the set complete: it can be found from now on, with what was left out of it. */
  complete(id: string, leftOut?: StoredGroup['leftOut']): Promise<void>;
  /** Takes away what was begun and never completed, with its requests. */
  removeIncomplete(): Promise<void>;
  find(id: string): Promise<StoredGroup | undefined>;
  /** Oldest first. */
  list(): Promise<StoredGroup[]>;
  /** How many requests are in each state. */
  count(id: string): Promise<Partial<Record<RequestState, number>>>;
  /** Requests in these states behind a position (-1 for the start), in order. */
  page(id: string, states: readonly RequestState[], after: number, limit: number): Promise<StoredRequest[]>;
  /** Puts other bodies in the place of requests that were never sent, all or none. */
  renew(id: string, bodies: readonly Pick<StoredRequest, 'position' | 'body'>[]): Promise<void>;
  setState(
    id: string,
    position: number,
    state: RequestState,
    known?: { readonly activityId?: string; readonly failure?: Failure },
  ): Promise<void>;
  /** The failed requests in order. */
  failures(id: string, limit: number): Promise<FailedRequest[]>;
  /** How many requests failed by each code. */
  countFailures(id: string): Promise<{ readonly code: string | null; readonly requests: number }[]>;
  /** Reopens requests that failed with that code, a piece at a time; nobody else may use the set meanwhile. */
  reopen(id: string, code: string | null, state: 'new' | 'sent'): Promise<void>;
  /** Takes a set away, which is not found from the beginning on; a crash leaves what is left of it to `removeIncomplete`. */
  remove(id: string): Promise<void>;
}

const setState = keptStatement<{
  id: string;
  position: number;
  state: RequestState;
  code: string | null;
  message: string | null;
  activityId: string | null;
}>((database, { id, position, state, code, message, activityId }) =>
  database
    .updateTable('set_request')
    // An activity that is known stays so.
    .set((build) => ({
      ...{ state, failure_code: code, failure_message: message },
      activity_id: build.fn.coalesce(build.val(activityId), build.ref('activity_id')),
    }))
    .where('set_id', '=', id)
    .where('position', '=', position),
);

/** So many go at once: others have their turn in between. */
const CHUNK = 500;

export function requestGroupStore(database: Kysely<Tables>, commit: Commit): RequestGroupStore {
  const whole = () => database.selectFrom('request_set').selectAll().where('is_whole', '=', 1);
  const failed = (id: string) =>
    database.selectFrom('set_request').where('set_id', '=', id).where('state', '=', 'failed');
  const remove = async (id: string): Promise<void> => {
    await database.updateTable('request_set').set({ is_whole: 0 }).where('id', '=', id).execute();
    for (let going = true; going;) {
      await nextTurn();
      const some = database.selectFrom('set_request').select('position').where('set_id', '=', id);
      const { numDeletedRows } = await database
        .deleteFrom('set_request')
        .where('set_id', '=', id)
        .where('position', 'in', some.limit(CHUNK))
        .executeTakeFirst();
      going = numDeletedRows === BigInt(CHUNK);
    }
    await database.deleteFrom('request_set').where('id', '=', id).execute();
  };
  return {
    add: async (set) => {
      await database
        .insertInto('request_set')
        .values({
          id: set.id,
          purpose: set.purpose,
          title: set.title,
          results: set.results,
          profile_id: set.profileId,
          public_key: set.publicKey,
          organization_id: set.organizationId,
          moves: set.moves,
          created_at: set.createdAtMs,
          is_whole: 0,
          left_out: 0,
          left_out_lines: '',
        })
        .execute();
    },
    append: async (id, requests) => {
      if (requests.length === 0) return;
      const rows = requests.map(({ position, operation, body, line, reference }) => ({
        set_id: id,
        position,
        operation,
        body,
        state: 'new' as const,
        activity_id: null,
        line,
        reference,
      }));
      await database.insertInto('set_request').values(rows).execute();
    },
    complete: async (id, leftOut = null) => {
      const { count, lines } = leftOut ?? { count: 0, lines: [] };
      await database
        .updateTable('request_set')
        .set({ is_whole: 1, left_out: count, left_out_lines: lines.join(' ') })
        .where('id', '=', id)
        .execute();
    },
    removeIncomplete: async () => {
      const begun = await database.selectFrom('request_set').select('id').where('is_whole', '=', 0).execute();
      for (const { id } of begun) await remove(id);
    },
    find: async (id) => {
      const row = await whole().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toSet(row);
    },
    list: async () => {
      const rows = await whole().orderBy('created_at').execute();
      return rows.map(toSet);
    },
    count: async (id) => {
      const rows = await database
        .selectFrom('set_request')
        .select(['state', (build) => build.fn.countAll<number>().as('requests')])
        .where('set_id', '=', id)
        .groupBy('state')
        .execute();
      return Object.fromEntries(rows.map(({ state, requests }) => [state, requests]));
    },
    page: async (id, states, after, limit) => {
      const rows = await database
        .selectFrom('set_request')
        .selectAll()
        .where('set_id', '=', id)
        .where('state', 'in', states)
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        position: row.position,
        operation: row.operation,
        body: row.body,
        state: row.state,
        activityId: row.activity_id,
        line: row.line,
        reference: row.reference,
      }));
    },
    renew: async (id, bodies) => {
      await database.transaction().execute(async (transaction) => {
        for (const { position, body } of bodies) {
          await transaction
            .updateTable('set_request')
            .set({ body })
            .where('set_id', '=', id)
            .where('position', '=', position)
            .where('state', '=', 'new')
            .execute();
        }
      });
    },
    setState: async (id, position, state, { activityId, failure } = {}) => {
      const why = { code: failure?.code ?? null, message: failure?.message ?? null };
      const values = { id, position, state, ...why, activityId: activityId ?? null };
      await commit((transaction) => setState(transaction, values));
    },
    failures: async (id, limit) => {
      const rows = await failed(id)
        .select(['position', 'line', 'reference', 'failure_code', 'failure_message'])
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(({ failure_code: code, failure_message: message, ...place }) => ({
        ...place,
        failure: code === null ? null : { code, message: message ?? '' },
      }));
    },
    countFailures: async (id) => {
      const rows = await failed(id)
        .select(['failure_code as code', (build) => build.fn.countAll<number>().as('requests')])
        .groupBy('failure_code')
        .execute();
      return rows;
    },
    reopen: async (id, code, state) => {
      const by = code === null ? 'is' : '=';
      for (let after: number | undefined = -1; after !== undefined;) {
        await nextTurn();
        const some = await failed(id)
          .select('position')
          .where('failure_code', by, code)
          .where('position', '>', after)
          .orderBy('position')
          .limit(CHUNK)
          .execute();
        const last: number | undefined = some.at(-1)?.position;
        if (last === undefined) return;
        await database
          .updateTable('set_request')
          .set({ state, activity_id: null, failure_code: null, failure_message: null })
          .where('set_id', '=', id)
          .where('state', '=', 'failed')
          .where('failure_code', by, code)
          .where('position', '>', after)
          .where('position', '<=', last)
          .execute();
        after = some.length === CHUNK ? last : undefined;
      }
    },
    remove,
  };
}

const toSet = (row: Tables['request_set']): StoredGroup => ({
  id: row.id,
  purpose: row.purpose,
  title: row.title,
  results: row.results,
  profileId: row.profile_id,
  publicKey: row.public_key,
  organizationId: row.organization_id,
  moves: row.moves,
  createdAtMs: row.created_at,
  leftOut: row.left_out === 0 ? null : { count: row.left_out, lines: linesIn(row.left_out_lines) },
});

/** Whoever wrote something else into the row names no line by it. */
const linesIn = (text: string): number[] =>
  text
    .split(' ')
    .map(Number)
    .filter((line) => Number.isSafeInteger(line) && line > 0);
