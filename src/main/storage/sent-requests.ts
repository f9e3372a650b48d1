import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A request that was stamped and sent, kept so that the same bytes can be sent again after a crash. */
export interface SentRequest {
  readonly fingerprint: string;
  readonly operation: string;
  readonly body: string;
  readonly profileId: string;
  readonly publicKey: string;
  readonly sentAtMs: number;
  /** What the result is checked against, as JSON. */
  readonly expectation: string;
}

export interface SentRequestStore {
  /** Keeps a request before it is sent; the same one twice is kept once. */
  add(request: SentRequest): Promise<void>;
  /** The request got an answer: there is nothing to resume. */
  setAnswered(fingerprint: string): Promise<void>;
  findUnanswered(fingerprint: string): Promise<SentRequest | undefined>;
  /** Oldest first. */
  listUnanswered(): Promise<SentRequest[]>;
}

export function sentRequestStore(database: Kysely<Tables>): SentRequestStore {
  const unanswered = () => database.selectFrom('sent_request').selectAll().where('state', '=', 'sent');
  return {
    add: async (request) => {
      await database
        .insertInto('sent_request')
        .values({
          fingerprint: request.fingerprint,
          operation: request.operation,
          body: request.body,
          profile_id: request.profileId,
          public_key: request.publicKey,
          sent_at: request.sentAtMs,
          expectation: request.expectation,
          state: 'sent',
        })
        .onConflict((conflict) => conflict.column('fingerprint').doNothing())
        .execute();
    },
    setAnswered: async (fingerprint) => {
      await database
        .updateTable('sent_request')
        .set({ state: 'answered' })
        .where('fingerprint', '=', fingerprint)
        .execute();
    },
    findUnanswered: async (fingerprint) => {
      const row = await unanswered().where('fingerprint', '=', fingerprint).executeTakeFirst();
      return row === undefined ? undefined : toRequest(row);
    },
    listUnanswered: async () => (await unanswered().orderBy('sent_at').execute()).map(toRequest),
  };
}

const toRequest = (row: Tables['sent_request']): SentRequest => ({
  fingerprint: row.fingerprint,
  operation: row.operation,
  body: row.body,
  profileId: row.profile_id,
  publicKey: row.public_key,
  sentAtMs: row.sent_at,
  expectation: row.expectation,
});
