import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import { openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { recordInterrupted } from './record-interrupted.ts';

/**
 * Opens the journal of a data folder, with the head that the database keeps of it, and writes what a crash kept from it.
 * @param onFault gets what kept those lines from being written
 * @returns `recovered` ends when they are written; it waits for the journal's check, which the window does not wait for
 */
export async function openConsoleJournal(
  dataFolder: string,
  storage: ConsoleStorage,
  clock: Clock,
  onFault: (error: unknown) => void,
): Promise<{ readonly journal: Journal; readonly recovered: Promise<void> }> {
  const heads = {
    get: () => storage.settings.get('journal.head'),
    set: (text: string) => storage.settings.set('journal.head', text),
  };
  const journal = await openJournal(join(dataFolder, 'journal.jsonl'), heads, clock);
  const [interrupted, profiles] = await Promise.all([
    storage.requests.listInterrupted(),
    storage.profiles.list(),
  ]);
  const recovered = recordInterrupted(journal, storage.requests, interrupted, profiles).catch(onFault);
  return { journal, recovered };
}
