import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type KeptBeside, type SendParts, sendBeside } from '#main/features/requests/send.ts';
import type { Client } from '#main/service-client/client.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { createRequestSeal } from '#main/vault/row-seals.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { portableStamper } from '#test/fixtures/portable-stamper.ts';

const body = toUtf8('{"type":"x","timestampMs":"1"}');
const fingerprint = fingerprintOf(body);
let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-beside-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends with the real database; what the service answers is played, and counted. */
async function sendWith(beside: KeptBeside, faults: string[] = []) {
  let submitted = 0;
  const parts = {
    client: {
      submit: () => {
        submitted += 1;
        return Promise.resolve({
          ...{ id: 'a', status: 'ACTIVITY_STATUS_COMPLETED', fingerprint },
          result: { createPrivateKeysResultV2: { privateKeys: [] } },
        });
      },
    } as unknown as Client,
    clock: fakeClock(),
    isLocked: () => false,
    journal: { append: () => Promise.resolve() },
    requestSeal: createRequestSeal(memoryKeychain()),
    requests: storage.requests,
    onJournalFault: (error: unknown) => faults.push(String(error)),
    onRecorded: () => undefined,
  } as unknown as SendParts;
  const sent = sendBeside(
    parts,
    {
      operation: createPrivateKeys,
      body,
      target: {
        ...{ baseUrl: 'http://127.0.0.1:1', organizationId: 'org', profileId: 'local', profileName: 'Local' },
        moves: 0,
        stamper: portableStamper(portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(1))),
      },
      profileId: 'local',
      expectation: { kind: 'none' },
      resumed: false,
    },
    beside,
  );
  const [outcome] = await Promise.allSettled([sent.then(async ({ settled }) => settled)]);
  return { outcome, submitted };
}

const nothing = (): Promise<void> => Promise.resolve();

it('attack: a crash between two tables leaves a request that one of them never sent: where one write fails, so does the other', async () => {
  // The set isn't there: what is written beside fails the whole transaction, and nothing is stamped.
  const broken = storage.groups.setState('set', 0, 'sent', { activityId: {} as never });
  await expect(broken).rejects.toThrow();
  const { outcome, submitted } = await sendWith({
    begin: () => storage.groups.setState('set', 0, 'sent', { activityId: {} as never }),
    tell: nothing,
    end: nothing,
  });
  expect(outcome.status).toBe('rejected');
  expect(submitted).toBe(0);
  expect(await storage.requests.find(fingerprint)).toBeUndefined();
});

it('a result that could not be written leaves the other’s end unsaid, and the request with its own', async () => {
  const said: string[] = [];
  const { outcome, submitted } = await sendWith({
    begin: nothing,
    tell: () => Promise.reject(new Error('the disk is full')),
    end: () => {
      said.push('end');
      return Promise.resolve();
    },
  });
  expect([outcome.status, submitted, said]).toEqual(['rejected', 1, []]);
  expect(await storage.requests.find(fingerprint)).toBeDefined();
  expect(await storage.requests.listUnanswered()).toEqual([]);
});

it('the end comes behind what tells of it', async () => {
  const said: string[] = [];
  const { outcome } = await sendWith({
    begin: () => Promise.resolve(void said.push('begin')),
    tell: () => Promise.resolve(void said.push('tell')),
    end: () => Promise.resolve(void said.push('end')),
  });
  expect(outcome.status).toBe('fulfilled');
  expect(said).toEqual(['begin', 'tell', 'end']);
});
