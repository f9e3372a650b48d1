import type { Logger } from 'pino';
import { type Rewrapped, RewrapStopped, rewrap } from '../storage/rewrap.ts';
import type { OpenedDatabase } from './open-database.ts';
import { startError } from './errors.ts';

/** A rewrap that goes on beside a service's requests. */
interface BackgroundRewrap {
  /** Has it end after the transaction that is under way; what is turned stays so. */
  readonly stop: () => Promise<void>;
}

/**
 * Turns the secrets of a database to the key that was given last.
 * @throws AppError `REWRAP_STOPPED`
 */
export async function turnDatabase(
  { store, writer, keyRing }: Pick<OpenedDatabase, 'store' | 'writer' | 'keyRing'>,
  now: () => number,
  isStopped: () => boolean = () => false,
): Promise<Rewrapped> {
  try {
    const target = await keyRing.target();
    return await rewrap({ store, writer, keyRing, target, now, isStopped });
  } catch (error) {
    throw error instanceof RewrapStopped ? startError(`REWRAP_STOPPED.${error.reason}`) : error;
  }
}

/** Begins to turn the secrets of a running service's database; its log says how that ended. */
export function rewrapBeside(
  database: Pick<OpenedDatabase, 'store' | 'writer' | 'keyRing'>,
  now: () => number,
  logger: Logger,
): BackgroundRewrap {
  let isStopped = false;
  const turning = turnDatabase(database, now, () => isStopped).then(
    (turned) =>
      logger.info(turned, 'every secret is under the new storage key; the old one is not needed any more'),
    (error: unknown) => {
      if (isStopped) logger.info('the storage key was not turned to the end; the next start goes on');
      else logger.error({ err: error }, 'the storage key could not be turned to the end');
    },
  );
  return {
    stop: async () => {
      isStopped = true;
      await turning;
    },
  };
}
