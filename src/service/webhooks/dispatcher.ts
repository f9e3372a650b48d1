import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { createEd25519Signer } from '#native/curves.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { signWebhook } from '#protocol/webhook.ts';
import { type WireForm, toPublished, webhookNamesOn } from '#protocol/wire.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { withKeys } from '../keys/keys-wanted.ts';
import { isPostgres } from '../storage/engine-sql.ts';
import type { WebhookKeyRow } from '../storage/integrations-schema.ts';
import type { PeerNotices } from '../storage/peer-notices.ts';
import type { Store } from '../storage/store.ts';
import { TurnQueue } from '../storage/turns.ts';
import type { Writer } from '../storage/writer.ts';
import { EndpointLeases, LEASE_MS, pruneLeases, releaseLease } from '../storage/endpoint-leases.ts';
import { deletedEndpoints, forgetDeletedEndpoints } from './deleted-endpoints.ts';
import { type PostOutcome, type PostRules, post } from './post.ts';
import { openSigningKey, signingKeyOf, turnSigningKeys } from './signing-keys.ts';
import { pruneDeliveries, webhookKeyRows } from './store.ts';
import {
  type AfterAttempt,
  LONGEST_WAIT_MS,
  type NextDelivery,
  bodyOfEvent,
  nextDeliveries,
  recordAttempt,
  waitAfter,
} from './delivery-store.ts';

/** Time, as the dispatcher sees it. */
export interface Clock {
  /** Milliseconds since the epoch, which never go back while the service runs. */
  now(): number;
  /** What receivers compare with their own clocks; `now` when left out. */
  wallMs?(): number;
  /** Calls `fn` once after `ms` milliseconds; the answer calls that off. */
  after(ms: number, fn: () => void): () => void;
}

export interface DispatcherOptions {
  readonly store: Store;
  readonly writer: Writer;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly post: Omit<PostRules, 'signal'>;
  /** How other processes on the database are told; there are none on a file. */
  readonly notices?: PeerNotices | undefined;
  /** The form of headers and bodies; the outbox holds the neutral one. */
  readonly wire: WireForm;
}

/** The version of what a delivery looks like (PROTOCOL.md, section 8). */
const DELIVERY_VERSION = '1';
const MOST_AT_ONCE = 16;
const UPKEEP_EVERY_MS = 60 * 60 * 1000;
const DAY_MS = 24 * UPKEEP_EVERY_MS;
const KEPT_MS = { delivered: 7 * DAY_MS, dead: 30 * DAY_MS };
/** Attempts that are under way when the service stops may end within this time. */
const PATIENCE_MS = 500;
/** The clock may be set while nothing is due: the outbox is looked at this often anyway. */
const LONGEST_SLEEP_MS = 60 * 1000;

/** A delivery that this process is to attempt. @property lease what proves that no other process does; none has to on SQLite */
interface OwnDelivery extends NextDelivery {
  readonly lease?: string;
}

