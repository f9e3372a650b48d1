import { create } from 'zustand';
import type { JournalLine } from '../../../../preload/contract.ts';
import { asBridgeError } from '../../bridge/bridge-error.ts';
import type { BridgeError } from '../../bridge/bridge-error.ts';
import { getConsole } from '../../bridge/console.ts';

/** How many lines come at once. */
export const PAGE = 100;

interface Journal {
  /** Newest first; null until the first answer. */
  readonly lines: readonly JournalLine[] | null;
  readonly hasOlder: boolean;
  readonly error: BridgeError | null;
}

export const useJournal = create<Journal>(() => ({ lines: null, hasOlder: false, error: null }));

let turn = 0;

/** Reads the newest lines. */
export async function loadJournal(): Promise<void> {
  const mine = (turn += 1);
  try {
    const lines = await getConsole().journal.list({ before: null, limit: PAGE });
    if (turn === mine) useJournal.setState({ lines, hasOlder: hasMore(lines), error: null });
  } catch (thrown) {
    if (turn === mine) useJournal.setState({ error: asBridgeError(thrown) });
  }
}

/** Adds the next older lines below. */
export async function loadOlderLines(): Promise<void> {
  const last = useJournal.getState().lines?.at(-1);
  if (!last) return;
  const mine = turn;
  try {
    const older = await getConsole().journal.list({ before: last.number, limit: PAGE });
    if (turn !== mine) return;
    useJournal.setState(({ lines }) => ({
      lines: [...(lines ?? []), ...older],
      hasOlder: hasMore(older),
      error: null,
    }));
  } catch (thrown) {
    if (turn === mine) useJournal.setState({ error: asBridgeError(thrown) });
  }
}

// The first line has the number 1 (or 0 in older journals): below it there is nothing to ask for.
const hasMore = (page: readonly JournalLine[]): boolean =>
  page.length === PAGE && (page.at(-1)?.number ?? 0) > 1;
