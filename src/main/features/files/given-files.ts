import { randomUUID } from 'node:crypto';
import type { Envelope } from '#preload/contract/call.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import { consoleError } from '../../platform/errors.ts';
import { requireLocalPath } from '../../platform/plain-files.ts';
import { featureError } from '../errors.ts';

/** A file as the window knows it: a handle to give back, and a name to show. */
export interface GivenFile {
  readonly file: string;
  readonly name: string;
}

/** The files that the operator handed over in this run. The window names them by handles, and reads none by a path. */
export interface GivenFiles {
  /**
   * Takes a path that came from the operator: out of a dialog, a drop, or the approval surface.
   * @throws AppError `FILE_ON_NETWORK`, `FILE_NOT_GIVEN` where there is no path
   */
  give(path: string): GivenFile;
  /** The path behind a handle. @throws AppError `FILE_NOT_GIVEN` */
  pathOf(file: string): string;
  /** Whether the path was handed over already. */
  has(path: string): boolean;
}

/** More than anybody hands over in a run; the oldest goes first. */
const KEPT = 500;

export function createGivenFiles(): GivenFiles {
  const paths = new Map<string, string>();
  const handleOf = (path: string): string | undefined => [...paths].find(([, known]) => known === path)?.[0];
  return {
    give: (path) => {
      // A file that a script made has no path.
      if (path === '') throw featureError('FILE_NOT_GIVEN');
      requireLocalPath(path);
      const file = handleOf(path) ?? randomUUID();
      const [oldest] = paths.keys();
      if (!paths.has(file) && paths.size >= KEPT && oldest !== undefined) paths.delete(oldest);
      paths.set(file, path);
      return { file, name: path };
    },
    pathOf: (file) => {
      const path = paths.get(file);
      if (path === undefined) throw featureError('FILE_NOT_GIVEN');
      return path;
    },
    has: (path) => handleOf(path) !== undefined,
  };
}

/** Takes a dropped file, as the answer to the preload that dropped it. */
export function handOver(files: GivenFiles, path: string, isLocked: boolean): Envelope {
  try {
    if (isLocked) throw consoleError('CONSOLE_LOCKED');
    return { ok: true, value: files.give(path) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, ...errorText(error) };
  }
}
