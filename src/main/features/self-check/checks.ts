import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Health } from '#preload/contract/app.ts';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import type { CheckRow } from '#preload/contract/program.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { SERVICE_DATABASE } from '../../embedded-service/local-service.ts';
import type { HostFacts } from '../../platform/host.ts';
import { databaseCopies } from '../../storage/open-storage.ts';
import { walkFolder } from './folder-modes.ts';
import { INTEGRITY_FUSE, looseFuses, readFuses } from './fuses.ts';
import {
  type ListeningPort,
  listeningPorts,
  pageProcesses,
  processTree,
  readProcessStatus,
  writesCoreDumps,
} from './processes.ts';

/** What the rows are measured from. */
export interface CheckSubject {
  readonly version: string;
  readonly facts: HostFacts;
  readonly dataFolder: string;
  readonly health: Pick<Health, 'keychain' | 'journal'>;
  /** How a person unlocks the console; null where nothing is set up. */
  readonly verification: VerificationMethod | null;
  /** Whether the operator chose that. */
  readonly unlockChosen: boolean;
  /** Null until a service answered. */
  readonly clockOffsetMs: number | null;
  /** The ports that the embedded service said it listens on. */
  readonly servicePorts: readonly number[];
  readonly platform: NodeJS.Platform;
  readonly pid: number;
}

type Found = Omit<CheckRow, 'id' | 'title'>;

const good = (found: string, details: readonly string[] = []): Found => ({
  ...{ state: 'good', found, remedy: '', details: [...details] },
});
const look = (found: string, remedy: string, details: readonly string[] = []): Found => ({
  ...{ state: 'look', found, remedy, details: [...details] },
});
const bad = (found: string, remedy: string, details: readonly string[] = []): Found => ({
  ...{ state: 'bad', found, remedy, details: [...details] },
});

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

const REINSTALL = 'Install the console again from a package whose signature you checked.';
const INSTALLED = 'Use the installed program for real keys.';

/** Each row: its title, and how it is measured. A row that can't be measured on this system is left out. */
const CHECKS: readonly (readonly [
  CheckRow['id'],
  string,
  (subject: CheckSubject) => Promise<Found | null> | Found | null,
])[] = [
  ['version', 'Version', checkVersion],
  ['fuses', 'Electron fuses', checkFuses],
  ['sandbox', 'Sandbox', checkSandbox],
  ['integrity', 'Program integrity', checkIntegrity],
  ['keychain', 'Keychain', ({ health }) => checkKeychain(health.keychain)],
  ['unlocking', 'Unlock method', checkUnlocking],
  ['permissions', 'Page permissions', ({ facts }) => checkPermissions(facts)],
  ['listening', 'Listening ports', checkListening],
  ['dataFolder', 'Data folder', checkDataFolder],
  ['copies', 'Database copies', checkCopies],
  ['coreDumps', 'Core dumps', checkCoreDumps],
  ['clock', 'Clock', ({ clockOffsetMs }) => checkClock(clockOffsetMs)],
  ['journal', 'Journal', ({ health }) => checkJournal(health.journal)],
];

/** Measures every row. One that fails says so, and keeps no other from being measured. */
export async function checkRows(subject: CheckSubject): Promise<CheckRow[]> {
  const rows = await Promise.all(
    CHECKS.map(async ([id, title, measure]) => {
      try {
        const found = await measure(subject);
        return found === null ? null : { id, title, ...found };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
        const failed = look(`This could not be measured${code}.`, 'Run the self-check again.');
        return { id, title, ...failed };
      }
    }),
  );
  return rows.filter((row) => row !== null);
}

/** The rows as plain text, for a report to somebody else. */
export const reportOf = (rows: readonly CheckRow[], platform: string): string =>
  [
    `KeyOps Console self-check (${platform})`,
    ...rows.flatMap(({ title, state, found, remedy }) => [
      `[${state}] ${title}: ${found}`,
      ...(remedy === '' ? [] : [`       ${remedy}`]),
    ]),
    '',
  ].join('\n');

function checkVersion({ version, facts }: CheckSubject): Found {
  const made = [`KeyOps Console ${version}`, ...facts.runtimes.map((each) => `${each.name} ${each.version}`)];
  if (facts.isPackaged) return good(`${made.join(', ')}.`);
  return look(`${made.join(', ')}, in a development run.`, INSTALLED);
}

async function checkFuses({ facts }: CheckSubject): Promise<Found> {
  if (facts.fuseFile === null) return look('This window isn’t Electron’s and has no fuses.', INSTALLED);
  const wire = await readFuses(facts.fuseFile);
  if (wire === null) return bad('The running program has no fuses.', REINSTALL);
  const loose = looseFuses(wire);
  if (loose.length === 0) return good('All eight fuses are strict, as read from the running program.');
  const found = `${count(loose.length, 'fuse')} of the running program ${loose.length === 1 ? 'isn’t' : 'aren’t'} strict.`;
  return facts.isPackaged
    ? bad(found, REINSTALL, loose)
    : look(`${found} A development run has Electron’s own fuses.`, INSTALLED, loose);
}

