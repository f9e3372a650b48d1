import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type ListenerWaits, PostgresListener } from '#storage/postgres/listener.ts';
import type { Store } from './store.ts';

const CHANNEL = 'keyops_news';
/** What is to be told within this time is told once. */
const TELL_EVERY_MS = 100;
/** Whoever told has the first look: most often nothing is left for others. */
const HEARD_AFTER_MS = 250;

/** How processes on one database tell each other that there is something to look for. */
export interface PeerNotices {
  /** Whether others would be heard now; whoever looks by itself can do so more seldom then. */
  readonly isListening: boolean;
  /** Says to the others that they may look, soon. */
  readonly tell: () => void;
  /** Says so now. Resolves once it is said, or can't be. */
  readonly tellNow: () => Promise<void>;
  /** Calls `listener` a moment after another process has told, and after others may have told unheard. */
  readonly onHeard: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

export interface NoticeOptions {
  readonly password?: (() => string) | undefined;
  readonly logger: Logger;
  readonly waits?: Partial<ListenerWaits> | undefined;
}

/**
 * `LISTEN` and `NOTIFY` of PostgreSQL. What is told is only that there is something: what it is stands in the tables, and whoever
 * hears nothing finds it there later. It is told after the commit: a `NOTIFY` in a transaction lines up the commits of all
 * (PostgreSQL's lock on its queue).
 */
export function createPeerNotices(store: Store, url: string, options: NoticeOptions): PeerNotices {
  const { password, logger, waits } = options;
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  let telling: NodeJS.Timeout | undefined;
  let hearing: NodeJS.Timeout | undefined;
  let isStopped = false;
  const later = (): void => {
    if (isStopped) return;
    hearing ??= setTimeout(() => {
      hearing = undefined;
      for (const listener of listeners) listener();
    }, HEARD_AFTER_MS);
  };
  const listener = new PostgresListener(url, {
    channel: CHANNEL,
    password,
    waits,
    onHeard: (from) => {
      if (from !== self) later();
    },
    onListening: later,
    onLost: (err, isForGood) => {
      if (isForGood)
        logger.info({ err }, 'the database tells no news: webhooks are looked for by the clock alone');
      else logger.warn({ err }, 'the connection that listens for news was lost');
    },
  });
  const tellNow = async (): Promise<void> => {
    clearTimeout(telling);
    telling = undefined;
    // Others find it by themselves.
    await sql`SELECT pg_notify(${CHANNEL}, ${self})`.execute(store).catch(() => undefined);
  };
  listener.start();
  return {
    get isListening() {
      return listener.isListening;
    },
    tell: () => {
      if (!isStopped) telling ??= setTimeout(() => void tellNow(), TELL_EVERY_MS);
    },
    tellNow,
    onHeard: (each) => void listeners.push(each),
    stop: async () => {
      isStopped = true;
      clearTimeout(telling);
      clearTimeout(hearing);
      await listener.stop();
    },
  };
}
