import type { Kysely } from 'kysely';
import { nextTurn } from '../platform/pacing.ts';
import type { Commit } from './group-commit.ts';
import { keptStatement } from './kept-statement.ts';
import type { Tables } from './tables.ts';

/** A request that was stamped and sent, kept so that the same bytes can be sent again after a crash. */
export interface StoredSentRequest {
  readonly fingerprint: string;
  readonly operation: string;
  readonly body: string;
  readonly profileId: string;
  readonly publicKey: string;
  readonly sentAtMs: number;
  /** What the result is checked against, as JSON. */
  readonly expectation: string;
  /** The MAC of the above, as hex; null in a row of an earlier version. */
  readonly mac: string | null;
}

export interface SentRequestStore {
  /** Keeps a request before it is stamped; the same one again is marked as sent again. */
  add(request: StoredSentRequest): Promise<void>;
  /** The journal has a line for the stamp. Only `open` leaves something to resume, and only `answered` is final. */
  settle(fingerprint: string, state: 'open' | 'waiting' | 'answered'): Promise<void>;
  /** Requests that were stamped and that the journal may not know: the console ended in between. */
  listInterrupted(): Promise<StoredSentRequest[]>;
  findUnanswered(fingerprint: string): Promise<StoredSentRequest | undefined>;
  /** As `findUnanswered`, however it ended. */
  find(fingerprint: string): Promise<StoredSentRequest | undefined>;
  /** Oldest first. */
  listUnanswered(): Promise<StoredSentRequest[]>;
  /** Forgets answered requests that were sent before that time, and those beyond the `most` newest. */
  forgetAnswered(limits: { readonly beforeMs: number; readonly most: number }): Promise<void>;
}

const add = keptStatement<{
  fingerprint: string;
  operation: string;
  body: string;
  profileId: string;
  publicKey: string;
  sentAtMs: number;
  expectation: string;
  mac: string | null;
}>((database, request) =>
  database
    .insertInto('sent_request')
    .values({
      fingerprint: request.fingerprint,
      operation: request.operation,
      body: request.body,
      profile_id: request.profileId,
      public_key: request.publicKey,
      sent_at: request.sentAtMs,
      expectation: request.expectation,
      mac: request.mac,
      state: 'sent',
    })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ state: 'sent' })),
);
const settle = keptStatement<{ fingerprint: string; state: 'open' | 'waiting' | 'answered' }>(
  (database, { fingerprint, state }) =>
    database.updateTable('sent_request').set({ state }).where('fingerprint', '=', fingerprint),
);

/** So many go at once: others have their turn in between. */
const CHUNK = 500;

export function sentRequestStore(database: Kysely<Tables>, commit: Commit): SentRequestStore {
  const unanswered = () =>
    database.selectFrom('sent_request').selectAll().where('state', 'in', ['sent', 'open']);
  const answered = () => database.selectFrom('sent_request').where('state', '=', 'answered');
  return {
    add: (request) => commit((transaction) => add(transaction, { ...request })),
    settle: (fingerprint, state) => commit((transaction) => settle(transaction, { fingerprint, state })),
    listInterrupted: async () =>
      (await unanswered().where('state', '=', 'sent').orderBy('sent_at').execute()).map(toRequest),
    findUnanswered: async (fingerprint) => {
      const row = await unanswered().where('fingerprint', '=', fingerprint).executeTakeFirst();
      return row === undefined ? undefined : toRequest(row);
    },
    find: async (fingerprint) => {
      const row = await database
        .selectFrom('sent_request')
        .selectAll()
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst();
      return row === undefined ? undefined : toRequest(row);
    },
    listUnanswered: async () => (await unanswered().orderBy('sent_at').execute()).map(toRequest),
    forgetAnswered: async ({ beforeMs, most }) => {
      const newest = answered().select('sent_at').orderBy('sent_at', 'desc');
      const last = await newest
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst();
      const earliestMs = Math.max(beforeMs, last?.sent_at ?? 0);
      for (let going = true; going;) {
        await nextTurn();
        const old = answered().select('fingerprint').where('sent_at', '<', earliestMs).limit(CHUNK);
        const { numDeletedRows } = await database
          .deleteFrom('sent_request')
          .where('fingerprint', 'in', old)
          .executeTakeFirst();
        going = numDeletedRows === BigInt(CHUNK);
      }
    },
  };
}

const toRequest = (row: Tables['sent_request']): StoredSentRequest => ({
  fingerprint: row.fingerprint,
  operation: row.operation,
  body: row.body,
  profileId: row.profile_id,
  publicKey: row.public_key,
  sentAtMs: row.sent_at,
  expectation: row.expectation,
  mac: row.mac,
});