async function checkSandbox({ facts, platform, pid }: CheckSubject): Promise<Found> {
  const remedy = 'Start the console as an ordinary user, without --no-sandbox.';
  if (platform !== 'linux') {
    const open = (facts.pages ?? []).filter(({ isSandboxed }) => isSandboxed !== true).length;
    if (facts.pages === null || facts.pages.length === 0)
      return look('No page’s process was found to look at.', 'Run the self-check again.');
    return open === 0
      ? good(
          `The system reports ${count(facts.pages.length, 'page process', 'page processes')} as sandboxed.`,
        )
      : bad(`${count(open, 'page process runs', 'page processes run')} without a sandbox.`, remedy);
  }
  const pids = facts.pages?.map((page) => page.pid) ?? (await pageProcesses(await processTree(pid)));
  const read = await Promise.all(pids.map(readProcessStatus));
  const alive = read.filter((status) => status !== null);
  if (alive.length === 0) return look('No page’s process was found to look at.', 'Run the self-check again.');
  const open = alive.filter(({ isFiltered, gainsNothing }) => !isFiltered || !gainsNothing);
  if (open.length > 0)
    return bad(`${count(open.length, 'page process runs', 'page processes run')} without a sandbox.`, remedy);
  const processes = count(alive.length, 'page process runs', 'page processes run');
  return good(`${processes} under seccomp and can’t gain privileges.`);
}

async function checkIntegrity({ facts, platform }: CheckSubject): Promise<Found> {
  if (!facts.isPackaged) return look('The code of a development run isn’t checked.', INSTALLED);
  if (platform !== 'linux') {
    const wire = facts.fuseFile === null ? null : await readFuses(facts.fuseFile);
    return wire?.[INTEGRITY_FUSE] === '1'
      ? good(
          'Electron checks app.asar at each start. Native modules are covered by the code signature alone.',
        )
      : bad('Electron doesn’t check app.asar.', REINSTALL);
  }
  const unchecked = 'Linux doesn’t check the program’s files.';
  const isWritable = await Promise.any(
    [facts.codePath, dirname(facts.codePath)].map((path) => access(path, constants.W_OK)),
  ).then(
    () => true,
    () => false,
  );
  return isWritable
    ? look(
        `${unchecked} This user may change them.`,
        'Install the deb or the rpm: its files belong to the administrator.',
      )
    : good(`${unchecked} This user can’t change them.`);
}

function checkKeychain({ state, backend, message, remedy }: Health['keychain']): Found {
  if (state === 'ready') return good(`${backend} is unlocked.`);
  return (state === 'locked' ? look : bad)(message, remedy);
}

const METHODS: Readonly<Record<VerificationMethod, string>> = {
  passphrase: 'A passphrase',
  passkey: 'A passkey',
  polkit: 'The system password',
  touchId: 'Touch ID',
};
const SET_UP = 'Set one up in Settings, under Lock.';

function checkUnlocking({ health, verification, unlockChosen }: CheckSubject): Found {
  if (health.keychain.state !== 'ready')
    return look('The keychain, which holds the unlock method, isn’t available.', 'Unlock the keychain.');
  if (verification !== null) return good(`${METHODS[verification]} unlocks the console.`);
  if (!unlockChosen) return look('Nobody has chosen an unlock method yet.', SET_UP);
  return look('No unlock method is set up: anybody at this computer can unlock the console.', SET_UP);
}

function checkPermissions({ permissions }: HostFacts): Found {
  const remedy = 'Close the console and report this with its version.';
  const known = permissions.filter(({ state }) => state !== 'unknown');
  if (known.length === 0) return look('The window’s page could not be asked.', 'Run the self-check again.');
  const words = (wrong: typeof known): string[] => wrong.map(({ name, state }) => `${name}: ${state}`);
  const granted = known.filter(({ state }) => state === 'granted');
  const asked = known.filter(({ state }) => state !== 'granted' && state !== 'denied');
  if (granted.length > 0)
    return bad(
      `The window’s page has ${count(granted.length, 'permission')}.`,
      remedy,
      words([...granted, ...asked]),
    );
  if (asked.length > 0)
    return look(`${count(asked.length, 'permission')} would be asked for.`, remedy, words(asked));
  return good(`The window’s page was refused all ${known.length} permissions.`);
}

