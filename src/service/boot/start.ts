import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { lockFolder } from '#storage/lock-folder.ts';
import { storageError } from '#storage/storage-error.ts';
import { createNativeCurves } from '#native/curves.ts';
import { installCurves } from '#protocol/curves.ts';
import { createHandlerFinder } from '../engine/proposal.ts';
import { SwapFeeRelay } from '../features/earn/swap-fee-relay.ts';
import { operations } from './operations.ts';
import { onceATurn } from '../http/once-a-turn.ts';
import { DEFAULT_RATE_LIMIT } from '../http/rate-limit.ts';
import { rateLimiterOf } from '../http/shared-rate-limit.ts';
import { THIS_MACHINE } from '../http/network.ts';
import { type PublishedKeys, publishedKeys, wipeEnclaveKeys } from '../keys/enclave-keys.ts';
import { IssuerKeys } from '../oidc/issuer-keys.ts';
import { SolanaHistory } from '../solana/history.ts';
import { KeyThreads, type ThreadScript } from '../keys/key-threads.ts';
import { serverTimeMs } from '../storage/engine-sql.ts';
import { newestActivityId, orderedIds } from '../storage/activity-order.ts';
import { type Clock, Dispatcher } from '../webhooks/dispatcher.ts';
import { resolveName } from '../webhooks/post.ts';
import { type ServiceArguments, readIssuers } from './arguments.ts';
import { type RootUser, bootstrapRootUser } from './first-start.ts';
import { type ReadDatabaseMs, endWhatWasOverThere } from './database-clock.ts';
import { createForwardClock, createSteadyClock, endWhatWasOver } from './forward-clock.ts';
import { ensureEnclaveKeys } from './enclave-keys.ts';
import { rewrapBeside } from './background-rewrap.ts';
import { serve } from './serve.ts';
import { type Undo, takeBack } from './take-back.ts';
import { readTlsIdentity } from './tls-identity.ts';
import { webhookTrust } from './webhook-authorities.ts';
import type { GivenKeys, KnownGeneration } from './check-database.ts';
import { openFile, openShared } from './open-database.ts';

const ownPackage = z.object({ name: z.literal('keyops-console'), version: z.string() });

/** The version of the program: of the package that this file is part of, wherever in it the bundle was put. */
function programVersion(folder: string = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  const found = existsSync(file)
    ? ownPackage.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
    : undefined;
  if (found !== undefined) return found.version;
  const parent = dirname(folder);
  return parent === folder ? 'unknown' : programVersion(parent);
}

export interface ServiceOptions
  extends
    GivenKeys,
    Omit<
      ServiceArguments,
      'storageKeyFd' | 'newStorageKeyFd' | 'vault' | 'token' | 'turnTo' | 'endWithStdin' | 'generation'
    > {
  /** What is known of the database outside of it; nothing when left out. */
  readonly generation?: KnownGeneration;
  /** Where the built `src/service/keys/key-thread.ts` lies. */
  readonly keyThreadScript: ThreadScript;
  readonly logger: Logger;
  /** The wall clock: milliseconds since the epoch. */
  readonly now: () => number;
  /** A clock that nobody can set, in ms; the machine's when left out. */
  readonly steadyMs?: () => number;
  /** The clock of a shared database's server; asked of the server when left out. */
  readonly databaseMs?: ReadDatabaseMs;
  /** Called where a database file is brought up to date first, which takes minutes for a large one. */
  readonly onUpgrade?: () => void;
}

/** What the service says once it is ready: the one line on standard output. */
export interface Ready extends RootUser {
  readonly url: string;
  readonly authProxyUrl: string;
  readonly version: string;
  /** The number of the database's state, to be noted outside of it; one more once the service has stopped (code 0). */
  readonly generation: number;
  /** What clients pin. */
  readonly keys: PublishedKeys;
}

export interface RunningService {
  readonly ready: Ready;
  /** Stops accepting, finishes what is in flight, closes the database. */
  readonly stop: () => Promise<void>;
  /** Shows a renewed certificate from now on; undefined without TLS. */
  readonly reloadTls: (() => void) | undefined;
}

/** An attempt to deliver a webhook gets this long. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/** How long a database's server that doesn't answer holds up the end, once requests are answered or cut off. */
const LAST_ANSWERS_MS = 3000;

