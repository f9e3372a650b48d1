import { operationError } from './console-error.ts';
import { whoami } from '../protocol/catalogue/whoami.ts';
import type { QueryOperation, OutputOf, ParametersOf } from '../protocol/catalogue/operation.ts';
import type { Client, Target } from './client/client.ts';
import { sourceAddress } from './client/source-address.ts';
import { currentCredential, currentProfile } from './console-state.ts';
import type { Volatile } from './console-state.ts';
import type { LocalService } from './service/local-service.ts';
import type { Session } from './session.ts';
import { LOCAL_PROFILE_ID } from './storage/profiles.ts';
import type { StoredProfile } from './storage/profiles.ts';
import type { ConsoleStorage } from './storage/open-storage.ts';
import type { Vault } from './vault/vault.ts';

/** Who speaks to which service now. */
export interface Sessions {
  /** @throws ProtocolError `CONSOLE_LOCKED`, `CREDENTIAL_MISSING`, `SERVICE_NOT_READY` */
  current(): Promise<Session>;
  /** @throws ProtocolError as `current`, and those of the keychain */
  target(profileId: string, publicKey: string): Promise<Target>;
  /** Asks a query as the current session, stamped without asking: it only reads. */
  ask<O extends QueryOperation>(operation: O, parameters: ParametersOf<O>): Promise<OutputOf<O>>;
  /** The public key that stamps now, and the address the service sees it at; undefined where that is not known here. */
  self(): Promise<{ readonly publicKey: string; readonly source: string | undefined }>;
  /** Asks the service who the current credential is, and keeps the names; does nothing without a credential. */
  identifyIfPossible(): Promise<void>;
}

export function createSessions(parts: {
  readonly storage: ConsoleStorage;
  readonly service: LocalService;
  readonly vault: Vault;
  readonly client: Client;
  readonly volatile: Volatile;
}): Sessions {
  const { storage, service, vault, client, volatile } = parts;

  const find = async (profileId: string): Promise<StoredProfile> => {
    const profile = (await storage.profiles.list()).find(({ id }) => id === profileId);
    if (profile === undefined) throw operationError('PROFILE_UNKNOWN');
    return profile;
  };
  const placeOf = (profile: StoredProfile): { baseUrl: string; organizationId: string } => {
    if (profile.id !== LOCAL_PROFILE_ID && profile.organizationId !== null) {
      return { baseUrl: profile.baseUrl, organizationId: profile.organizationId };
    }
    const ready = service.ready();
    if (ready === null) throw operationError('SERVICE_NOT_READY');
    return { baseUrl: ready.url, organizationId: ready.organizationId };
  };
  const current = async (): Promise<Session> => {
    if (volatile.locked) throw operationError('CONSOLE_LOCKED');
    const profile = await currentProfile(storage);
    const credential = await currentCredential(storage, profile.id);
    if (credential === undefined) throw operationError('CREDENTIAL_MISSING');
    const { organizationId } = placeOf(profile);
    const organizationName =
      volatile.identities.get(credential.publicKey)?.organizationName ??
      profile.organizationName ??
      organizationId;
    return { profile: { id: profile.id, name: profile.name, organizationId, organizationName }, credential };
  };
  const target = async (profileId: string, publicKey: string): Promise<Target> => {
    if (volatile.locked) throw operationError('CONSOLE_LOCKED');
    const credential = await storage.credentials.find(publicKey);
    if (credential?.profileId !== profileId) throw operationError('CREDENTIAL_MISSING');
    const profile = await find(profileId);
    const place = placeOf(profile);
    return { ...place, profileName: profile.name, signer: await vault.signer(publicKey, credential.curve) };
  };
  const ask = async <O extends QueryOperation>(
    operation: O,
    parameters: ParametersOf<O>,
  ): Promise<OutputOf<O>> => {
    const { profile, credential } = await current();
    return client.query(await target(profile.id, credential.publicKey), operation, parameters);
  };

  return {
    current,
    target,
    ask,
    self: async () => {
      const { profile, credential } = await current();
      const { baseUrl } = placeOf(await find(profile.id));
      return { publicKey: credential.publicKey, source: await sourceAddress(baseUrl) };
    },
    identifyIfPossible: async () => {
      const profile = await currentProfile(storage);
      const credential = await currentCredential(storage, profile.id);
      const unreachable = profile.id === LOCAL_PROFILE_ID && service.ready() === null;
      if (volatile.locked || credential === undefined || unreachable) return;
      const who = await client.query(await target(profile.id, credential.publicKey), whoami, {});
      const { organizationName, username, userId } = who;
      volatile.identities.set(credential.publicKey, { organizationName, username, userId });
      await storage.profiles.setOrganizationName(profile.id, organizationName);
    },
  };
}
