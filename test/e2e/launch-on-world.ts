import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credential } from '#preload/contract/credentials.ts';
import { addProfile } from '../fixtures/add-profile.ts';
import { World } from '../service/conformance/world.ts';
import { callBridge } from './bridge-calls.ts';
import { type HostKind, type Launched, launchConsole } from './launch.ts';

/** A console whose profile is a service of the test's own, in which the test makes what requests need. */
export interface OnWorld {
  readonly launched: Launched;
  readonly world: World;
  /** Closes the console and starts it again on what it kept. */
  restart(): Promise<Launched>;
  close(): Promise<void>;
}

/**
 * Starts the embedded service inside the test, so that it takes the test's tokens and seeds, and a console with a
 * profile for it: its pinned keys are the service's, and its credential is an API key of the root user.
 * @param by gives the address by which the console reaches the service, of the service's own; that one, unless told otherwise
 * @param switches more of Chromium's switches, for Electron
 */
export async function launchOnWorld(
  host: HostKind,
  by: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  switches: readonly string[] = [],
): Promise<OnWorld> {
  const world = await World.start();
  world.service.now = Date.now();
  const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-e2e-'));
  await addProfile(dataFolder, world.service.ready, await by(world.service.ready.url));
  const keychainService = `KeyOps test ${randomUUID()}`;
  const launch = (): Promise<Launched> => launchConsole({ host, dataFolder, keychainService, switches });
  const launched = await launch();
  let running = launched;
  const made = await callBridge(launched.page, 'credentials.create', {
    label: 'Tester',
    curve: 'API_KEY_CURVE_P256',
  });
  if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
  const { publicKey } = made.value as Credential;
  const key = { apiKeyName: 'Console', publicKey, curveType: 'API_KEY_CURVE_P256' };
  await world.done('create_api_keys', { userId: world.rootUserId, apiKeys: [key] });
  await callBridge(launched.page, 'app.recheck');
  return {
    launched,
    world,
    restart: async () => {
      await running.close();
      running = await launch();
      return running;
    },
    close: async () => {
      await running.close();
      await world.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