/**
 * Delivers what is in the outbox, at least once, and to each endpoint in order: the next event goes out when the one
 * before it was taken or given up. What is not settled when the service ends, in whatever way, goes out after its next
 * start. Of several processes on one database, one at a time delivers to an endpoint (docs/decisions/181).
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #leases: EndpointLeases | undefined;
  readonly #stopping = new AbortController();
  /** An event of megabytes goes to many endpoints at once: reading, writing and signing each take a turn of their own. */
  readonly #queue = new TurnQueue();
  /** The attempts under way, by endpoint. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Endpoints whose last attempt failed for a reason of this program's own. */
  readonly #resting = new Set<string>();
  #round: Promise<void> | undefined;
  /** The end of what is forgotten beside the deliveries. */
  #pruning: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #signer: { readonly keyId: string; readonly sign: (message: Uint8Array) => Uint8Array } | undefined;
  #cancelSleep: () => void = () => undefined;
  #cancelUpkeep: () => void = () => undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { store, clock } = options;
    this.#leases = isPostgres(store) ? new EndpointLeases(store, () => clock.now()) : undefined;
    // Each attempt listens for the end of the service.
    setMaxListeners(MOST_AT_ONCE, this.#stopping.signal);
  }

  /** Makes the first signing key, and begins with what an earlier run left. */
  async start(): Promise<void> {
    await this.#upkeep();
    const { writer, notices } = this.#options;
    writer.onCommit(() => {
      this.wake();
      notices?.tell();
    });
    notices?.onHeard(() => this.wake());
    this.wake();
  }

  /** Looks for deliveries that are due, soon. */
  wake(): void {
    this.#again = true;
    if (this.#stopped || this.#round !== undefined) return;
    this.#round = this.#rounds().finally(() => (this.#round = undefined));
  }

  /** Resolves when nothing is due and nothing under way. */
  async settled(): Promise<void> {
    while (this.#round !== undefined || this.#pruning !== undefined || this.#busy.size > 0) {
      await this.#pruning;
      await this.#round;
      await Promise.all(this.#busy.values());
    }
  }

  /** Starts nothing new, and ends what is under way within a second. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelSleep();
    this.#cancelUpkeep();
    const impatience = setTimeout(() => this.#stopping.abort(), PATIENCE_MS);
    await this.settled();
    clearTimeout(impatience);
    // Whatever is left here another process can begin with at once.
    await this.#options.notices?.tellNow();
    this.#signer = undefined;
  }

  async #rounds(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#startDue();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'the webhook outbox could not be read');
        this.#sleep(LONGEST_SLEEP_MS);
      }
    }
  }

  async #startDue(): Promise<void> {
    const { store, clock } = this.#options;
    if ((await deletedEndpoints(store)).length > 0) this.#prune();
    const waiting = (await nextDeliveries(store)).filter(
      ({ endpointId }) => !this.#busy.has(endpointId) && !this.#resting.has(endpointId),
    );
    const now = clock.now();
    // One that is further ahead than any pause was written by a clock that was set back since.
    const isDue = ({ nextAttemptAt }: NextDelivery): boolean =>
      nextAttemptAt <= now || nextAttemptAt > now + LONGEST_WAIT_MS;
    const due = waiting.filter(isDue).slice(0, Math.max(0, MOST_AT_ONCE - this.#busy.size));
    const own = this.#leases === undefined ? due : await this.#leased(this.#leases, due, isDue);
    for (const delivery of own) this.#begin(delivery);
    // They are sorted; with all places taken, the next one to become free looks again.
    const next = waiting.find((delivery) => !isDue(delivery));
    const sleepMs = next === undefined ? LONGEST_SLEEP_MS : next.nextAttemptAt - now;
    // Whoever has the others looks again by itself, unless it is gone.
    this.#sleep(own.length < due.length ? Math.min(sleepMs, LEASE_MS) : sleepMs);
  }

  /**
   * Those of the deliveries whose endpoint no other process delivers to. They are read again behind their leases: what was
   * due before may have been delivered meanwhile.
   */
  async #leased(
    leases: EndpointLeases,
    due: readonly NextDelivery[],
    isDue: (delivery: NextDelivery) => boolean,
  ): Promise<OwnDelivery[]> {
    const { store } = this.#options;
    const held = new Map<string, string>();
    for (const { endpointId } of due) {
      const lease = await leases.take(endpointId);
      if (lease !== undefined) held.set(endpointId, lease);
    }
    if (held.size === 0) return [];
    const own: OwnDelivery[] = [];
    for (const delivery of (await nextDeliveries(store)).filter(isDue)) {
      const lease = held.get(delivery.endpointId);
      if (lease !== undefined && held.delete(delivery.endpointId)) own.push({ ...delivery, lease });
    }
    for (const [endpointId, lease] of held) {
      await releaseLease(store, endpointId, lease);
      // Another process that found it taken for this moment counts on a look by this one.
      this.#again = true;
    }
    return own;
  }

  #sleep(ms: number): void {
    this.#cancelSleep();
    if (this.#stopped) return;
    this.#cancelSleep = this.#options.clock.after(Math.min(ms, LONGEST_SLEEP_MS), () => this.wake());
  }

  #begin(delivery: OwnDelivery): void {
    const { endpointId, sequence } = delivery;
    const attempt = this.#attempt(delivery)
      .catch(async (error: unknown) => {
        this.#options.logger.error(
          { err: error, endpointId, sequence },
          'a webhook delivery could not be attempted',
        );
        // Kept as it is, and not tried in a circle.
        this.#resting.add(endpointId);
        this.#options.clock.after(LONGEST_SLEEP_MS, () => {
          this.#resting.delete(endpointId);
          this.wake();
        });
        await this.#letGo(delivery).catch(() => undefined);
      })
      .finally(() => {
        this.#busy.delete(endpointId);
        this.wake();
      });
    this.#busy.set(endpointId, attempt);
  }

  /** Another process can deliver to the endpoint from now on. */
  async #letGo({ endpointId, lease }: OwnDelivery): Promise<void> {
    if (lease !== undefined) await releaseLease(this.#options.store, endpointId, lease);
  }

  async #attempt(delivery: OwnDelivery): Promise<void> {
    const { store, writer, clock, random, logger } = this.#options;
    const startedAt = clock.now();
    const key = signingKeyOf(await webhookKeyRows(store), startedAt);
    if (key === undefined) throw new Error('There is no webhook signing key.');
    const outcome = await this.#post(delivery, key, clock.wallMs?.() ?? startedAt);
    if (outcome === undefined || ('fault' in outcome && outcome.fault === 'STOPPED')) {
      await this.#letGo(delivery);
      return;
    }

    const endedAt = clock.now();
    const after = afterAttempt(outcome, delivery, endedAt, random());
    const status = 'status' in outcome ? outcome.status : null;
    const fault = 'fault' in outcome ? outcome.fault : null;
    const { endpointId, eventId, organizationId, attempts, lease } = delivery;
    const isOwn = await writer.write(
      async (unit) => {
        if (lease !== undefined && !(await releaseLease(unit, endpointId, lease))) return false;
        await recordAttempt(
          unit,
          {
            delivery_sequence: delivery.sequence,
            started_at: startedAt,
            duration_ms: Math.max(0, endedAt - startedAt),
            url: delivery.url,
            address: outcome.address ?? null,
            key_id: key.id,
            http_status: status,
            fault,
          },
          after,
          delivery,
        );
        return true;
      },
      { organizationId, effect: 'adds' },
    );
    const line = { endpointId, eventId, attempt: attempts + 1, status, fault, state: after.state };
    if (!isOwn) {
      logger.warn(line, 'a webhook attempt took so long that another process took over');
      return;
    }
    if (after.state === 'dead') logger.warn(line, 'webhook delivery given up');
    else logger.debug(line, 'webhook delivery attempted');
  }

  /** @returns undefined where the event is gone with its endpoint */
  async #post(
    delivery: NextDelivery,
    key: WebhookKeyRow,
    timestampMs: number,
  ): Promise<PostOutcome | undefined> {
    const { eventId, url, attempts } = delivery;
    const { store, wire } = this.#options;
    const names = webhookNamesOn(wire);
    const sign = await withKeys(() => Promise.resolve().then(() => this.#signerOf(key)));
    const kept = await this.#queue.do(() => bodyOfEvent(store, eventId));
    if (kept === undefined) return undefined;
    const body = await this.#queue.do(() => toUtf8(textOn(wire, kept)));
    const delivered = { keyId: key.id, timestampMs, eventId, body };
    const signed = await this.#queue.do(() => signWebhook(delivered, sign, names));
    const headers = {
      'Content-Type': 'application/json',
      [names.organizationId]: delivery.organizationId,
      [names.eventType]: delivery.eventType,
      [names.webhookVersion]: DELIVERY_VERSION,
      ...signed,
    };
    return await post(
      { url, headers, body, attempts },
      { ...this.#options.post, signal: this.#stopping.signal },
    );
  }

  /** The key is opened once, and held for as long as it signs: reading it takes ten times as long as signing. */
  #signerOf(row: WebhookKeyRow): (message: Uint8Array) => Uint8Array {
    if (this.#signer?.keyId !== row.id) {
      const privateKey = openSigningKey(this.#options.keyRing, row);
      try {
        this.#signer = { keyId: row.id, sign: createEd25519Signer(privateKey) };
      } finally {
        privateKey.wipe();
      }
    }
    return this.#signer.sign;
  }

  /** Turns the signing keys, and begins to forget what was settled long ago. */
  async #upkeep(): Promise<void> {
    const { store, writer, keyRing, clock } = this.#options;
    const now = clock.now();
    if (this.#stopped) return;
    this.#cancelUpkeep = clock.after(UPKEEP_EVERY_MS, () => {
      this.#upkeep().catch(this.#fail);
    });
    await writer.write(async (unit) => {
      await turnSigningKeys(unit, keyRing, now);
      if (isPostgres(unit)) await pruneLeases(unit);
    });
    const before = { delivered: now - KEPT_MS.delivered, dead: now - KEPT_MS.dead };
    this.#prune(() => pruneDeliveries(store, writer, before, () => !this.#stopped));
  }

  /** Begins to forget what is left of deleted endpoints, and more after that; one such walk at a time. */
  #prune(more: () => Promise<void> = () => Promise.resolve()): void {
    const { store, writer } = this.#options;
    this.#pruning ??= forgetDeletedEndpoints(store, writer, () => !this.#stopped)
      .then(more)
      .catch(this.#fail)
      .finally(() => (this.#pruning = undefined));
  }

  readonly #fail = (error: unknown): void =>
    this.#options.logger.error({ err: error }, 'webhook keys and deliveries could not be maintained');
}

/** A body as it is sent. @param kept in the neutral form */
const textOn = (wire: WireForm, kept: string): string =>
  wire === 'published' ? JSON.stringify(toPublished(JSON.parse(kept))) : kept;

/** 2xx is taken; 3xx, 4xx and refused places are final; all else is tried again until the deadline (PROTOCOL.md, section 8). */
function afterAttempt(
  outcome: PostOutcome,
  delivery: NextDelivery,
  now: number,
  random: number,
): AfterAttempt {
  if ('status' in outcome) {
    if (outcome.status >= 200 && outcome.status < 300) return { state: 'delivered' };
    if (outcome.status >= 300 && outcome.status < 500)
      return { state: 'dead', reason: `HTTP_${outcome.status}` };
  } else if (outcome.fault === 'DESTINATION_REFUSED') return { state: 'dead', reason: outcome.fault };
  const nextAttemptAt = now + waitAfter(delivery.attempts + 1, random);
  if (nextAttemptAt > delivery.deadlineAt) return { state: 'dead', reason: 'DEADLINE' };
  return { state: 'pending', nextAttemptAt };
}
