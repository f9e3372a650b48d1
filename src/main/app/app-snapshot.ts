import type { AppSnapshot } from '../../preload/contract/app.ts';
import type { Health } from '../../preload/contract/health.ts';
import type { Profile } from '../../preload/contract/profiles.ts';
import type { OwnKey } from '../features/previews/preview-maker.ts';
import { currentCredential, currentProfile } from '../context/active-profile.ts';
import type { RuntimeState } from '../context/runtime-state.ts';
import type { Host } from '../platform/host.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceReach } from '../context/service-reach.ts';
import type { LocalService } from '../embedded-service/local-service.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { KeychainState } from '../vault/keychain-state.ts';
import type { Vault } from '../vault/vault.ts';

/** What a snapshot is made of. */
export interface StateParts {
  readonly host: Host;
  readonly dataFolder: string;
  readonly version: string;
  readonly storage: ConsoleStorage;
  readonly journal: Journal;
  readonly keychain: KeychainState;
  readonly service: LocalService;
  readonly volatile: RuntimeState;
}

/**
 * The credentials as previews name them, and which of them came from outside. A row of the database makes no key ours: only
 * one whose private key is in the keychain is. @throws KeychainError
 */
export async function ownKeys(
  { credentials, settings }: Pick<ConsoleStorage, 'credentials' | 'settings'>,
  vault: Pick<Vault, 'originOf'>,
): Promise<OwnKey[]> {
  const found: OwnKey[] = [];
  for (const { kind, label, publicKey } of await credentials.list()) {
    // A passkey's key is on its authenticator: nobody here can tell whose it is.
    const origin = kind === 'passkey' ? null : await vault.originOf(publicKey);
    if (origin === null) continue;
    // Imports of before the keychain said it are in the settings.
    const isImported = origin === 'imported' || (await settings.get(`imported.${publicKey}`)) !== undefined;
    found.push({ name: label, publicKey, isImported });
  }
  return found;
}

/** The theme out of its setting. */
export const readTheme = (setting: string | undefined): AppSnapshot['theme'] =>
  setting === 'light' || setting === 'dark' ? setting : 'system';

/** Everything that the window draws its frame from. */
export async function snapshot(parts: StateParts): Promise<AppSnapshot> {
  const { host, storage, volatile } = parts;
  const [profiles, credentials, theme, selected] = await Promise.all([
    storage.profiles.list(),
    storage.credentials.list(),
    storage.settings.get('theme'),
    currentProfile(storage),
  ]);
  const currentKeys = new Map<string, string | undefined>();
  for (const { id } of profiles) currentKeys.set(id, (await currentCredential(storage, id))?.publicKey);
  return {
    version: parts.version,
    host: host.kind,
    platform: process.platform,
    sandboxed: host.sandboxed,
    can: { ...host.can },
    locked: volatile.locked,
    theme: readTheme(theme),
    health: healthOf(parts, selected),
    profiles: profiles.map((profile) => describeProfile(parts, profile, currentKeys.get(profile.id))),
    profileId: selected.id,
    credentials: credentials.map((credential) => ({
      ...credential,
      current: currentKeys.get(credential.profileId) === credential.publicKey,
    })),
    dataFolder: parts.dataFolder,
    waitingForMe: volatile.locked ? 0 : volatile.waitingForMe,
  };
}

function describeProfile(parts: StateParts, profile: StoredProfile, publicKey: string | undefined): Profile {
  const identity = publicKey === undefined ? undefined : parts.volatile.identities.get(publicKey);
  return {
    id: profile.id,
    name: profile.name,
    kind: profile.kind,
    baseUrl: profile.id === LOCAL_PROFILE_ID ? (parts.service.ready()?.url ?? '') : profile.baseUrl,
    organizationId: profile.organizationId,
    organizationName: identity?.organizationName ?? profile.organizationName,
    username: identity?.username ?? null,
    userId: identity?.userId ?? null,
  };
}

function healthOf({ keychain, service, journal, volatile }: StateParts, selected: StoredProfile): Health {
  return {
    keychain: keychain.status(),
    service: serviceHealth(service, selected, volatile.reach),
    journal: journalHealth(journal, volatile.journalFault),
    clock: { offsetMs: volatile.reach.offsetMs },
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
    message: kind === 'local' ? 'The service on this machine' : `Service at ${new URL(baseUrl).host}`,
    remedy: state === 'unreachable' ? 'Check the network and the profile’s address, then check again.' : '',
    ...(sinceMs === null ? {} : { sinceMs }),
  };
}

function journalHealth(journal: Journal, unwritable: string | null): Health['journal'] {
  const { isChecked, lines, fault, torn } = journal.status();
  const wrong = fault ?? unwritable;
  if (wrong !== null) {
    return {
      state: 'tampered',
      lines,
      message: wrong,
      remedy:
        'Keep a copy of journal.jsonl as evidence and find out what changed it. New lines are added behind the last good one.',
    };
  }
  if (!isChecked) return { state: 'checking', lines, message: 'The journal is being checked.', remedy: '' };
  const message = torn
    ? 'Every line matches the chain. A crash cut off the last line; what remained of it is kept in journal.jsonl.torn.'
    : 'Every line matches the chain.';
  return { state: 'intact', lines, message, remedy: '' };
}
