// Attacks on what is said of stamps: one that was never made must not pass for one that was.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { readOfflineFile } from '#protocol/offline/offline-files.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { type OfflinePair, type Ran, offlinePair } from '#test/fixtures/offline-pair.ts';

const WARNING = 'Stamped here before';

let service: LocalService;
let pair: OfflinePair;
let count = 0;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
});
afterAll(async () => {
  pair.remove();
  await service.stop();
});

async function prepared(): Promise<{ file: string; fingerprint: string }> {
  service.now = Date.now();
  count += 1;
  const [body, file] = [join(pair.files, 'body.json'), join(pair.files, `${count}.keyops-request`)];
  const rule = { effect: 'EFFECT_ALLOW', condition: 'true', consensus: 'true', notes: '' };
  writeFileSync(body, JSON.stringify({ policyName: `Policy ${count}`, ...rule }));
  const ran = await pair.online.run([
    ...['prepare', 'create_policy', '--body', body, '--key', pair.publicKey, '--out', file, '--json'],
  ]);
  expect(ran.exit).toBe(0);
  const { body: bytes } = readOfflineFile('keyops-request', readFileSync(file));
  return { file, fingerprint: fingerprintOf(bytes) };
}
const stamp = (file: string): Promise<Ran> =>
  pair.offline.run(['stamp', file, '--out', `${file}.stamp`, '--json']);
/** Approves a request whose stamp then can't be made: its key can't be had. */
async function stampInVain(file: string): Promise<void> {
  const { keychain } = pair.offline;
  const get = keychain.get.bind(keychain);
  keychain.get = (item) =>
    item.startsWith('credential:') ? Promise.reject(new KeychainError('locked', 'linux')) : get(item);
  try {
    const ran = await stamp(file);
    expect([ran.exit, ran.json['code'] ?? ran.err]).toEqual([8, expect.stringContaining('KEYCHAIN_LOCKED')]);
  } finally {
    keychain.get = get;
  }
}
const outcomesOf = async (fingerprint: string): Promise<string[]> => {
  const { json } = await pair.offline.run(['journal', '--lines', '50', '--json']);
  const entries = json['entries'] as readonly { digest: string; outcome: string }[];
  return entries.filter(({ digest }) => `sha256:${digest}` === fingerprint).map(({ outcome }) => outcome);
};
/** What is said of a file where it is approved along with another. */
async function cardOf(file: string): Promise<string> {
  const folder = mkdtempSync(join(pair.files, 'folder-'));
  for (const [index, each] of [file, (await prepared()).file].entries())
    copyFileSync(each, join(folder, `${index}.keyops-request`));
  return (await pair.offline.run(['approve', folder])).out;
}
/** What is kept, as it is before another console starts. */
async function inStorage<T>(
  look: (storage: Awaited<ReturnType<typeof openStorage>>) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(pair.offline.dataFolder);
  try {
    return await look(storage);
  } finally {
    await storage.close();
  }
}

describe('a stamp that could not be made after its approval', () => {
  it('attack: is told as made: by the next card, by the journal, and by a row that stays open', async () => {
    const { file, fingerprint } = await prepared();
    await stampInVain(file);
    const unanswered = await inStorage(({ requests }) => requests.listUnanswered());
    expect(unanswered.map((row) => row.fingerprint)).not.toContain(fingerprint);
    expect(await cardOf(file)).not.toContain(WARNING);
    expect(await outcomesOf(fingerprint)).toEqual([]);
    // Nothing is in its way: it is stamped as if for the first time.
    expect((await stamp(file)).exit).toBe(0);
    expect(await outcomesOf(fingerprint)).toEqual(['stamped for a file']);
    expect(await cardOf(file)).toContain(WARNING);
    expect(await inStorage(({ requests }) => requests.findUnanswered(fingerprint))).toBeDefined();
  });

  it('attack: takes back the stamp that was made before it', async () => {
    const { file, fingerprint } = await prepared();
    expect((await stamp(file)).exit).toBe(0);
    await stampInVain(file);
    expect(await inStorage(({ requests }) => requests.findUnanswered(fingerprint))).toBeDefined();
    expect(await inStorage(({ requests }) => requests.listInterrupted())).toEqual([]);
    expect((await stamp(file)).exit).toBe(0);
    expect(await outcomesOf(fingerprint)).toEqual(['stamped for a file', 'stamped for a file']);
  });

  it('is found at the next start where the console ended before it could say so', async () => {
    const { file, fingerprint } = await prepared();
    await stampInVain(file);
    await inStorage(async ({ requests }) => {
      const row = await requests.find(fingerprint);
      if (row === undefined) throw new Error('It is kept before it is stamped.');
      await requests.add(row);
    });
    expect(await outcomesOf(fingerprint)).toEqual(['interrupted']);
  });
});
