import type { AppSnapshot } from '#preload/contract/app.ts';
import type { ShippedPackage } from '#preload/contract/program.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { KEYCHAIN_SERVICE } from '../../vault/keychain.ts';
import { featureError } from '../errors.ts';
import { checkRows, reportOf } from './checks.ts';

/** What a license file may have at most. */
const MAX_LICENSES = 16 << 20;
const LINE = `\n\n${'-'.repeat(80)}\n`;
const HEAD = /^(\S+) (\S+)\nLicense: (.*)\n\n/;

/** A package of somebody else, with its license's text. */
interface LicensedPackage extends ShippedPackage {
  readonly text: string;
}

/**
 * Reads the file of licenses that `scripts/licenses.mjs` writes. A license may have lines of dashes itself: a part without a
 * head belongs to the one before.
 */
export function parseLicenses(file: string): LicensedPackage[] {
  const packages: LicensedPackage[] = [];
  for (const part of file.split(LINE).slice(1)) {
    const [head, name = '', version = '', license = ''] = HEAD.exec(part) ?? [];
    const last = packages.at(-1);
    if (head !== undefined) packages.push({ name, version, license, text: part.slice(head.length).trim() });
    else if (last !== undefined)
      packages.splice(-1, 1, { ...last, text: `${last.text}${LINE}${part}`.trim() });
  }
  return packages;
}

/** The licenses of the first of these files that is there; null where none is. */
async function readLicenses(files: readonly string[]): Promise<LicensedPackage[] | null> {
  for (const file of files) {
    try {
      return parseLicenses(Buffer.from(await readUpTo(file, MAX_LICENSES)).toString('utf8'));
    } catch {
      // The next place.
    }
  }
  return null;
}

/** The packages that have every word somewhere in name, license or text. */
function findPackages(packages: readonly LicensedPackage[], query: string): ShippedPackage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return packages
    .filter(({ name, version, license, text }) => {
      const have = `${name} ${version} ${license} ${text}`.toLowerCase();
      return words.every((word) => have.includes(word));
    })
    .map(({ name, version, license }) => ({ name, version, license }));
}

type Needs = Pick<
  ConsoleContext,
  'host' | 'clock' | 'version' | 'dataFolder' | 'keychain' | 'service' | 'runtime'
> & { readonly health: () => Promise<AppSnapshot['health']> };

/** What the program is made of, and whether it runs as it should: measured when somebody asks. */
export const selfCheck = defineModule({
  start: ({
    host,
    clock,
    version,
    dataFolder,
    keychain,
    service,
    runtime,
    health,
  }: Needs): ModuleParts<'program'> => {
    let reading: Promise<LicensedPackage[] | null> | undefined;
    const licenses = async (): Promise<LicensedPackage[] | null> =>
      (reading ??= host.inspect().then(({ licenseFiles }) => readLicenses(licenseFiles)));
    return {
      handlers: {
        program: {
          about: async () => ({
            version,
            runtimes: [...(await host.inspect()).runtimes],
            license: 'Apache-2.0',
            dataFolder,
            keychainItem: KEYCHAIN_SERVICE,
            keychainBackend: keychain.backend,
            packages: (await licenses())?.length ?? null,
          }),
          licenses: async ({ query }) => findPackages((await licenses()) ?? [], query),
          licenseText: async ({ name, version: wanted }) => {
            const found = (await licenses())?.find((each) => each.name === name && each.version === wanted);
            if (found === undefined) throw featureError('PACKAGE_UNKNOWN');
            return found.text;
          },
          selfCheck: async () => {
            const ready = service.ready();
            const rows = await checkRows({
              ...{ version, dataFolder, platform: process.platform, pid: process.pid },
              facts: await host.inspect(),
              health: await health(),
              clockOffsetMs: runtime.reach.offsetMs,
              verification: runtime.verification,
              unlockChosen: runtime.unlockChosen,
              servicePorts: ready === null ? [] : [ready.url, ready.authProxyUrl].map(portOf),
            });
            return { checkedAtMs: clock.now(), rows, report: reportOf(rows, process.platform) };
          },
        },
      },
    };
  },
});

const portOf = (url: string): number => Number(new URL(url).port);
