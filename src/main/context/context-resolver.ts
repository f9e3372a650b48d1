import type { OutputOf, ParametersOf, QueryOperation } from '#protocol/catalogue/operation.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { LocalService } from '../embedded-service/local-service.ts';
import type { Clock } from '../platform/clock.ts';
import { consoleError } from '../platform/errors.ts';
import type { Client, Target } from '../service-client/client.ts';
import { apiKeyStamper, guardedStamper } from '../service-client/request-parts.ts';
import { isLoopbackHost } from '../service-client/proxy-choice.ts';
import { DEFAULT_NETWORK } from '../service-client/routes.ts';
import { ServiceRefusal } from '../service-client/service-refusal.ts';
import { sourceAddress } from '../service-client/source-address.ts';
import type { StoredCredential } from '../storage/credentials.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { StoredPasskey } from '../storage/passkeys.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../storage/profiles.ts';
import type { KnownProfiles } from '../vault/row-seals.ts';
import type { Vault } from '../vault/vault.ts';
import { type Ceremonies, passkeyStamper } from '../webauthn/ceremonies.ts';
import { type RuntimeState, currentCredential, currentProfile, watchLock } from './runtime-state.ts';
import { contextError } from './errors.ts';

/** Where requests go and who stamps them. */
export interface SigningContext {
  readonly profile: {
    readonly id: string;
    readonly name: string;
    readonly organizationId: string;
    readonly organizationName: string;
  };
  readonly credential: StoredCredential;
  /** How often the profile had moved when this was read: what is approved for one place is sent to no other. */
  readonly moves: number;
}

/**
 * What reads while a passkey stamps: a key or session of the same user, so that looking asks nobody.
 * @param userIdOf whose a credential is; undefined where the service does not know it
 */
export async function silentCredential(
  { profileId }: StoredCredential,
  userId: string,
  { credentials, nowMs }: { readonly credentials: readonly StoredCredential[]; readonly nowMs: number },
  userIdOf: (credential: StoredCredential) => Promise<string | undefined>,
): Promise<StoredCredential | undefined> {
  for (const credential of credentials) {
    if (credential.kind === 'passkey' || credential.profileId !== profileId) continue;
    if (credential.expiresAtMs !== null && nowMs >= credential.expiresAtMs) continue;
    if ((await userIdOf(credential)) === userId) return credential;
  }
  return undefined;
}

/** Who speaks to which service now. */
export interface ContextResolver {
  /**
   * @param publicKey another credential than the selected one; of its own profile then
   * @throws AppError `CONSOLE_LOCKED`, `CREDENTIAL_MISSING`, `SERVICE_NOT_READY`
   */
  current(publicKey?: string): Promise<SigningContext>;
  /** Where a profile's requests go, and the keys that its service is held to. @throws AppError */
  place(profileId: string): Promise<{
    readonly address: Omit<Target, 'stamper'>;
    readonly keys: PinnedKeys | null;
  }>;
  /**
   * It stamps until the console locks: whoever goes on later asks for another one.
   * @throws AppError as `current`, `SESSION_OVER`, and those of the keychain
   */
  target(profileId: string, publicKey: string): Promise<Target>;
  /** The public key that stamps now, and the address the service sees it at; undefined where that is not known here. */
  self(): Promise<{ readonly publicKey: string; readonly source: string | undefined }>;
  /**
   * Asks a query as the current session, stamped without asking: it only reads. While a passkey stamps, another credential of
   * the same user reads.
   * @throws AppError `PASSKEY_READS_NOTHING` where there is none; ServiceError
   */
  readonly query: <O extends QueryOperation>(
    operation: O,
    parameters: ParametersOf<O>,
  ) => Promise<OutputOf<O>>;
  /** The keys that the current profile pins; null where it pins none yet. */
  pinnedKeys(): Promise<PinnedKeys | null>;
  /** Asks the service who the current credential is, and keeps the names; does nothing without a credential. */
  identifyIfPossible(): Promise<void>;
}

