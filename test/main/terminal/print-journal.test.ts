// `keyops journal` over a data folder whose first journal was tampered with and closed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConsoleJournal } from '#main/journal/console-journal.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, offlinePair } from '../../fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
const file = (name: string): string => join(pair.offline.dataFolder, name);
const edit = (name: string, from: string, to: string): void => {
  const text = readFileSync(file(name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
};

async function withJournal(
  work: (journal: Awaited<ReturnType<typeof openConsoleJournal>>['journal']) => Promise<unknown>,
): Promise<void> {
  const { dataFolder, keychain } = pair.offline;
  const storage = await openStorage(dataFolder);
  const { journal, recovered } = await openConsoleJournal(
    { dataFolder, keychain, clock: fakeClock() },
    storage,
    (error) => {
      throw error;
    },
  );
  await recovered;
  await journal.checkedWhole();
  await work(journal);
  await journal.close();
  await storage.close();
}

const line = (outcome: string) => ({
  ...{ profile: 'Local', publicKey: '', operation: 'sign_transaction', digest: 'd'.repeat(64) },
  outcome,
});

beforeEach(async () => {
  service = await LocalService.start();
  pair = await offlinePair(service);
  await withJournal((journal) => journal.append(line('completed')));
  edit('journal.jsonl', 'completed', 'complated');
  await withJournal(async (journal) => {
    await journal.startNext('Local');
    await journal.append(line('failed: A'));
  });
  // A service and two consoles are started, on a machine that may be busy.
});
afterEach(async () => {
  pair.remove();
  await service.stop();
});

it('says what was closed and why, and that the lines of the next one hold together', async () => {
  const said = await pair.offline.run(['journal']);
  expect(said.exit).toBe(0);
  expect(said.out).toContain('failed: A');
  expect(said.out).toMatch(/^closed journal\.jsonl: file and note match\. It was closed .*Line 1/mu);
  expect(said.out).toMatch(/^All 2 lines hold together\.$/mu);
  const { json } = await pair.offline.run(['journal', '--json']);
  expect(json).toMatchObject({ ok: true, closed: [{ number: 1, problem: null }] });
});

it('attack: the closed journal is mended, so that its note accuses nobody', async () => {
  edit('journal.jsonl', 'complated', 'completed');
  const said = await pair.offline.run(['journal']);
  expect(said.out).toMatch(/^!! closed journal\.jsonl: /mu);
  expect(said.exit).toBe(6);
  expect((await pair.offline.run(['journal', '--json'])).json).toMatchObject({ ok: false });
});

it('attack: the note or the closed journal is taken away', async () => {
  rmSync(file('journal.note-1.json'));
  expect((await pair.offline.run(['journal', '--json'])).json).toMatchObject({ ok: false });
  rmSync(file('journal.jsonl'));
  const said = await pair.offline.run(['journal']);
  expect([said.exit, said.out.includes('!! closed')]).toEqual([6, true]);
});
