import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Health } from '#preload/contract/health.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import { currentCredential, currentProfile } from '../context/active-profile.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceReach } from '../context/service-reach.ts';
import type { LocalService } from '../embedded-service/local-service.ts';
import type { ConsoleContext } from '../context/console-context.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import { readTheme } from '../storage/settings.ts';

/** What a snapshot is made of. */
export type SnapshotParts = Pick<
  ConsoleContext,
  'host' | 'dataFolder' | 'version' | 'storage' | 'journal' | 'keychainState' | 'service' | 'volatile'
>;

/** Everything that the window draws its frame from. */
export async function snapshot(parts: SnapshotParts): Promise<AppSnapshot> {
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

function describeProfile(
  parts: SnapshotParts,
  profile: StoredProfile,
  publicKey: string | undefined,
): Profile {
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

function healthOf(
  { keychainState, service, journal, volatile }: SnapshotParts,
  selected: StoredProfile,
): Health {
  return {
    keychain: keychainState.status(),
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
    message: kind === 'local' ? 'The service on this computer' : `Service at ${new URL(baseUrl).host}`,
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
