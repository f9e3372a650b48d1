import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { approvalContract } from '#preload/approval-contract.ts';
import { createNativeCurves } from '#native/curves.ts';
import { nativeRecovery } from '#native/key-recovery.ts';
import { contract } from '#preload/contract.ts';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import { installCurves } from '#protocol/curves.ts';
import { installKeyRecovery } from '#protocol/key-recovery.ts';
import { withNewsGate } from '../bridge/router.ts';
import { pinLocalKeys } from '../embedded-service/local-keys.ts';
import { type LocalService, createLocalService } from '../embedded-service/local-service.ts';
import { createQueryRecorder, openConsoleJournal } from '../journal/console-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { type Clock, TIMING, type Timing } from '../platform/clock.ts';
import { type DiskWatch, createDiskWatch } from '../platform/disk-watch.ts';
import { type Emitter, type LatePort, createEmitter, createLatePort } from '../platform/emitter.ts';
import { reportFault } from '../platform/errors.ts';
import type { OfflineChoice } from '../platform/offline/offline-choice.ts';
import type { Host } from '../platform/host.ts';
import { createPrivateOpener } from '../platform/loopback/private-opener.ts';
import type { CoalescingQueue } from '../platform/pacing.ts';
import { type ReleaseSource, SHIPPED_RELEASES } from '../platform/release-source.ts';
import { type Client, type ClientNews, createClient } from '../service-client/client.ts';
import { type Routes, createRoutes } from '../service-client/routes.ts';
import { type ConsoleStorage, openStorage } from '../storage/open-storage.ts';
import { readTheme } from '../storage/settings.ts';
import { type Keychain, type KeychainState, watchKeychain } from '../vault/keychain.ts';
import { type KnownProfiles, type RequestSeal, createRowSeals } from '../vault/row-seals.ts';
import { type Vault, createVault } from '../vault/vault.ts';
import { type Ceremonies, createCeremonies } from '../webauthn/ceremonies.ts';
import { type ContextResolver, createContextResolver } from './context-resolver.ts';
import { type KeyInventory, createKeyInventory } from './key-inventory.ts';
import { createRefresh } from './refresh.ts';
import {
  type MadeKeys,
  type RuntimeState,
  createMadeKeys,
  createRuntimeState,
  currentProfile,
  noteCall,
} from './runtime-state.ts';
import { type Selections, createSelections } from './selections.ts';

