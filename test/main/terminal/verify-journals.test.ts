import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#main/journal/journal.ts';
import { createSealedHead } from '#main/journal/console-journal.ts';
import { isNotePath, readNotes, verifyJournal, verifyNote } from '#main/terminal/verify-journals.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

let folder: string;
const path = (name: string): string => join(folder, name);
const edit = (name: string, from: string, to: string): void =>
  writeFileSync(path(name), readFileSync(path(name), 'utf8').replace(from, to));
const FILES = ['journal.jsonl', 'journal.note-1.json', 'journal.2.jsonl'];

const verify = async (names: readonly string[]): Promise<Record<string, string>> => {
  const notes = await readNotes(names.map(path));
  const checks = await Promise.all(
    names.map(async (name) =>
      isNotePath(name) ? verifyNote(path(name), notes) : verifyJournal(path(name), notes),
    ),
  );
  return Object.fromEntries(
    checks.map(({ passed, detail }, n) => [names[n] ?? '', `${passed ? 'ok' : 'FAILED'} ${detail}`]),
  );
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-verify-'));
  let head: string | undefined;
  const settings = {
    get: (name: string) => Promise.resolve(name === 'journal.head' ? head : undefined),
    set: (_: string, value: string) => Promise.resolve(void (head = value)),
  };
  const keychain = memoryKeychain();
  const open = () => {
    const seal = createSealedHead(settings, keychain, folder);
    return openJournal(path('journal.jsonl'), seal, fakeClock(), { seal });
  };
  const entry = {
    profile: 'Local',
    publicKey: '',
    operation: 'sign_transaction',
    digest: 'd',
    outcome: 'completed',
  };
  const journal = await open();
  await journal.append(entry);
  await journal.close();
  edit('journal.jsonl', 'completed', 'complated');
  const again = await open();
  await again.startNext('Local');
  await again.append(entry);
  await again.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('verifies a closed journal by its note, and the one behind it by its first line', async () => {
  const found = await verify(FILES);
  expect(found['journal.jsonl']).toMatch(/^ok It is the file that its note closed: Line 1 does not match/);
  expect(found['journal.note-1.json']).toMatch(/^ok A note on journal.jsonl, [0-9a-f]{64}: Line 1/);
  expect(found['journal.2.jsonl']).toMatch(/^ok All 2 lines hold together.*names the note before it$/);
});

it('says of each alone what it is', async () => {
  expect((await verify(['journal.jsonl']))['journal.jsonl']).toMatch(/^FAILED Line 1/);
  expect((await verify(['journal.2.jsonl']))['journal.2.jsonl']).toMatch(/It follows note [0-9a-f]{64}$/);
});

it.each([
  ['a closed journal that was mended', 'journal.jsonl', 'complated', 'completed', 'journal.jsonl'],
  ['another text in the note', 'journal.note-1.json', 'was edited', 'was a test', 'journal.2.jsonl'],
  ['a note in another form', 'journal.note-1.json', '{"format"', '{ "format"', 'journal.note-1.json'],
  [
    'a first line that names another note',
    'journal.2.jsonl',
    '"digest":"',
    '"digest":"00',
    'journal.2.jsonl',
  ],
])('attack: %s', async (_, name, from, to, told) => {
  edit(name, from, to);
  expect((await verify(FILES))[told]).toMatch(/^FAILED /);
});
