import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { keyFingerprint } from '#protocol/pinned-keys.ts';
import { Secret } from '#protocol/secret.ts';
import { makeFolder } from '#storage/make-folder.ts';
import { StorageError, diskFault, fileFault } from '#storage/storage-error.ts';
import type { PublishedKeys } from '../keys/enclave-keys.ts';
import {
  StorageKey,
  generationInKeychain,
  storageKeyFromDescriptor,
  storageKeyFromKeychain,
} from '../keys/storage-key.ts';
import { type ServiceArguments, readArguments } from './arguments.ts';
import type { GivenKeys } from './check-database.ts';
import { keyServicesOf } from './key-service.ts';
import { DATABASE_COMMANDS, type DatabaseCommand, runDatabaseCommand } from './database-commands.ts';
import { startError } from './errors.ts';
import { type RunningService, startService } from './start.ts';
import { removeLeftFolders, removeWhenEnded } from './working-folder.ts';

const USAGE =
  'usage: npm run service -- --data DIR --port N --auth-proxy-port N --root-public-key HEX' +
  ' [--root-key-curve API_KEY_CURVE_P256|API_KEY_CURVE_SECP256K1|API_KEY_CURVE_ED25519]' +
  ' [--storage-key-fd FD] [--end-with-stdin] [--allow-private-webhooks]' +
  ' [--webhook-proxy http://HOST:PORT] [--webhook-ca FILE|system]' +
  ' [--allow-loopback-issuers] [--oidc-issuers FILE] [--solana-rpc CAIP2=URL]... [--rate-limit N]' +
  ' [--known-generation N] [--accept-older-database]' +
  ' [--host ADDRESS] [--tls-cert FILE --tls-key FILE] [--allow-origin ORIGIN]... [--trusted-proxy CIDR]... [--proxy-protocol]' +
  ' [--public-name NAME]... [--wire neutral|published] [--drain-seconds N]' +
  ' [--metrics-listen ADDRESS:PORT] [--new-storage-key-fd FD] [--rewrap]' +
  ' [--vault-url https://HOST:PORT --vault-key NAME --vault-token-file FILE [--vault-mount PATH] [--vault-ca FILE|system]]' +
  ' [--pkcs11-module FILE --pkcs11-token LABEL --pkcs11-key LABEL --pkcs11-pin-file FILE [--pkcs11-env NAME]...]' +
  ' [--turn-to vault|pkcs11]' +
  ' [--database postgres://USER@HOST:PORT/DATABASE[?sslmode=verify-full&sslrootcert=FILE]' +
  ' --storage-key-fd FD [--database-password-file FILE]]' +
  '; or: service backup --data DIR --to FILE [--key-to-fd FD] | verify --from FILE [--data DIR|--for-console|--storage-key-fd FD] | compare --data DIR --from FILE' +
  ' | restore --data DIR --from FILE [--replace [--sha256 HEX] [--known-generation N]]' +
  ' [--storage-key-fd FD] [--for-console] [--without-keychain]' +
  ' | import --data DIR|--from FILE --database … --storage-key-fd FD [--database-password-file FILE]' +
  ' | rewrap --data DIR|--database … [--storage-key-fd FD] [--new-storage-key-fd FD] [--database-password-file FILE]';

/** A reason for which the service cannot start or stop as it should, in words that can be shown; never holds a secret. */
interface StartFailure {
  readonly code: string;
  /** What happened and what to do, together. */
  readonly message: string;
  /** The same apart, for a starter that shows them. */
  readonly what: string;
  readonly remedy: string;
  /** For the process: 2 for arguments, 1 for everything else. */
  readonly exitCode: number;
}

/** What to tell of an error that kept the service from starting, or from ending as it should. */
function startFailure(error: unknown): StartFailure {
  const told = named(error);
  if (told instanceof AppError || told instanceof StorageError) {
    const { code, message: what, remedy } = told;
    const isUsage = code === 'ARGUMENTS_INVALID';
    return {
      ...{ code, what, remedy, message: `${what} ${isUsage ? USAGE : remedy}` },
      exitCode: isUsage ? 2 : 1,
    };
  }
  const message = told instanceof Error ? told.message : 'unknown reason';
  return { code: 'INTERNAL', message, what: message, remedy: '', exitCode: 1 };
}

