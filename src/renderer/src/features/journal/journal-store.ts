import { create } from 'zustand';
import type { JournalLine } from '#preload/contract/reads.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { createQuery } from '../../bridge/query.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';

/** Which lines are shown: of stamps that could change something, or of queries too. */
export type JournalFilter = 'changes' | 'all';

/** How many lines come at once. */
export const JOURNAL_PAGE = 100;

interface Journal {
  readonly filter: JournalFilter;
  /** Newest first; null until the first answer. */
  readonly lines: readonly JournalLine[] | null;
  readonly hasOlder: boolean;
  readonly error: BridgeError | null;
}

export const useJournal = create<Journal>(() => ({
  filter: 'changes',
  lines: null,
  hasOlder: false,
  error: null,
}));

/** The journals that were closed, oldest first. */
export const closedJournals = createQuery(() => getConsole().journal.listClosed());

/** Closes the journal that was changed, after an approval; what is shown is of the next one then. */
export async function closeJournal(): Promise<void> {
  await getConsole().journal.startNext();
  await Promise.all([closedJournals.load(), loadJournal()]);
}

const NONE: readonly never[] = [];
const turns = createTurns();

/** Reads the newest lines. */
export async function loadJournal(): Promise<void> {
  const isMine = turns.begin();
  try {
    const { filter } = useJournal.getState();
    const lines = await getConsole().journal.list({ before: null, limit: JOURNAL_PAGE, filter });
    if (isMine()) useJournal.setState((shown) => ({ ...withOlder(shown, lines), error: null }));
  } catch (thrown) {
    if (isMine()) useJournal.setState({ error: asBridgeError(thrown) });
  }
}

/** The newest lines, with those older ones that were loaded already, where the two touch. */
function withOlder(
  { lines: shown, hasOlder }: Pick<Journal, 'lines' | 'hasOlder'>,
  fresh: readonly JournalLine[],
): Pick<Journal, 'lines' | 'hasOlder'> {
  const at = shown?.findIndex(({ number }) => number === fresh.at(-1)?.number) ?? -1;
  const older = at === -1 || shown === null ? NONE : shown.slice(at + 1);
  return older.length === 0
    ? { lines: fresh, hasOlder: hasMore(fresh) }
    : { lines: [...fresh, ...older], hasOlder };
}

/** Adds the next older lines below. */
export async function loadOlderLines(): Promise<void> {
  const { filter, lines: shown } = useJournal.getState();
  const last = shown?.at(-1);
  if (!last) return;
  const isMine = turns.current();
  try {
    const older = await getConsole().journal.list({ before: last.number, limit: JOURNAL_PAGE, filter });
    if (!isMine()) return;
    useJournal.setState(({ lines }) => ({
      lines: [...(lines ?? []), ...older],
      hasOlder: hasMore(older),
      error: null,
    }));
  } catch (thrown) {
    if (isMine()) useJournal.setState({ error: asBridgeError(thrown) });
  }
}

onOtherProfile(() => {
  turns.end();
  useJournal.setState({ filter: 'changes', lines: null, hasOlder: false, error: null });
});

/** Shows other lines; answers to earlier questions no longer count. */
export async function filterJournal(filter: JournalFilter): Promise<void> {
  useJournal.setState({ filter, lines: null, hasOlder: false, error: null });
  await loadJournal();
}

// The first line has the number 1: below it there is nothing to ask for.
const hasMore = (page: readonly JournalLine[]): boolean =>
  page.length === JOURNAL_PAGE && (page.at(-1)?.number ?? 0) > 1;
