import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const reason = await keychainMissing();

describe.skipIf(reason !== null)(
  `an older copy of the service’s database (${reason ?? 'real keychain, real service'})`,
  () => {
    let place: ReturnType<typeof ownPlace>;
    const open: RunningConsole[] = [];
    beforeEach(() => {
      place = ownPlace();
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map(({ console }) => console.close()));
      await place.remove();
    });

    const start = async (acceptOlderDatabase = false): Promise<RunningConsole> => {
      const running = await runConsole({ ...place, acceptOlderDatabase });
      open.push(running);
      return running;
    };
    const service = (): string => join(place.dataFolder, 'service');
    const copy = (): string => join(place.dataFolder, 'copy');
    const putBack = (): void => {
      rmSync(service(), { recursive: true });
      cpSync(copy(), service(), { recursive: true });
    };
    const stateOf = async (running: RunningConsole) => (await running.untilServiceReady()).health.service;

    it('is refused at the next start, and taken where the operator says so', async () => {
      const first = await start();
      await first.call('credentials.create', { label: 'Desk', curve: 'API_KEY_CURVE_P256' });
      await first.untilReady();
      cpSync(service(), copy(), { recursive: true });
      await first.console.close();
      expect(await place.keychain.list()).toContainEqual(expect.stringMatching(/^service-generation:/));

      putBack();
      const second = await start();
      const refused = await stateOf(second);
      expect(refused).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('is older') as string,
      });
      await second.console.close();

      const third = await start(true);
      expect(await stateOf(third)).toMatchObject({ state: 'ready' });
      await third.console.close();
      expect(await stateOf(await start())).toMatchObject({ state: 'ready' });
    });

    it('is no console that was killed: the database may be ahead of the keychain', async () => {
      const first = await start();
      await first.call('credentials.create', { label: 'Desk', curve: 'API_KEY_CURVE_P256' });
      await first.untilReady();
      const { pid } = first.host.service ?? {};
      if (pid === undefined) throw new Error('The service has no process.');
      process.kill(pid, 'SIGKILL');
      await first.console.close();
      expect(await stateOf(await start())).toMatchObject({ state: 'ready' });
    });
  },
);