/** An error of a library as a row of the registry, where it has one. */
function named(error: unknown): unknown {
  if (error instanceof z.ZodError) return startError('ARGUMENTS_INVALID.message', { cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRNOTAVAIL') return startError('HOST_NOT_HERE', { cause: error });
  if (code === 'EADDRINUSE') return startError('PORT_IN_USE', { cause: error });
  const told = fileFault(error);
  if (told !== error) return told;
  // What the file system says of a path that was given, or of one in a folder that was.
  if (error instanceof Error && 'syscall' in error && 'path' in error)
    return startError('PATH_UNUSABLE', { path: String(error.path), why: error.message, cause: error });
  return diskFault(error);
}

/** Logs as JSON lines on standard error: standard output belongs to the one line that says the service is ready. */
const createLogger = (): Logger =>
  pino({ base: null, level: 'info' }, pino.destination({ fd: 2, sync: true }));

/** What the service has of the program that it runs as. The thread's script is built beside this one, with its ending. */
const program = {
  now: Date.now,
  keyThreadScript: (): string => join(import.meta.dirname, `key-thread${extname(import.meta.filename)}`),
} as const;

const fingerprintsOf = (keys: PublishedKeys): object =>
  Object.fromEntries(
    Object.entries<string>({ ...keys }).map(([name, key]) => [name, keyFingerprint(key)] as const),
  );

/** How long the keychain may take to note a number. */
const NOTE_MS = 1000;

function onStdinEnd(listener: () => void): void {
  process.stdin.once('end', listener).once('error', listener).resume();
}

const hasKeyService = ({ vault, token }: Pick<ServiceArguments, 'vault' | 'token'>): boolean =>
  vault !== undefined || token !== undefined;

/** Where the keys of a service come from; its keychain where none was given. */
function keysGiven(
  data: string,
  given: Pick<ServiceArguments, 'storageKeyFd' | 'newStorageKeyFd' | 'vault' | 'token' | 'turnTo'>,
): GivenKeys {
  const { storageKeyFd, newStorageKeyFd } = given;
  return {
    storageKey:
      storageKeyFd !== undefined
        ? storageKeyFromDescriptor(storageKeyFd)
        : hasKeyService(given)
          ? undefined
          : storageKeyFromKeychain(data),
    ...keyServicesOf(given, data),
    newStorageKey: newStorageKeyFd === undefined ? undefined : storageKeyFromDescriptor(newStorageKeyFd),
  };
}

/**
 * Stops a service, and logs why it could not do all of that.
 * @returns the exit code: 0 says that the state which a starter notes was reached
 */
async function stopped(service: RunningService, logger: Logger): Promise<0 | 1> {
  try {
    await service.stop();
    return 0;
  } catch (error) {
    const { code, message, what, remedy } = startFailure(error);
    logger.fatal({ code, what, remedy }, message);
    return 1;
  }
}

/** Carries out a command on the service's database in place of starting it; its answer is one JSON line on standard output. */
export async function runCommand(command: DatabaseCommand, argv: readonly string[]): Promise<void> {
  removeWhenEnded();
  removeLeftFolders(tmpdir());
  try {
    process.stdout.write(`${JSON.stringify(await runDatabaseCommand(command, argv))}\n`);
  } catch (error) {
    const { code, message, what, remedy, exitCode } = startFailure(error);
    createLogger().fatal({ code, what, remedy }, message);
    process.exitCode = exitCode;
  }
}

/** Runs the service as a program of its own: ready is one JSON line on standard output, signals end it. */
export async function runAlone(argv: readonly string[]): Promise<void> {
  const logger = createLogger();
  try {
    const { storageKeyFd, newStorageKeyFd, vault, token, turnTo, endWithStdin, ...rest } =
      readArguments(argv);
    const keys = keysGiven(rest.data, { storageKeyFd, newStorageKeyFd, vault, token, turnTo });
    const isInKeychain = storageKeyFd === undefined && !hasKeyService({ vault, token });
    const noted = isInKeychain ? generationInKeychain(rest.data) : undefined;
    if (noted !== undefined) makeFolder(rest.data);
    // What is not noted is found ahead at the next start: a keychain that asks or fails holds up nothing.
    const note = (generation: number): Promise<unknown> =>
      Promise.race([noted?.note(generation), delay(NOTE_MS)]).catch(() => {
        logger.warn('the keychain could not store the generation of the database');
      });
    const known = Math.max(rest.generation.known, (await noted?.known()) ?? 0);
    const generation = { ...rest.generation, known };
    // Standard output is its starter's own where the service lives by its pipe: others read the one line.
    const onUpgrade = (): void => {
      if (endWithStdin) process.stdout.write(`${JSON.stringify({ upgrading: true })}\n`);
    };
    const starting = startService({ ...rest, ...program, ...keys, generation, logger, onUpgrade });
    let stopping: Promise<void> | undefined;
    const end = (signal: string): void => {
      logger.info({ signal }, 'stopping');
      stopping ??= starting.then(
        async (started) => {
          const code = await stopped(started, logger);
          if (code === 0) await note(started.ready.generation + 1);
          process.exit(code);
        },
        // Who waits for the start tells of its failure.
        () => undefined,
      );
    };
    // A starter that is killed, even now, leaves no service behind with the storage key in it.
    if (endWithStdin) onStdinEnd(() => end('stdin'));
    const service = await starting;
    await note(service.ready.generation);
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    if (service.reloadTls !== undefined) process.on('SIGHUP', service.reloadTls);
    process.stdout.write(`${JSON.stringify(service.ready)}\n`);
    // As the console's approval shows them, for an operator who reads them out to another.
    logger.info({ ...service.ready, keyFingerprints: fingerprintsOf(service.ready.keys) }, 'ready');
  } catch (error) {
    const { code, message, exitCode } = startFailure(error);
    logger.fatal({ code }, message);
    process.exitCode = exitCode;
    // A pipe that its starter holds open would keep a service alive that cannot start.
    process.stdin.destroy();
  }
}

/** The part of Electron's `process.parentPort` that is used here: a utility process's line to who started it. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const startMessage = z.strictObject({ argv: z.array(z.string()), storageKey: z.instanceof(Uint8Array) });
const commandMessage = startMessage.extend({ command: z.enum(DATABASE_COMMANDS) });
const stopMessage = z.strictObject({ stop: z.literal(true) });

/** The line to the starter, in a utility process of Electron; undefined in a process of its own. */
export const parentPort = (): ParentPort | undefined => (process as { parentPort?: ParentPort }).parentPort;

/**
 * Runs the service as a utility process: started by the first message, answered with `ready` or `failed`, and with `upgrading`
 * before that where its database is brought up to date; ended by `stop`. A
 * first message that has a command is answered with `done` or `failed` in place of that.
 */
export function runAsChild(port: ParentPort, logger: Logger = createLogger()): void {
  let starting: Promise<RunningService | undefined> | undefined;
  port.on('message', ({ data }) => {
    if (starting === undefined) {
      const asked = commandMessage.safeParse(data).data;
      starting = asked === undefined ? start(port, logger, data) : carryOut(port, logger, asked);
    } else if (stopMessage.safeParse(data).success) {
      void starting
        .then((service) => (service === undefined ? 0 : stopped(service, logger)))
        .then((code) => process.exit(code));
    }
  });
}

async function carryOut(
  port: ParentPort,
  logger: Logger,
  { command, argv, storageKey }: z.infer<typeof commandMessage>,
): Promise<undefined> {
  try {
    const key = new Secret(storageKey);
    // Each that asks gets a copy, and wipes it.
    const source = () =>
      Promise.resolve(new StorageKey(new Secret(key.use((bytes) => Uint8Array.from(bytes)))));
    try {
      port.postMessage({ done: await runDatabaseCommand(command, argv, source) });
    } finally {
      key.wipe();
    }
  } catch (error) {
    const { code, message, what, remedy } = startFailure(error);
    logger.fatal({ code }, message);
    port.postMessage({ failed: { code, message: what, remedy } });
  }
}

async function start(
  port: ParentPort,
  logger: Logger,
  message: unknown,
): Promise<RunningService | undefined> {
  try {
    const { argv, storageKey } = startMessage.parse(message);
    const source = () => Promise.resolve(new StorageKey(new Secret(storageKey)));
    const service = await startService({
      ...readArguments(argv),
      ...program,
      storageKey: source,
      logger,
      onUpgrade: () => port.postMessage({ upgrading: true }),
    });
    logger.info(service.ready, 'ready');
    port.postMessage({ ready: service.ready });
    return service;
  } catch (error) {
    const { code, message: text } = startFailure(error);
    logger.fatal({ code }, text);
    port.postMessage({ failed: { code, message: text } });
    return undefined;
  }
}