export function createContextResolver(parts: {
  readonly storage: ConsoleStorage;
  readonly service: LocalService;
  readonly vault: Vault;
  readonly client: Client;
  readonly runtime: RuntimeState;
  readonly ceremonies: Pick<Ceremonies, 'get'>;
  readonly knownProfiles: Pick<KnownProfiles, 'require'>;
  readonly clock: Clock;
  /** Whether no service is asked: then nothing is stamped for one either. */
  readonly isOffline: boolean;
}): ContextResolver {
  const { storage, service, vault, client, runtime, ceremonies, clock } = parts;

  const find = async (profileId: string): Promise<StoredProfile> => {
    const profile = await storage.profiles.find(profileId);
    if (profile === undefined) throw contextError('PROFILE_UNKNOWN');
    return profile;
  };
  const placeOf = (profile: StoredProfile): Pick<Target, 'baseUrl' | 'organizationId' | 'network'> => {
    if (profile.id !== LOCAL_PROFILE_ID && profile.organizationId !== null) {
      const { baseUrl, organizationId, network } = profile;
      return { baseUrl, organizationId, network: network ?? DEFAULT_NETWORK };
    }
    const ready = service.ready();
    if (ready === null) throw contextError(parts.isOffline ? 'CONSOLE_OFFLINE' : 'SERVICE_NOT_READY');
    return { baseUrl: ready.url, organizationId: ready.organizationId };
  };
  const current = async (publicKey?: string): Promise<SigningContext> => {
    if (runtime.locked) throw consoleError('CONSOLE_LOCKED');
    const named = publicKey === undefined ? undefined : await storage.credentials.find(publicKey);
    if (publicKey !== undefined && named === undefined) throw contextError('CREDENTIAL_MISSING');
    const profile = named === undefined ? await currentProfile(storage) : await find(named.profileId);
    const credential = named ?? (await currentCredential(storage, profile.id));
    if (credential === undefined) throw contextError('CREDENTIAL_MISSING');
    const { organizationId } = placeOf(profile);
    const organizationName =
      runtime.identities.get(credential.publicKey)?.organizationName ??
      profile.organizationName ??
      organizationId;
    const { id, name, moves } = profile;
    return { profile: { id, name, organizationId, organizationName }, credential, moves };
  };
  const place = async (profileId: string) => {
    const profile = await find(profileId);
    await parts.knownProfiles.require(profile);
    const { name: profileName, moves, keys } = profile;
    return { address: { ...placeOf(profile), profileId, profileName, moves }, keys };
  };
  const passkeyOf = async ({ publicKey }: StoredCredential): Promise<StoredPasskey> => {
    const passkey = await storage.passkeys.find(publicKey);
    if (passkey === undefined) throw contextError('CREDENTIAL_MISSING');
    return passkey;
  };
  const target = async (profileId: string, publicKey: string): Promise<Target> => {
    if (runtime.locked) throw consoleError('CONSOLE_LOCKED');
    const requireNoLock = watchLock(runtime);
    // Before the stamp: one that is made for nobody is good for whoever finds it.
    if (parts.isOffline) throw contextError('CONSOLE_OFFLINE');
    const credential = await storage.credentials.find(publicKey);
    if (credential?.profileId !== profileId) throw contextError('CREDENTIAL_MISSING');
    // Its end does not wait for a timer: a machine may have slept through it.
    if (credential.kind === 'session' && clock.now() >= (credential.expiresAtMs ?? 0))
      throw contextError('SESSION_OVER');
    const { address } = await place(profileId);
    requireNoLock();
    if (credential.kind === 'passkey') {
      const passkey = await passkeyOf(credential);
      const stamper = passkeyStamper(ceremonies, passkey, credential.label);
      return { ...address, stamper: guardedStamper(stamper, requireNoLock) };
    }
    const signer = () => vault.signer(publicKey, credential.curve);
    await signer();
    return { ...address, stamper: guardedStamper(apiKeyStamper(publicKey, signer), requireNoLock) };
  };
  /** Whose a credential is, asked once; undefined where the service does not take it. */
  const userIdOf = async ({ profileId, publicKey }: StoredCredential): Promise<string | undefined> => {
    const known = runtime.identities.get(publicKey);
    if (known !== undefined) return known.userId;
    try {
      const who = await client.query(await target(profileId, publicKey), whoami, {});
      runtime.identities.set(publicKey, who);
      return who.userId;
    } catch (error) {
      if (error instanceof ServiceRefusal && error.httpStatus === 401) return undefined;
      throw error;
    }
  };
  const reader = async (credential: StoredCredential): Promise<StoredCredential> => {
    if (credential.kind !== 'passkey') return credential;
    const { userId } = await passkeyOf(credential);
    const among = { credentials: await storage.credentials.list(), nowMs: clock.now() };
    const found = await silentCredential(credential, userId, among, userIdOf);
    if (found === undefined) throw contextError('PASSKEY_READS_NOTHING');
    return found;
  };
  const ask = async <O extends QueryOperation>(
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>> => {
    const { profile, credential } = await current();
    const { publicKey } = await reader(credential);
    return client.query(await target(profile.id, publicKey), operation, parameters);
  };

  return {
    current,
    place,
    target,
    query: ask,
    self: async () => {
      const { profile, credential } = await current();
      const { baseUrl } = placeOf(await find(profile.id));
      // Another computer is not connected to for this: its profile may have to go through a proxy.
      const isHere = isLoopbackHost(new URL(baseUrl).hostname);
      return { publicKey: credential.publicKey, source: isHere ? await sourceAddress(baseUrl) : undefined };
    },
    pinnedKeys: async () => (await currentProfile(storage)).keys,
    identifyIfPossible: async () => {
      const profile = await currentProfile(storage);
      const credential = await currentCredential(storage, profile.id);
      const unreachable = profile.id === LOCAL_PROFILE_ID && service.ready() === null;
      if (runtime.locked || credential === undefined || unreachable || parts.isOffline) return;
      if (credential.kind === 'passkey') {
        // Asking would ask a person: it is known since it was registered.
        runtime.identities.set(credential.publicKey, await passkeyOf(credential));
        return;
      }
      const who = await client.query(await target(profile.id, credential.publicKey), whoami, {});
      const { organizationName, username, userId } = who;
      runtime.identities.set(credential.publicKey, { organizationName, username, userId });
      await storage.profiles.setOrganizationName(profile.id, organizationName);
    },
  };
}
