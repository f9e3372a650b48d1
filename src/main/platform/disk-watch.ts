import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';

/** What a disk can be that takes nothing more. */
export type DiskFault = 'full' | 'readOnly' | 'failed';

/** Codes of the system (errno) and of the database (src/storage/storage-error.ts). */
const FAULT_OF_CODE: Readonly<Record<string, DiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  DISK_FULL: 'full',
  EROFS: 'readOnly',
  DISK_READ_ONLY: 'readOnly',
  EIO: 'failed',
  DISK_FAILED: 'failed',
};
const DEEPEST_CAUSE = 8;

/** What an error says of the disk, itself or by what caused it; undefined where it says nothing. */
export function diskFaultIn(error: unknown): DiskFault | undefined {
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < DEEPEST_CAUSE; depth += 1, at = at.cause) {
    const fault = 'code' in at && typeof at.code === 'string' ? FAULT_OF_CODE[at.code] : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What is wrong with the disk, and what to do. */
export interface DiskState {
  readonly message: string;
  readonly remedy: string;
}

/** What is said of the disk while it takes nothing. */
const TEXTS: Readonly<Record<DiskFault, DiskState>> = {
  full: {
    message: 'The disk with the data folder is full',
    remedy:
      'Nothing can be approved or stored until there is room. Free up disk space: the console goes on by itself.',
  },
  readOnly: {
    message: 'The disk with the data folder is read-only',
    remedy:
      'Nothing can be approved or stored until it can be written. Look for errors of the disk: the console goes on by itself.',
  },
  failed: {
    message: 'The disk with the data folder gives errors',
    remedy:
      'Nothing can be approved or stored until it works. Check the disk and its connection: the console goes on by itself.',
  },
};

/** How often the disk is tried while it takes nothing. */
const PROBE_MS = 5_000;
const PROBE_BYTES = 1 << 16;
const OWN_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** The disk of the data folder, as what was written to it found it. */
export interface DiskWatch {
  /** Hears of an error; one that says nothing of the disk changes nothing. */
  tell(error: unknown): void;
}

/**
 * Remembers that the disk took nothing, and tries it until it does again: nobody has to click for that.
 * @param onChange gets what is to be said from now on; null where the disk is well again
 * @param tryDisk writes to the disk of the folder; throws the system's error
 */
export function createDiskWatch(
  folder: string,
  clock: Clock,
  onChange: (state: DiskState | null) => void,
  tryDisk: (folder: string) => Promise<void> = probe,
): DiskWatch {
  let now: DiskFault | undefined;
  let isWaiting = false;
  const set = (fault: DiskFault | undefined): void => {
    if (fault === now) return;
    now = fault;
    onChange(fault === undefined ? null : TEXTS[fault]);
  };
  const tryLater = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    clock.after(PROBE_MS, () => {
      void tryDisk(folder)
        .then(
          () => undefined,
          // A folder that is gone is no full disk: what needs it says so.
          (error: unknown) => diskFaultIn(error),
        )
        .then((fault) => {
          isWaiting = false;
          set(fault);
          if (fault !== undefined) tryLater();
        });
    });
  };
  return {
    tell: (error) => {
      const fault = diskFaultIn(error);
      if (fault === undefined) return;
      set(fault);
      tryLater();
    },
  };
}

/** Writes as much as a request needs, and takes it away again. @throws the system's error */
async function probe(folder: string): Promise<void> {
  const file = join(folder, 'disk-probe');
  try {
    const handle = await open(file, OWN_FILE, 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
