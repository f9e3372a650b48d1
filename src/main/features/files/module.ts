import { randomUUID } from 'node:crypto';
import type { Envelope } from '#preload/contract/call.ts';
import { type CodeSettings, codeSettings } from '#preload/contract/files.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { consoleError, reportFault } from '../../platform/errors.ts';
import { requireLocalPath } from '../../platform/plain-files.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import { featureError } from '../errors.ts';
import { type LocalActionParts, describeReadFile } from '../local-actions/module.ts';

/** A file as the window knows it: a handle to give back, and a name to show. */
interface GivenFile {
  readonly file: string;
  readonly name: string;
}

/** The files that the operator handed over in this run. The window names them by handles, and reads none by a path. */
interface GivenFiles {
  /**
   * Takes a path that came from the operator: out of a dialog, a drop, or the approval surface.
   * @param approvedAs the id of the approval that named it
   * @throws AppError `FILE_ON_NETWORK`, `FILE_NOT_GIVEN` where there is no path
   */
  give(path: string, approvedAs?: string): GivenFile;
  /** The path behind a handle. @throws AppError `FILE_NOT_GIVEN` */
  pathOf(file: string): string;
  /** The approval that named it last, for one that follows; undefined for a file out of a dialog or a drop. */
  approvalOf(file: string): string | undefined;
  /** Whether the path was handed over already. */
  has(path: string): boolean;
}

/** More than anybody hands over in a run; the oldest goes first. */
const KEPT = 500;

function createGivenFiles(): GivenFiles {
  const paths = new Map<string, string>();
  let named: { readonly file: string; readonly approvedAs: string } | null = null;
  const handleOf = (path: string): string | undefined => [...paths].find(([, known]) => known === path)?.[0];
  return {
    give: (path, approvedAs) => {
      // A file that a script made has no path.
      if (path === '') throw featureError('FILE_NOT_GIVEN');
      requireLocalPath(path);
      const file = handleOf(path) ?? randomUUID();
      const [oldest] = paths.keys();
      if (!paths.has(file) && paths.size >= KEPT && oldest !== undefined) paths.delete(oldest);
      paths.set(file, path);
      if (approvedAs !== undefined) named = { file, approvedAs };
      return { file, name: path };
    },
    pathOf: (file) => {
      const path = paths.get(file);
      if (path === undefined) throw featureError('FILE_NOT_GIVEN');
      return path;
    },
    approvalOf: (file) => (named?.file === file ? named.approvedAs : undefined),
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

export interface FileParts {
  readonly files: GivenFiles;
}

/** What was remembered of the QR codes, where it is still something that can be chosen. */
function readCodeSettings(setting: string | undefined): CodeSettings {
  try {
    const parsed = codeSettings.safeParse(JSON.parse(setting ?? ''));
    if (parsed.success) return parsed.data;
  } catch {
    // No JSON: nothing was remembered, or somebody wrote over it.
  }
  return { rate: 5, density: 250, camera: '', lines: 720 };
}

/** How long after a press the window may ask for the camera, in ms. */
const PRESS_COUNTS_MS = 5_000;

/**
 * What the operator hands over. Files out of the host's dialog, and by paths that were typed: a script can type as well, so the
 * operator is asked. And the camera, which only a press opens, and which an approval, a lock and another profile close.
 */
export const files = defineModule({
  start: ({
    host,
    local,
    gate,
    storage,
  }: LocalActionParts & ApprovalParts & Pick<ConsoleContext, 'host' | 'storage'>): ModuleParts<
    'files' | 'camera',
    FileParts
  > => {
    const given = createGivenFiles();
    const closeCamera = (): void => {
      host.setCamera(false).catch((error: unknown) => reportFault('camera', error));
      host.send('console', 'camera.closed', null);
    };
    return {
      parts: { files: given },
      onLock: closeCamera,
      onProfileChange: closeCamera,
      handlers: {
        camera: {
          settings: async () => readCodeSettings(await storage.settings.get('codes')),
          remember: async (chosen) => {
            await storage.settings.set('codes', JSON.stringify(chosen));
            return undefined;
          },
          open: async () => {
            if (gate.current() !== null) throw featureError('CAMERA_REFUSED.approval');
            if (!gate.takePress(PRESS_COUNTS_MS)) throw featureError('CAMERA_REFUSED.press');
            await host.setCamera(true);
            return undefined;
          },
          close: async () => {
            await host.setCamera(false);
            return undefined;
          },
        },
        files: {
          pick: async ({ kind }) => {
            const path = host.can.pickFiles ? await host.pickFile(kind) : null;
            return path === null ? null : given.give(path);
          },
          name: async ({ path }) => {
            // Refused before it is shown: nothing may touch such a path.
            requireLocalPath(path);
            if (given.has(path)) return given.give(path);
            return given.give(path, (await local.approve(describeReadFile(path))).id);
          },
        },
      },
    };
  },
});
