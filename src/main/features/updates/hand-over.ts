import { existsSync, realpathSync } from 'node:fs';
import { basename, sep } from 'node:path';
import type { PackageKind, ReleasePackage } from './release-manifest.ts';

/** What tells how this program was installed. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  /** The AppImage that runs; undefined where none does. */
  readonly appImage: string | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * The AppImage that a program runs from. A program that was started out of another AppImage, such as an editor's terminal,
 * inherits that one's variables: only what is mounted around this program is its own.
 * @param execPath the program's own file
 */
export function ownAppImage(
  environment: Readonly<Record<string, string | undefined>>,
  execPath: string,
): string | undefined {
  const { APPIMAGE: image, APPDIR: mounted } = environment;
  if (image === undefined || mounted === undefined || mounted === '') return undefined;
  try {
    return realpathSync(execPath).startsWith(realpathSync(mounted) + sep) ? image : undefined;
  } catch {
    return undefined;
  }
}

/** How this process was installed. */
export const thisInstallation = (): Installation => ({
  platform: process.platform,
  appImage: ownAppImage(process.env, process.execPath),
  exists: existsSync,
});

/** What dpkg keeps of a package that it installed. */
const DPKG_LIST = '/var/lib/dpkg/info/keyops-console.list';

/** The kinds of packages that update this program, the best one first. */
export function packageKinds({ platform, appImage, exists }: Installation): readonly PackageKind[] {
  if (platform === 'darwin') return ['dmg'];
  if (platform === 'win32') return ['nsis'];
  if (appImage !== undefined) return ['AppImage'];
  if (exists(DPKG_LIST)) return ['deb'];
  if (exists('/usr/bin/dpkg')) return ['deb'];
  return exists('/usr/bin/rpm') ? ['rpm'] : [];
}

/**
 * The command with which an administrator installs a verified package on Linux; null where the system's own installer opens
 * it. The package is copied to a folder of root's and its digest is compared there: a program of this user can't exchange it
 * between the comparison and the installation.
 */
export function installCommand(
  path: string,
  { kind, sha512 }: ReleasePackage,
  { platform, appImage, exists }: Installation,
): string | null {
  if (platform === 'darwin' || platform === 'win32') return null;
  const quoted = quote(path);
  if (kind === 'AppImage') {
    // It is the user's own file, and nobody else's is written.
    // Not `echo`, which takes a backslash for more than that in some shells: one file is compared then, and another installed.
    const sum = `printf '%s\\n' ${quote(`${sha512}  ${path}`)} | sha512sum --check`;
    return `${sum} && install -m 755 ${quoted} ${quote(appImage ?? '')}`;
  }
  const copy = `/var/cache/${basename(path)}`;
  const installer = kind === 'deb' ? 'apt install' : rpmInstaller(exists);
  return [
    `sudo install -o root -m 644 ${quoted} ${copy}`,
    `echo '${sha512}  ${copy}' | sha512sum --check`,
    `sudo ${installer} ${copy}`,
  ].join(' && ');
}

const rpmInstaller = (exists: Installation['exists']): string =>
  exists('/usr/bin/dnf') ? 'dnf install' : exists('/usr/bin/zypper') ? 'zypper install' : 'rpm --upgrade';

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
