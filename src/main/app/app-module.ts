import type { AppSnapshot, Health } from '#preload/contract/app.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import { HOSTED_KEYS, differingKeys } from '#protocol/pinned-keys.ts';
import type { ConsoleContext } from '../context/console-context.ts';
import { type ModuleParts, defineModule } from '../context/module.ts';
import { type ServiceReach, currentCredentials, currentProfile } from '../context/runtime-state.ts';
import type { LocalService } from '../embedded-service/local-service.ts';
import type { Journal } from '../journal/journal.ts';
import { consoleError, reportFault } from '../platform/errors.ts';
import { keepOpening } from '../platform/opening.ts';
import { createCoalescingQueue } from '../platform/pacing.ts';
import { readCertificates } from '../service-client/certificates.ts';
import { DEFAULT_NETWORK } from '../service-client/routes.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../storage/profiles.ts';
import { readTheme } from '../storage/settings.ts';
import { vaultError } from '../vault/errors.ts';

/** What a snapshot is made of. */
type SnapshotParts = Pick<
  ConsoleContext,
  | 'host'
  | 'dataFolder'
  | 'version'
  | 'offline'
  | 'storage'
  | 'journal'
  | 'keychainState'
  | 'service'
  | 'runtime'
>;

/** Everything that the window draws its frame from. */
async function snapshot(parts: SnapshotParts): Promise<AppSnapshot> {
  const { host, storage, runtime } = parts;
  const [profiles, credentials, current, theme, selected] = await Promise.all([
    storage.profiles.list(),
    storage.credentials.list(),
    currentCredentials(storage),
    storage.settings.get('theme'),
    currentProfile(storage),
  ]);
  const whole: AppSnapshot = {
    version: parts.version,
    host: host.kind,
    platform: process.platform,
    sandboxed: host.sandboxed,
    can: { ...host.can },
    locked: runtime.locked,
    verification: runtime.verification,
    unlockChosen: runtime.unlockChosen,
    theme: readTheme(theme),
    health: healthOf(parts, selected),
    profiles: profiles.map((profile) => describeProfile(parts, profile, current.get(profile.id)?.publicKey)),
    profileId: selected.id,
    credentials: credentials.map((credential) => ({
      ...credential,
      current: current.get(credential.profileId)?.publicKey === credential.publicKey,
    })),
    dataFolder: parts.dataFolder,
    waitingForMe: runtime.waitingForMe,
    offline: parts.offline === null ? null : { ...parts.offline, clockConfirmedMs: runtime.clockConfirmedMs },
    startsOffline: runtime.startsOffline,
  };
  return runtime.locked ? lockedSnapshot(whole) : whole;
}

/** What the lock screen draws. No profile, credential, address, path or number: whoever sits before it learns nothing of the console. */
const lockedSnapshot = (whole: AppSnapshot): AppSnapshot => ({
  ...whole,
  profiles: [],
  profileId: '',
  credentials: [],
  dataFolder: '',
  waitingForMe: 0,
  offline: whole.offline === null ? null : { ...whole.offline, file: null },
  health: {
    // It says why unlocking fails.
    keychain: whole.health.keychain,
    service: { state: 'unknown', message: '', remedy: '' },
    journal: { state: 'checking', lines: 0, message: '', remedy: '' },
    clock: { offsetMs: null },
    disk: null,
  },
});

function describeProfile(
  parts: SnapshotParts,
  profile: StoredProfile,
  publicKey: string | undefined,
): Profile {
  const identity = publicKey === undefined ? undefined : parts.runtime.identities.get(publicKey);
  return {
    id: profile.id,
    name: profile.name,
    kind: profile.kind,
    baseUrl: profile.id === LOCAL_PROFILE_ID ? (parts.service.ready()?.url ?? '') : profile.baseUrl,
    organizationId: profile.organizationId,
    organizationName: identity?.organizationName ?? profile.organizationName,
    username: identity?.username ?? null,
    userId: identity?.userId ?? null,
    connection: profile.kind === 'local' ? null : describeConnection(profile),
  };
}

function describeConnection({ network, keys }: StoredProfile): NonNullable<Profile['connection']> {
  const { proxy, certificates } = network ?? DEFAULT_NETWORK;
  return {
    proxy,
    certificates: certificates.kind,
    own: certificates.kind === 'own' ? ownCertificates(certificates.pem) : [],
    keys,
    hasVendorKeys: keys !== null && differingKeys(HOSTED_KEYS, keys).length === 0,
  };
}

/** A row that somebody wrote may hold anything: its profile is refused where it is used, and shown until then. */
function ownCertificates(pem: string): NonNullable<Profile['connection']>['own'] {
  try {
    return readCertificates(pem).certificates;
  } catch {
    return [];
  }
}