/**
 * Starts the service.
 * @throws StorageError, AppError or a system error, after everything begun was undone
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  installCurves(createNativeCurves());
  const undo: Undo = [];
  let isGivenUp = false;
  const stop = (): Promise<void> =>
    takeBack(undo).catch((cause: unknown) => {
      throw isGivenUp ? storageError('DATABASE_LOST', { cause }) : cause;
    });
  try {
    const { network = THIS_MACHINE, wire = 'neutral', tlsFiles } = options;
    const tls = tlsFiles === undefined ? undefined : readTlsIdentity(tlsFiles, options.now());
    undo.push(() => tls?.key.wipe());
    if (options.database === undefined) undo.push(lockFolder(options.data));
    const steadyMs = options.steadyMs ?? createSteadyClock();
    const { now } = createForwardClock(options.now, steadyMs, (behindMs) =>
      options.logger.warn(
        { behindMs },
        'the system clock was set back: what expires goes on by the time that passed',
      ),
    );
    const clocks = { wallMs: options.now, databaseMs: options.databaseMs ?? serverTimeMs };
    const { store, keyRing, writer, requireOwn, generation, notices } =
      options.database === undefined
        ? await openFile(options, undo, now)
        : await openShared({ ...options, clocks }, options.database, undo, now);
    undo.push(() => writer.settled());
    const { behindMs, keptKeys } =
      options.database === undefined
        ? await endWhatWasOver(writer, store, now())
        : await endWhatWasOverThere(writer, clocks.databaseMs);
    if (behindMs > 0) options.logger.warn({ behindMs }, 'the clock is behind the last run: sessions ended');
    if (keptKeys > 0)
      options.logger.warn(
        { keptKeys },
        'keys that had ended by the clock of the last run were kept: the root quorum can’t be reached without them',
      );
    const root = await bootstrapRootUser(writer, options.rootKey, now());
    const enclaveKeys = await ensureEnclaveKeys(writer, keyRing, now());
    undo.push(() => writer.settled().then(() => wipeEnclaveKeys(enclaveKeys)));
    const keyThreads = new KeyThreads(options.keyThreadScript);
    undo.push(() => keyThreads.stop());
    const issuerKeys = new IssuerKeys({
      steadyMs,
      allowLoopback: options.allowLoopbackIssuers,
      configured: options.oidcIssuers === undefined ? new Map() : readIssuers(options.oidcIssuers),
    });
    const nextActivityId = orderedIds(now, await newestActivityId(store));
    const clock = { now, wallMs: options.now, after };
    const dispatcher = new Dispatcher({
      ...{ store, writer, keyRing, logger: options.logger },
      ...{ clock, wire, notices },
      random: () => randomInt(2 ** 32) / 2 ** 32,
      post: {
        allowPrivate: options.allowPrivateWebhooks,
        timeoutMs: WEBHOOK_TIMEOUT_MS,
        resolve: resolveName,
        proxy: options.webhookProxy,
        trust: webhookTrust(options.webhookCa),
      },
    });
    undo.push(() => dispatcher.stop());
    await dispatcher.start();
    const relay = new SwapFeeRelay({ store, writer, clock, notices, logger: options.logger });
    undo.push(() => relay.stop());
    relay.start();

    // Else each of the steps after it would wait for such a server by itself: a minute or two.
    const giveUp = (): void => {
      isGivenUp = true;
      void store.destroy();
    };
    let turning: ReturnType<typeof rewrapBeside> | undefined;
    undo.push(() => turning?.stop());
    if (options.database !== undefined) undo.push(() => void setTimeout(giveUp, LAST_ANSWERS_MS).unref());
    const version = programVersion();
    const { url, authProxyUrl, reloadTls } = await serve(
      { ...options, network, wire, clock, steadyMs, tls, version },
      {
        engine: {
          writer,
          keyRing,
          enclaveKeys,
          issuerKeys,
          keyThreads,
          allowPrivateWebhooks: options.allowPrivateWebhooks,
          wire,
          now,
          nextActivityId,
          submitHandlerOf: createHandlerFinder(operations),
        },
        store,
        requireOwn: onceATurn(() => requireOwn(store)),
        rateLimiter: rateLimiterOf(store, options.rateLimit ?? DEFAULT_RATE_LIMIT, now),
        wallMs: options.now,
        solanaHistory: new SolanaHistory(store, writer, options.solanaEndpoints),
        network,
      },
      undo,
    );
    if (options.rewrap === true) turning = rewrapBeside({ store, writer, keyRing }, now, options.logger);
    if (options.database !== undefined)
      options.logger.warn(
        'rows of the shared database have a seal each: deleted ones, and older copies put back, go unnoticed',
      );
    return {
      ready: {
        ...{ url, authProxyUrl, ...root, version, generation },
        keys: publishedKeys(enclaveKeys),
      },
      stop,
      reloadTls,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

const after: Clock['after'] = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};
