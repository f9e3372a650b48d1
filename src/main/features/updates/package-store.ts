import { createHash } from 'node:crypto';
import { type FileHandle, chmod, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { openPlainFile } from '../../platform/plain-files.ts';
import { updateError } from './errors.ts';
import { compareVersions, PACKAGE_ENDINGS, type ReleasePackage } from './release-manifest.ts';

const UNFINISHED = 'download.unfinished';
const NAME = /^keyops-console-(\d+\.\d+\.\d+)\.[A-Za-z]+$/;
const PIECE = 1 << 20;

/** Fills a file: gets a function that takes its pieces. */
type Fill = (write: (piece: Uint8Array) => Promise<void>) => Promise<void>;

/** Verified packages in a private folder. Names in it are the console's own; what a release calls its files is not used. */
export interface PackageStore {
  /**
   * Writes a package under another name, and gives it its own once size and digest are the signed ones.
   * @returns its path
   * @throws AppError `RELEASE_DIGEST`, `RELEASE_UNWRITABLE`; those of `fill`. Nothing of it remains then.
   */
  keep(version: string, wanted: ReleasePackage, fill: Fill): Promise<string>;
  /** The path of a package that is there already and is the signed one, byte for byte; null otherwise. */
  find(version: string, wanted: ReleasePackage): Promise<string | null>;
  /** Removes what was left half-written, and packages that are no newer than this version. */
  sweep(version: string): Promise<void>;
}

/** @param folder made when it is needed, for its owner alone */
export function createPackageStore(folder: string): PackageStore {
  const pathOf = (version: string, { kind }: ReleasePackage): string =>
    join(folder, `keyops-console-${version}.${PACKAGE_ENDINGS[kind]}`);
  return {
    keep: async (version, wanted, fill) => {
      const unfinished = join(folder, UNFINISHED);
      const path = pathOf(version, wanted);
      const file = await createFile(folder, unfinished);
      try {
        const hash = createHash('sha512');
        await fill(async (piece) => {
          hash.update(piece);
          await written(() => file.writeFile(piece));
        });
        if (hash.digest('hex') !== wanted.sha512) throw updateError('RELEASE_DIGEST');
        await written(() => file.sync());
        await file.close();
        await written(() => rename(unfinished, path));
        return path;
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    find: async (version, wanted) => {
      const path = pathOf(version, wanted);
      return (await isPlainFolder(folder)) && (await isSigned(path, wanted)) ? path : null;
    },
    sweep: async (version) => {
      // A link would have files removed somewhere else.
      if (!(await isPlainFolder(folder))) return;
      const names = await readdir(folder).catch(() => []);
      const old = names.filter((name) => {
        const kept = NAME.exec(name)?.[1];
        // What has another name is not the console's.
        return name === UNFINISHED || (kept !== undefined && compareVersions(kept, version) <= 0);
      });
      for (const name of old) await rm(join(folder, name), { force: true, recursive: true });
    },
  };
}

const isPlainFolder = (folder: string): Promise<boolean> =>
  lstat(folder).then(
    (stat) => stat.isDirectory(),
    () => false,
  );

async function createFile(folder: string, unfinished: string): Promise<FileHandle> {
  return written(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await isPlainFolder(folder))) throw updateError('RELEASE_UNWRITABLE', { why: 'ELOOP' });
    // One that was there keeps its mode otherwise.
    await chmod(folder, 0o700);
    await rm(unfinished, { force: true, recursive: true });
    return open(unfinished, 'wx', 0o600);
  });
}

async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw updateError('RELEASE_UNWRITABLE', { why, cause });
  }
}

/** Whether a plain file has that size and digest; a file that can't be read has not. */
async function isSigned(path: string, { size, sha512 }: ReleasePackage): Promise<boolean> {
  const file = await openPlainFile(path).catch(() => null);
  if (file === null) return false;
  try {
    const hash = createHash('sha512');
    const buffer = Buffer.alloc(PIECE);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE, null);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length > size) return false;
      hash.update(buffer.subarray(0, bytesRead));
    }
    return length === size && hash.digest('hex') === sha512;
  } finally {
    await file.close();
  }
}
