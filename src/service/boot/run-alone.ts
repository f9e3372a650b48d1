import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import {
  generationInKeychain,
  storageKeyFromDescriptor,
  storageKeyFromKeychain,
} from '../keys/storage-key-sources.ts';
import { readArguments } from './arguments.ts';
import { createLogger } from './log.ts';
import { startFailure } from './start-error.ts';
import { startService } from './start.ts';

/** How long the keychain may take to note a number. */
const NOTE_MS = 1000;

function onStdinEnd(listener: () => void): void {
  process.stdin.once('end', listener).once('error', listener).resume();
}

/** Runs the service as a program of its own: ready is one JSON line on standard output, signals end it. */
export async function runAlone(argv: readonly string[]): Promise<void> {
  const logger = createLogger();
  try {
    const { storageKeyFd, endWithStdin, ...rest } = readArguments(argv);
    const storageKey =
      storageKeyFd === undefined ? storageKeyFromKeychain(rest.data) : storageKeyFromDescriptor(storageKeyFd);
    const noted = storageKeyFd === undefined ? generationInKeychain(rest.data) : undefined;
    if (noted !== undefined) mkdirSync(rest.data, { recursive: true, mode: 0o700 });
    // What is not noted is found ahead at the next start: a keychain that asks or fails holds up nothing.
    const note = (generation: number): Promise<unknown> =>
      Promise.race([noted?.note(generation), delay(NOTE_MS)]).catch(() => {
        logger.warn('the keychain did not take the number of the database’s state');
      });
    const known = Math.max(rest.generation.known, (await noted?.known()) ?? 0);
    const generation = { ...rest.generation, known };
    const starting = startService({ ...rest, generation, storageKey, logger, now: Date.now });
    let stopping: Promise<void> | undefined;
    const end = (signal: string): void => {
      logger.info({ signal }, 'stopping');
      stopping ??= starting
        .then(async (started) => {
          await started.stop();
          await note(started.ready.generation + 1);
        })
        .then(() => process.exit(0));
    };
    // A starter that is killed, even now, leaves no service behind with the storage key in it.
    if (endWithStdin) onStdinEnd(() => end('stdin'));
    const service = await starting;
    await note(service.ready.generation);
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    process.stdout.write(`${JSON.stringify(service.ready)}\n`);
    logger.info(service.ready, 'ready');
  } catch (error) {
    const { code, message, exitCode } = startFailure(error);
    logger.fatal({ code }, message);
    process.exitCode = exitCode;
    // A pipe that its starter holds open would keep a service alive that cannot start.
    process.stdin.destroy();
  }
}
