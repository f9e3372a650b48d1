import process from 'node:process';
import { z } from 'zod';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '../keys/storage-key.ts';
import { readArguments } from './arguments.ts';
import { createLogger } from './log.ts';
import { startFailure } from './start-error.ts';
import { startService, type RunningService } from './start.ts';

/** The part of Electron's `process.parentPort` that is used here: a utility process's line to who started it. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
}

const startMessage = z.strictObject({ argv: z.array(z.string()), storageKey: z.instanceof(Uint8Array) });
const stopMessage = z.strictObject({ stop: z.literal(true) });

/** The line to the starter, in a utility process of Electron; undefined in a process of its own. */
export const parentPort = (): ParentPort | undefined => (process as { parentPort?: ParentPort }).parentPort;

/** Runs the service as a utility process: started by the first message, answered with `ready` or `failed`, ended by `stop`. */
export function runAsChild(port: ParentPort): void {
  let starting: Promise<RunningService | undefined> | undefined;
  port.on('message', ({ data }) => {
    if (starting === undefined) {
      starting = start(port, data);
    } else if (stopMessage.safeParse(data).success) {
      void starting.then((service) => service?.stop()).then(() => process.exit(0));
    }
  });
}

async function start(port: ParentPort, message: unknown): Promise<RunningService | undefined> {
  try {
    const { argv, storageKey } = startMessage.parse(message);
    const source = () => Promise.resolve(new StorageKey(new Secret(storageKey)));
    const service = await startService({
      ...readArguments(argv),
      storageKey: source,
      logger: createLogger(),
      now: Date.now,
    });
    port.postMessage({ ready: service.ready });
    return service;
  } catch (error) {
    const { code, message: text } = startFailure(error);
    port.postMessage({ failed: { code, message: text } });
    return undefined;
  }
}
