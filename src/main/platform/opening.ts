import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Opening } from '#preload/contract/opening.ts';

/** A file in the data folder, with the theme in it; beside the database, so that the start need not read that. */
const MARK = 'opens-with-screens';
const DATABASE = 'console.db';

type Theme = AppSnapshot['theme'];
const THEMES: readonly string[] = ['system', 'light', 'dark'] satisfies Theme[];
const isTheme = (text: string): text is Theme => THEMES.includes(text);

interface FirstSight {
  /** Undefined where it isn't known, and of an offline console. */
  readonly opening: Opening | undefined;
  /** The theme that the console had. */
  readonly theme: Theme;
}

/** What a window over that folder may draw at once. */
export function readOpening(dataFolder: string, isOffline: boolean): FirstSight {
  const theme = readMark(join(dataFolder, MARK));
  if (isOffline) return { opening: undefined, theme: theme ?? 'system' };
  if (theme !== undefined) return { opening: 'screens', theme };
  return { opening: existsSync(join(dataFolder, DATABASE)) ? undefined : 'question', theme: 'system' };
}

function readMark(mark: string): Theme | undefined {
  try {
    const text = readFileSync(mark, 'utf8');
    return isTheme(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a console that starts now, and is as the snapshot says, comes to its screens without a question. */
const startsOnScreens = ({ verification, unlockChosen, credentials, startsOffline }: AppSnapshot): boolean =>
  verification === null && unlockChosen && credentials.length > 0 && !startsOffline;

/** Makes what keeps the mark as the console is. A locked console says nothing of itself, and changes nothing. */
export function keepOpening(dataFolder: string): (snapshot: AppSnapshot) => Promise<void> {
  const mark = join(dataFolder, MARK);
  let kept: Theme | null | undefined;
  return async (snapshot) => {
    if (snapshot.locked) return;
    const theme = startsOnScreens(snapshot) ? snapshot.theme : null;
    if (theme === kept) return;
    kept = theme;
    // A disk that is full or read-only keeps the window from nothing but drawing sooner.
    await (theme === null ? rm(mark, { force: true }) : writeFile(mark, theme, { mode: 0o600 })).catch(
      () => undefined,
    );
  };
}
