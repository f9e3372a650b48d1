import { beforeEach, describe, expect, it } from 'vitest';
import type { JournalLine } from '#preload/contract/reads.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  filterJournal,
  loadJournal,
  loadOlderLines,
  JOURNAL_PAGE,
  useJournal,
} from '#renderer/features/journal/journal-store.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { journalLines } from '../../fake-data.ts';

const TOTAL = JOURNAL_PAGE + 7;
const all: JournalLine[] = Array.from({ length: TOTAL }, (_, index) => TOTAL - index).flatMap((number) =>
  journalLines.slice(0, 1).map((line) => ({ ...line, number })),
);
let fake: FakeConsole;
let asked: string[];

beforeEach(() => {
  fake = new FakeConsole();
  asked = [];
  fake.overrides.set('journal.list', (input) => {
    const { before, limit, filter } = input as { before: number | null; limit: number; filter: string };
    asked.push(filter);
    return Promise.resolve(all.filter((line) => before === null || line.number < before).slice(0, limit));
  });
  replaceConsole(connect(fake.exposed()));
  useJournal.setState({ filter: 'changes', lines: null, hasOlder: false, error: null }, true);
});

describe('the journal', () => {
  it('comes newest first, older lines below, down to the first', async () => {
    await loadJournal();
    expect(useJournal.getState().hasOlder).toBe(true);
    await loadOlderLines();
    const { lines, hasOlder } = useJournal.getState();
    expect(lines?.map((line) => line.number)).toEqual(all.map((line) => line.number));
    expect(hasOlder).toBe(false);
  });

  it('leaves the stamps of queries out until they are asked for', async () => {
    await loadJournal();
    await filterJournal('all');
    await loadOlderLines();
    expect(asked).toEqual(['changes', 'all', 'all']);
  });

  it('says why it cannot be read', async () => {
    fake.overrides.set('journal.list', () =>
      Promise.reject(new FakeRefusal('JOURNAL', 'Line 3 cannot be read.', 'Restore it.')),
    );
    await loadJournal();
    expect(useJournal.getState()).toMatchObject({
      lines: null,
      error: { message: 'Line 3 cannot be read.' },
    });
  });
});