function healthOf(
  { keychainState, service, journal, runtime }: SnapshotParts,
  selected: StoredProfile,
): Health {
  return {
    keychain: keychainState.status(),
    service: serviceHealth(service, selected, runtime.reach),
    journal: journalHealth(journal, runtime.journalFault),
    clock: { offsetMs: runtime.reach.offsetMs },
    disk: runtime.diskFault,
  };
}

function serviceHealth(
  service: LocalService,
  { kind, baseUrl }: StoredProfile,
  { state, sinceMs }: ServiceReach,
): Health['service'] {
  const own = service.status();
  // A service that runs and does not answer is unreachable as any other.
  if (kind === 'local' && !(own.state === 'ready' && state === 'unreachable')) return { ...own };
  return {
    state,
    message: kind === 'local' ? 'The service on this computer' : `Service at ${new URL(baseUrl).host}`,
    remedy: state === 'unreachable' ? 'Check the network and the profile’s address, then check again.' : '',
    ...(sinceMs === null ? {} : { sinceMs }),
  };
}

function journalHealth(journal: Journal, unwritable: string | null): Health['journal'] {
  const { isChecked, isWholeChecked, lines, fault, torn } = journal.status();
  if (fault !== undefined) {
    const remedy =
      'Find out what changed it, then close it in the journal screen. Its file is kept as evidence, and a new journal starts.';
    return { state: 'tampered', lines, message: fault, remedy };
  }
  if (unwritable !== null) {
    const remedy = 'Check the disk of the data folder. The missing line is written before the next one.';
    return { state: 'unwritable', lines, message: unwritable, remedy };
  }
  if (!isChecked) return { state: 'checking', lines, message: 'The journal is being checked.', remedy: '' };
  if (!isWholeChecked) {
    const message = 'The journal’s end is as it was written. The lines before it are still being checked.';
    return { state: 'checking', lines, message, remedy: '' };
  }
  const message = torn
    ? 'Every line matches the chain. A crash cut off the last line; what remained of it is kept beside the journal, in a file that ends in .torn.'
    : 'Every line matches the chain.';
  return { state: 'intact', lines, message, remedy: '' };
}

/** How the console is, for features that say so too. */
export interface HealthParts {
  readonly health: () => Promise<Health>;
}

/** The console itself: its state, as the window draws its frame from it, its lock, its theme. */
export const app = defineModule({
  start: (
    needs: SnapshotParts & Pick<ConsoleContext, 'vault' | 'refreshing' | 'announce' | 'news' | 'ports'>,
  ): ModuleParts<'app', HealthParts> => {
    const { host, storage, vault, keychainState, runtime, refreshing, announce, news, ports } = needs;
    const keep = keepOpening(needs.dataFolder);
    const announcing = createCoalescingQueue(
      async () => {
        if (runtime.closed || !runtime.looked) return;
        const now = await snapshot(needs);
        host.send('console', 'app.changed', now);
        await keep(now);
      },
      (error) => reportFault('app.changed', error),
    );
    news.changed.on(() => void announcing.run());
    const lock = (): void => {
      runtime.locked = true;
      runtime.locks += 1;
      vault.lock();
      news.locked.emit();
      announce();
    };
    ports.lock.answerWith(lock);
    return {
      parts: { health: async () => healthOf(needs, await currentProfile(storage)) },
      handlers: {
        app: {
          bootstrap: () => snapshot(needs),
          setTheme: async ({ theme }) => {
            await storage.settings.set('theme', theme);
            host.setTheme(theme);
            announce();
            return undefined;
          },
          lock: () => {
            lock();
            return Promise.resolve(undefined);
          },
          unlock: async () => {
            const { locks } = runtime;
            if (runtime.locked) {
              const verified = ports.verifyUnlock.ask();
              if (verified === null) throw consoleError('CONSOLE_LOCKED');
              await verified;
            }
            await vault.probe();
            // Locked again while the person was asked: that holds.
            if (runtime.locks !== locks) throw vaultError('VAULT_LOCKED');
            runtime.locked = false;
            await keychainState.look();
            void refreshing.run();
            return undefined;
          },
          reload: () => {
            // The page that asks is gone before there is an answer.
            host.renewPage().catch((error: unknown) => reportFault('renew page', error));
            return Promise.resolve(undefined);
          },
          recheck: async () => {
            await keychainState.look();
            await refreshing.run();
            return undefined;
          },
          copy: async ({ text }) => {
            await host.copy(text);
            return undefined;
          },
          save: async ({ name, text }) => ({ path: await host.save(name, text) }),
        },
      },
      idle: () => announcing.idle(),
    };
  },
});