async function checkListening({ platform, pid, servicePorts }: CheckSubject): Promise<Found> {
  const own = count(servicePorts.length, 'loopback port');
  if (platform !== 'linux') {
    // The system's own list needs other tools there.
    return good(
      servicePorts.length === 0
        ? 'The console opened no port. Other processes weren’t looked at on this system.'
        : `The local service opened ${own}. Other processes weren’t looked at on this system.`,
    );
  }
  const { ports, silent } = await listeningPorts(await processTree(pid));
  const say = ({ address, port }: ListeningPort): string => `${address} port ${port}`;
  const beyond = ports.filter(({ isLoopback }) => !isLoopback);
  if (beyond.length > 0)
    return bad(
      `${count(beyond.length, 'port')} can be reached from other computers.`,
      'Close the console. Find out what started a server in it before you use it again.',
      beyond.map(say),
    );
  const others = ports.filter(({ port }) => !servicePorts.includes(port));
  if (others.length > 0)
    return look(
      `${count(others.length, 'loopback port isn’t', 'loopback ports aren’t')} the local service’s.`,
      'A login or a passkey in the browser opens one for as long as it takes. Otherwise find out which program it is.',
      others.map(say),
    );
  const sandboxed =
    silent === 0 ? '' : ` ${count(silent, 'sandboxed process lets', 'sandboxed processes let')} nobody look.`;
  return ports.length === 0
    ? good(`Nothing listens.${sandboxed}`)
    : good(
        `The local service alone listens, on ${count(ports.length, 'loopback port')}.${sandboxed}`,
        ports.map(say),
      );
}

async function checkDataFolder({ dataFolder, platform }: CheckSubject): Promise<Found | null> {
  const uid = process.getuid?.();
  if (platform === 'win32' || uid === undefined) return null;
  const { open, loose, foreign, links, looked, isWhole } = await walkFolder(dataFolder, uid);
  const rest = isWhole ? '' : ' There are more that weren’t looked at.';
  const remedy = 'Run “chmod -R go-rwx” on the data folder, then find out what changed it.';
  if (open.length > 0)
    return bad(
      `Other users can reach ${count(open.length, 'file or folder', 'files or folders')}.${rest}`,
      remedy,
      open.map(revealInvisible),
    );
  if (foreign.length > 0)
    return bad(
      `${count(foreign.length, 'file or folder belongs', 'files or folders belong')} to another user.${rest}`,
      'Find out who put them there. Give them to your user with chown, or remove them.',
      foreign.map(revealInvisible),
    );
  if (loose.length > 0)
    return look(
      `${count(loose.length, 'file or folder is', 'files or folders are')} open to others in a closed folder.${rest}`,
      remedy,
      loose.map(revealInvisible),
    );
  if (links.length > 0)
    return look(
      `${count(links.length, 'link leads', 'links lead')} elsewhere.${rest}`,
      'Find out who put a link into the data folder.',
      links.map(revealInvisible),
    );
  if (!isWhole)
    return look(
      `The first ${looked} files and folders are this user’s alone.${rest}`,
      'Remove what isn’t the console’s.',
    );
  return good(`All ${count(looked, 'file and folder', 'files and folders')} are this user’s alone.`);
}

function checkCopies({ dataFolder }: CheckSubject): Found {
  const copies = databaseCopies(dataFolder, [join(dataFolder, 'service', SERVICE_DATABASE)]);
  if (copies.length === 0) return good('No database has been upgraded since it was created.');
  const kept = `${count(copies.length, 'copy', 'copies')} from before an upgrade ${copies.length === 1 ? 'is' : 'are'} kept.`;
  return good(
    kept,
    copies.map((path) => basename(path)),
  );
}

async function checkCoreDumps({ platform }: CheckSubject): Promise<Found | null> {
  const writes = platform === 'linux' ? await writesCoreDumps() : null;
  if (writes === null) return null;
  return writes
    ? look(
        'A crash may write this program’s memory to the disk.',
        'Set “ulimit -c 0” before you start the console, or turn core dumps off on this system.',
      )
    : good('A crash writes no memory to the disk.');
}

/** How far clocks may differ before requests are in danger of being refused. */
const CLOCK_LIMIT_MS = 60_000;

function checkClock(offsetMs: number | null): Found {
  if (offsetMs === null)
    return look('The clock wasn’t compared: no service has answered yet.', 'Run the self-check again later.');
  const seconds = (Math.abs(offsetMs) / 1000).toFixed(1);
  return Math.abs(offsetMs) <= CLOCK_LIMIT_MS
    ? good(`The clock is ${seconds} s from the service’s.`)
    : bad(`The clock is ${seconds} s from the service’s.`, 'Set this computer’s clock, best by the network.');
}

function checkJournal({ state, lines, message, remedy }: Health['journal']): Found {
  if (state === 'checking') return look('The journal is still being checked.', 'Run the self-check again.');
  return state === 'intact' ? good(`All ${count(lines, 'line')} match the chain.`) : bad(message, remedy);
}
