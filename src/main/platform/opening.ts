import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Opening } from '#preload/contract/opening.ts';

/** An empty file in the data folder; beside the database, so that the start need not read that. */
const MARK = 'opens-with-screens';
const DATABASE = 'console.db';

/** What a window over that folder may draw at once; undefined where that isn't known, and of an offline console. */
export function readOpening(dataFolder: string, isOffline: boolean): Opening | undefined {
  if (isOffline) return undefined;
  if (existsSync(join(dataFolder, MARK))) return 'screens';
  return existsSync(join(dataFolder, DATABASE)) ? undefined : 'question';
}

/** Whether a console that starts now, and is as the snapshot says, comes to its screens without a question. */
const startsOnScreens = ({ verification, unlockChosen, credentials, startsOffline }: AppSnapshot): boolean =>
  verification === null && unlockChosen && credentials.length > 0 && !startsOffline;

/** Makes what keeps the mark as the console is. A locked console says nothing of itself, and changes nothing. */
export function keepOpening(dataFolder: string): (snapshot: AppSnapshot) => Promise<void> {
  let kept: boolean | undefined;
  return async (snapshot) => {
    if (snapshot.locked) return;
    const onScreens = startsOnScreens(snapshot);
    if (onScreens === kept) return;
    kept = onScreens;
    const mark = join(dataFolder, MARK);
    // A disk that is full or read-only keeps the window from nothing but drawing sooner.
    await (onScreens ? writeFile(mark, '', { mode: 0o600 }) : rm(mark, { force: true })).catch(
      () => undefined,
    );
  };
}
