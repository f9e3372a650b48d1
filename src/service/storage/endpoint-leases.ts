import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * A lease that stands unchanged for so long belongs to a process that is gone. Longer than an attempt takes with all of its
 * time limits.
 */
export const LEASE_MS = 30_000;

/** A lease of another process, as it was first seen. */
interface Seen {
  readonly holder: string;
  readonly atMs: number;
}

/**
 * Which endpoint's deliveries are under way in which process, on a database that several processes work with: one at a time
 * for each endpoint. A lease has no time in it. Whoever wants it watches it with a clock of its own, so clocks of different
 * machines are never compared.
 */
export class EndpointLeases {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #seen = new Map<string, Seen>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Takes the lease of an endpoint, if nobody has it or its holder is gone.
   * @returns what proves it when it is released; undefined while another process has it
   */
  async take(endpointId: string): Promise<string | undefined> {
    const holder = randomUUID();
    const { rows } = await sql`INSERT INTO webhook_lease (endpoint_id, holder)
      SELECT id, ${holder} FROM webhook_endpoint WHERE id = ${endpointId}
      ON CONFLICT DO NOTHING RETURNING holder`.execute(this.#store);
    const isTaken = rows.length > 0 || (await this.#takeOver(endpointId, holder));
    if (!isTaken) return undefined;
    this.#seen.delete(endpointId);
    return holder;
  }

  /** Puts a new holder in the place of one that has shown no sign of life for long enough. */
  async #takeOver(endpointId: string, holder: string): Promise<boolean> {
    const lease = await this.#store
      .selectFrom('webhook_lease')
      .select('holder')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
    if (lease === undefined) return false;
    const seen = this.#seen.get(endpointId);
    if (seen?.holder !== lease.holder) {
      this.#seen.set(endpointId, { holder: lease.holder, atMs: this.#now() });
      return false;
    }
    if (this.#now() - seen.atMs < LEASE_MS) return false;
    // Of several that find it so, one is first.
    const { numUpdatedRows } = await this.#store
      .updateTable('webhook_lease')
      .set({ holder })
      .where('endpoint_id', '=', endpointId)
      .where('holder', '=', seen.holder)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }
}

/** Gives a lease back. @returns whether it was still that holder's: else another process works on the endpoint's deliveries */
export async function releaseLease(store: Store, endpointId: string, holder: string): Promise<boolean> {
  const { numDeletedRows } = await store
    .deleteFrom('webhook_lease')
    .where('endpoint_id', '=', endpointId)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Forgets the leases of endpoints that are gone. */
export const pruneLeases = (store: Store): Promise<unknown> =>
  store
    .deleteFrom('webhook_lease')
    .where('endpoint_id', 'not in', store.selectFrom('webhook_endpoint').select('id'))
    .execute();