/** What a console is made of: the program that shows it, a folder of its own, the keychain and the time. */
export interface ConsoleOptions {
  readonly host: Host;
  readonly dataFolder: string;
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
  /** Whether the operator takes an older database of the service, which they restored; not when left out. */
  readonly acceptOlderDatabase?: boolean;
  /** Whether the operator said that what the keychain had for this console is gone for good; not when left out. */
  readonly acceptLostKeychain?: boolean;
  readonly timing?: Partial<Timing>;
  /** Where releases are looked for; what the build was made with, when left out. */
  readonly releases?: ReleaseSource | null;
  /** Frees and overwrites what nothing in this process refers to any more, after a lock; nothing does when left out. */
  readonly clearMemory?: () => void;
  /** Who took this console offline, before anything of it was built; nobody when left out. */
  readonly offline?: OfflineChoice | null;
  /** A clock that nobody can set, in ms from any moment on; the process's when left out. */
  readonly steadyMs?: () => number;
  /** Where `HTTPS_PROXY` and its kind are read; the process's when left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What every feature may need: the rooms below the features, opened. */
export interface ConsoleContext {
  readonly host: Host;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly version: string;
  readonly releases: ReleaseSource | null;
  /** Who took it offline; null where nobody did. */
  readonly offline: OfflineChoice | null;
  readonly steadyMs: () => number;
  readonly dataFolder: string;
  readonly storage: ConsoleStorage;
  readonly journal: Journal;
  /** Resolves when the lines are written that a crash kept from the journal. */
  readonly recovered: Promise<void>;
  readonly keychain: Keychain;
  readonly keychainState: KeychainState;
  readonly vault: Vault;
  /** The disk of the data folder. */
  readonly disk: DiskWatch;
  readonly requestSeal: RequestSeal;
  readonly knownProfiles: KnownProfiles;
  readonly service: LocalService;
  /** Proxies and certificates of hosted profiles. */
  readonly routes: Routes;
  readonly client: Client;
  readonly ceremonies: Ceremonies;
  readonly sessions: ContextResolver;
  readonly inventory: KeyInventory;
  readonly madeKeys: MadeKeys;
  readonly selections: Selections;
  /** Looks after the service and the names again. */
  readonly refreshing: CoalescingQueue;
  readonly runtime: RuntimeState;
  /** The profile that the window shows. */
  readonly profileId: () => string;
  /** Tells the window that the console's state changed. */
  readonly announce: () => void;
  readonly onJournalFault: (error: unknown) => void;
  readonly news: ConsoleNews;
  readonly ports: ConsolePorts;
}

/** What the rooms below tell the features. */
export interface ConsoleNews {
  /** The console's state changed. */
  readonly changed: Emitter;
  /** The console is locked, or closes. */
  readonly locked: Emitter;
  readonly profileChanged: Emitter;
  /** A profile leads to another place: its address, organization or keys were edited. */
  readonly profileMoved: Emitter<[profileId: string]>;
  /** A service answered a request of that public key; the code of its refusal, or null. */
  readonly answered: Emitter<[publicKey: string, refusal: string | null]>;
  /** The shown profile has other contacts than before, or other rules for them. */
  readonly contactsChanged: Emitter;
  /** A request's line was written into the journal. */
  readonly recorded: Emitter;
  /** It is known who speaks to which service. */
  readonly identified: Emitter;
  /** The local service ended by itself, and its pause is over. */
  readonly restartDue: Emitter;
}

const createNews = (): ConsoleNews => ({
  changed: createEmitter(),
  locked: createEmitter(),
  profileChanged: createEmitter(),
  contactsChanged: createEmitter(),
  profileMoved: createEmitter(),
  answered: createEmitter(),
  recorded: createEmitter(),
  identified: createEmitter(),
  restartDue: createEmitter(),
});

/** What is under review, as user verification is bound to it. */
export interface VerifiedSubject {
  readonly id: string;
  /** SHA-256 of what was shown, as hex. */
  readonly digest: string;
  /** What it is asked for, in a few words: "Export a wallet". */
  readonly summary: string;
}

/** A person proves that they are here (WebAuthn calls it user verification). */
export interface UserVerification {
  /** The method that is set up; null where none is. @throws AppError where that cannot be known */
  method(): Promise<VerificationMethod | null>;
  /**
   * Resolves when a person proved it, for this subject alone.
   * @param passphrase what was typed on the approval surface
   * @param signal ends it: the review is over, or the console locked
   * @throws AppError of the method; nothing is verified then
   */
  verify(subject: VerifiedSubject, passphrase: string | undefined, signal: AbortSignal): Promise<void>;
}

/** The contacts of a profile, as previews ask for them. */
export interface KnownContacts {
  /** Every address of a contact. */
  readonly addresses: readonly string[];
  /** The name of the contact that has the address, whatever its spelling. */
  readonly nameOf: (address: string) => string | undefined;
  /** Whether a payment to anybody else is a danger. */
  readonly contactsOnly: boolean;
  /** Why they cannot be told; null where they can. They are empty otherwise. */
  readonly fault: string | null;
}

const NO_CONTACTS: KnownContacts = {
  addresses: [],
  nameOf: () => undefined,
  contactsOnly: false,
  fault: null,
};

/** What features ask of others that are started after them. */
export interface ConsolePorts {
  /** Null before the feature that verifies has started: nothing that needs it can be approved then. */
  readonly userVerification: LatePort<[], UserVerification | null>;
  /** Has a person unlock the console; rejects where nobody did. Null before anybody can ask: then it stays locked. */
  readonly verifyUnlock: LatePort<[], Promise<void> | null>;
  /** Locks the console, as its button does. */
  readonly lock: LatePort<[], void>;
  /** Whether this console is offline: no service is asked or started then, and nothing else. */
  readonly isOffline: LatePort<[], boolean>;
  /**
   * Asked before anything is approved or stamped. @throws AppError `CLOCK_UNCONFIRMED` where the console is offline and
   * the operator did not confirm the clock since it was started, or last moved
   */
  readonly requireClock: LatePort<[], void>;
  /** Whether an export of this run is to be sealed to that public key, hex. */
  readonly ownsTarget: LatePort<[publicKey: string], boolean>;
  /** The addresses of the key or wallet that this console sealed into that message; undefined for any other. */
  readonly sealedAddresses: LatePort<[encryptedBundle: string], readonly string[] | undefined>;
  /** The contacts of a profile, the one that is shown if none is named; none before the feature that keeps them has started. */
  readonly contacts: LatePort<[profileId?: string], Promise<KnownContacts>>;
}

/** Ports that answer with the least until a feature answers. */
const createPorts = (isOffline: boolean): ConsolePorts => ({
  userVerification: createLatePort(null),
  verifyUnlock: createLatePort(null),
  lock: createLatePort(undefined),
  isOffline: createLatePort(isOffline),
  requireClock: createLatePort(undefined),
  ownsTarget: createLatePort(false),
  sealedAddresses: createLatePort(undefined),
  contacts: createLatePort(Promise.resolve(NO_CONTACTS)),
});

/** What the client's calls, queries and answers tell the console. */
function createClientNews(
  parts: Pick<ConsoleContext, 'journal' | 'clock' | 'runtime' | 'news' | 'announce'>,
  onFault: (error: unknown) => void,
): ClientNews {
  const { journal, clock, runtime, news, announce } = parts;
  const recordQuery = createQueryRecorder(journal, clock);
  return {
    onCall: (call) => {
      if (noteCall(runtime, call, clock.now())) announce();
    },
    // The line is in the journal later than the answer is in the window.
    onQuery: (query) => void recordQuery(query).then((isWritten) => isWritten && announce(), onFault),
    onAnswer: news.answered.emit,
  };
}

/** What is said of a disk that takes nothing, and of a journal that could not be written. */
function watchFaults(
  { dataFolder, clock }: Pick<ConsoleOptions, 'dataFolder' | 'clock'>,
  runtime: RuntimeState,
  announce: () => void,
): [DiskWatch, (error: unknown, when?: 'start' | 'later') => void] {
  const watch = createDiskWatch(dataFolder, clock, (state) => {
    runtime.diskFault = state;
    announce();
  });
  const onFault = (error: unknown, when: 'start' | 'later' = 'start'): void => {
    watch.tell(error);
    if (when === 'later') return;
    reportFault('journal', error);
    runtime.journalFault = 'The journal could not be written: the last stamp has no line in it.';
  };
  return [watch, onFault];
}

/** Has curves computed by the platform and signers recovered by libsecp256k1, before anything asks. */
function computeNatively(): void {
  installCurves(createNativeCurves());
  installKeyRecovery(nativeRecovery);
}

/**
 * Opens the console's files, and what stands on them and on the keychain.
 * @throws StorageError when the data folder is in use or its database cannot be read
 */
export async function openContext(options: ConsoleOptions): Promise<ConsoleContext> {
  computeNatively();
  const { dataFolder, clock, version, keychain } = options;
  const timing = { ...TIMING, ...options.timing };
  const { offline = null, steadyMs = () => performance.now() } = options;
  const storage = await openStorage(dataFolder, options.acceptOlderDatabase);
  const runtime = createRuntimeState((await currentProfile(storage)).id);
  const host = withNewsGate(options.host, { console: contract, approval: approvalContract }, runtime);
  const news = createNews();
  const announce = news.changed.emit;

  const [disk, onJournalFault] = watchFaults(options, runtime, announce);
  const { journal, recovered } = await openConsoleJournal(options, storage, onJournalFault);

  const theme = readTheme(await storage.settings.get('theme'));
  if (theme !== 'system') host.setTheme(theme);
  const vault = createVault(keychain);
  const { requestSeal, knownProfiles } = createRowSeals(keychain, storage, options.acceptLostKeychain);
  const keychainState = watchKeychain(keychain, vault, announce, (error) => reportFault('keychain', error));
  // Whoever comes to a machine that was left alone finds no key in its memory.
  host.onAway(() => vault.lock());
  // Who needs it next reads it from the keychain again.
  news.locked.on(() => requestSeal.lock());
  const service = createLocalService({
    ...{ host, vault, dataFolder },
    acceptOlderDatabase: options.acceptOlderDatabase ?? false,
    isOffline: offline !== null,
    keychainIsOpen: () => keychainState.status().state === 'ready',
    admit: ({ keys }) => pinLocalKeys(storage.profiles, keys),
    onChange: announce,
    onFault: reportFault,
    ...{ clock, steadyMs, restartMs: timing.restartMs },
    onRestart: news.restartDue.emit,
  });
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const routes = createRoutes({
    ...{ keychain, timing },
    // A script that chooses proxies comes from the network, and so may its answer.
    resolveProxy: offline === null ? host.resolveProxy : undefined,
    environment: options.environment ?? process.env,
  });
  const tell = createClientNews({ journal, clock, runtime, news, announce }, onJournalFault);
  const client = createClient({ clock, timing, random }, version, tell, routes);
  const ceremonies = createCeremonies({
    clock,
    tell: (ceremony) => host.send('console', 'passkeys.ceremony', ceremony),
    opener: createPrivateOpener(host, join(dataFolder, 'browser', 'passkey')),
  });
  const sessions = createContextResolver({
    ...{ storage, service, vault, client, runtime, ceremonies, clock, knownProfiles },
    isOffline: offline !== null,
  });
  const inventory = createKeyInventory(sessions, clock);
  const refreshing = createRefresh({ storage, service, sessions, runtime, news });
  const onProfileChange = news.profileChanged.emit;
  return {
    ...{ host, clock, timing, version, dataFolder, storage, journal, recovered },
    ...{
      keychain,
      keychainState,
      vault,
      requestSeal,
      knownProfiles,
      service,
      routes,
      client,
      ceremonies,
    },
    ...{ sessions, inventory, refreshing, runtime, announce, onJournalFault, news },
    ...{ offline, steadyMs, disk },
    releases: options.releases === undefined ? SHIPPED_RELEASES : options.releases,
    madeKeys: createMadeKeys(),
    selections: createSelections({
      ...{ storage, runtime, inventory, requestSeal, refreshing, onProfileChange },
      onMove: news.profileMoved.emit,
    }),
    profileId: () => runtime.profileId,
    ports: createPorts(offline !== null),
  };
}
