import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Opening } from '#preload/contract/opening.ts';
import { THEMES, type Theme } from '#preload/contract/themes.ts';
import { READ_PLAIN, requireLocalPath } from './plain-files.ts';
import { writePrivateFile } from './private-files.ts';

/** A file in the data folder, with the theme in it; beside the database, so that the start need not read that. */
const MARK = 'opens-with-screens';
const DATABASE = 'console.db';
/** The longest theme, in bytes. */
const LONGEST = 6;

interface FirstSight {
  /** What the window may draw at once. Undefined if it isn't known, and for an offline console, whose banner must come first. */
  readonly opening: Opening | undefined;
  /** The theme that the console had. */
  readonly theme: Theme;
}

/**
 * What is known of a window over that folder before the console is read. Synchronous: before Electron is ready, nothing
 * wakes Node's loop for an answer.
 */
export function readOpening(dataFolder: string, isOffline: boolean): FirstSight {
  const theme = readMark(join(dataFolder, MARK));
  const opening = theme === null ? openingOf(dataFolder) : 'screens';
  return { opening: isOffline ? undefined : opening, theme: theme ?? 'system' };
}

/** Over a folder with no database yet, the first question comes; over another one nothing is known. */
function openingOf(dataFolder: string): Opening | undefined {
  try {
    lstatSync(join(dataFolder, DATABASE));
    return undefined;
  } catch {
    return 'question';
  }
}

/** The theme in the mark; null without a mark, or with anything else in it. */
function readMark(mark: string): Theme | null {
  const read = Buffer.alloc(LONGEST + 1);
  let file: number | undefined;
  try {
    requireLocalPath(mark);
    file = openSync(mark, READ_PLAIN);
    const length = fstatSync(file).isFile() ? readSync(file, read) : 0;
    const text = read.toString('latin1', 0, length);
    return THEMES.find((theme) => theme === text) ?? null;
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
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
    if (kept === undefined) kept = readMark(mark);
    const theme = startsOnScreens(snapshot) ? snapshot.theme : null;
    if (theme === kept) return;
    kept = theme;
    // A disk that is full or read-only keeps the window from nothing but drawing sooner.
    await (theme === null ? rm(mark, { force: true }) : writePrivateFile(mark, theme)).catch(() => undefined);
  };
}
