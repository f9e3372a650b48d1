import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { KeptItem, SettingStore } from '../storage/settings.ts';
import { LOCAL_PROFILE_ID, type ProfileStore, type StoredProfile } from '../storage/profiles.ts';
import { vaultError } from './errors.ts';
import { type Keychain, keyOfItem } from './keychain.ts';

/** Tells an item that the keychain lost from one that was never made, by what the database remembers. */
export interface KeptItems {
  /**
   * Asked before an item that is missing is made. @throws AppError `KEYCHAIN_ITEM_LOST` where the keychain had it once;
   * KeychainError
   */
  requireNew(item: KeptItem): Promise<void>;
  /** Remembers that the keychain has it. */
  note(item: KeptItem): Promise<void>;
}

/** @param acceptsLost whether the operator said that the keychain's items are gone for good */
export const createKeptItems = (
  keychain: Pick<Keychain, 'list'>,
  settings: SettingStore,
  acceptsLost: boolean,
): KeptItems => ({
  requireNew: async (item) => {
    // Two looks, two ways: a keychain that hides an item for a moment has not lost it.
    const isThere = (await keychain.list()).includes(item);
    const wasThere = (await settings.get(`kept.${item}`)) !== undefined;
    if (isThere || (wasThere && !acceptsLost)) throw vaultError('KEYCHAIN_ITEM_LOST', { item });
  },
  note: async (item) => {
    if ((await settings.get(`kept.${item}`)) === undefined) await settings.set(`kept.${item}`, 'yes');
  },
});

/**
 * The profiles that the operator added, as the keychain has them: whoever writes the database sends no request to another
 * address, and has no other service say whose an address is.
 */
export interface KnownProfiles {
  /** @throws AppError `PROFILE_CHANGED` for one that was not added here, or not so; KeychainError */
  require(profile: StoredProfile): Promise<void>;
  /**
   * Notes a profile that was approved. @throws KeychainError
   * @param before how it stands in the database until it is written: both are taken until this is called without it
   */
  note(profile: StoredProfile, before?: StoredProfile): Promise<void>;
  /** @throws KeychainError */
  forget(id: string): Promise<void>;
}

/** Says that all profiles are noted: those of before this was kept are taken as they are, once. */
const ALL_NOTED = 'profiles-noted';
const itemOf = (id: string): string => `profile:${id}`;
/** Everything that decides where requests go and what answers are held to, and the name that cards have. */
const digestOf = ({
  id,
  kind,
  name,
  baseUrl,
  organizationId,
  keys,
  network,
  moves,
}: StoredProfile): string => {
  const place = [id, kind, name, baseUrl, organizationId, keys];
  // One that says nothing of proxies and never moved is noted as it always was.
  const fields = network === null && moves === 0 ? place : [...place, network, moves];
  return sha256Hex(toUtf8(JSON.stringify(fields)));
};

export function createKnownProfiles(
  keychain: Pick<Keychain, 'get' | 'set' | 'replace' | 'delete'>,
  store: Pick<ProfileStore, 'list'>,
  kept?: KeptItems,
): KnownProfiles {
  const known = new Map<string, string | null>();
  let beginning: Promise<void> | undefined;

  const note = async (profile: StoredProfile, before?: StoredProfile): Promise<void> => {
    const digest = [profile, ...(before === undefined ? [] : [before])].map(digestOf).join(' ');
    await keychain.replace(itemOf(profile.id), digest);
    known.set(profile.id, digest);
  };
  const begin = async (): Promise<void> => {
    if ((await keychain.get(ALL_NOTED)) === null) {
      // Where it is lost, so is what the operator approved: nothing that the database says is taken for that.
      await kept?.requireNew(ALL_NOTED);
      for (const each of await store.list()) if (each.kind === 'hosted') await note(each);
      await keychain.set(ALL_NOTED, 'yes');
    }
    await kept?.note(ALL_NOTED);
  };
  const begun = (): Promise<void> => {
    beginning ??= begin();
    const now = beginning;
    // A keychain that was locked is asked again.
    now.catch(() => (beginning = beginning === now ? undefined : beginning));
    return now;
  };

  return {
    require: async (profile) => {
      await begun();
      // The one that is built in has no address of its own: its service says it at each start.
      if (profile.kind === 'local' && profile.id === LOCAL_PROFILE_ID) return;
      let digest = known.get(profile.id);
      if (digest === undefined) {
        digest = await keychain.get(itemOf(profile.id));
        known.set(profile.id, digest);
      }
      if (digest?.split(' ').includes(digestOf(profile)) !== true) throw vaultError('PROFILE_CHANGED');
    },
    note: async (profile, before) => {
      await begun();
      await note(profile, before);
    },
    forget: async (id) => {
      await keychain.delete(itemOf(id));
      known.delete(id);
    },
  };
}

/** What a kept request is: everything that decides what is stamped again, for whom, and what its answer is held against. */
export interface SealedRequest {
  readonly operation: string;
  readonly body: string;
  readonly profileId: string;
  /** How often the profile had moved when it was approved: a request for the place before is none for this one. */
  readonly moves: number;
  readonly publicKey: string;
  readonly expectation: string;
}

/** Tells requests that this console approved and sent from rows that somebody wrote into its database. */
export interface RequestSeal {
  /** The request's MAC (HMAC-SHA256), as hex. @throws KeychainError */
  make(request: SealedRequest): Promise<string>;
  /** Whether the MAC is that of the request, under this machine's key. @throws KeychainError */
  holds(request: SealedRequest, mac: string | null): Promise<boolean>;
  /** The MAC of a row of another table, as hex. @param fields its table's name first */
  makeRow(fields: readonly string[]): Promise<string>;
  /** Whether the MAC is that of the row. @throws KeychainError */
  rowHolds(fields: readonly string[], mac: string): Promise<boolean>;
  /** Has the key in memory, so that a keychain that locks later does not matter. @throws KeychainError */
  ready(): Promise<void>;
  /** Drops the key from memory. */
  lock(): void;
}

const ACCOUNT = 'request-seal-key';
const MAC_HEX = /^[0-9a-f]{64}$/;

/**
 * The seal of sent requests, under a key of its own in the keychain that the first request makes.
 * @param kept what tells a lost key from one that was never made; without it a missing one is made
 */
export function createRequestSeal(keychain: Keychain, kept?: KeptItems): RequestSeal {
  let opening: Promise<Secret> | undefined;

  const open = async (): Promise<Secret> => {
    const text = await keychain.get(ACCOUNT);
    const found = text === null ? null : keyOfItem(text);
    if (found !== null) {
      await kept?.note(ACCOUNT);
      return found;
    }
    if (text === null) await kept?.requireNew(ACCOUNT);
    // One that was changed seals nothing that holds; a new one makes old rows refused, and no more than that.
    const key = randomBytes(32);
    await keychain.set(ACCOUNT, key.toString('hex'));
    await kept?.note(ACCOUNT);
    return new Secret(key);
  };
  const key = (): Promise<Secret> => {
    opening ??= open();
    const now = opening;
    now.catch(() => (opening = opening === now ? undefined : opening));
    return now;
  };
  const digestOf = async (fields: readonly (string | readonly string[])[]): Promise<Buffer> => {
    const text = JSON.stringify(fields);
    return (await key()).use((bytes) => createHmac('sha256', bytes).update(text).digest());
  };
  const digest = (request: SealedRequest): Promise<Buffer> => {
    const { operation, body, profileId, moves, publicKey, expectation } = request;
    const place = moves === 0 ? profileId : `${profileId}#${moves}`;
    return digestOf([operation, body, place, publicKey, expectation]);
  };
  // Inside one more list, so that no row is a request.
  const rowDigest = (fields: readonly string[]): Promise<Buffer> => digestOf([fields]);
  const isSame = (made: Buffer, mac: string): boolean => timingSafeEqual(made, Buffer.from(mac, 'hex'));

  return {
    make: async (request) => (await digest(request)).toString('hex'),
    holds: async (request, mac) => mac !== null && MAC_HEX.test(mac) && isSame(await digest(request), mac),
    makeRow: async (fields) => (await rowDigest(fields)).toString('hex'),
    rowHolds: async (fields, mac) => MAC_HEX.test(mac) && isSame(await rowDigest(fields), mac),
    ready: async () => {
      await key();
    },
    lock: () => {
      void opening?.then(
        (key) => key.wipe(),
        () => undefined,
      );
      opening = undefined;
    },
  };
}

/**
 * What the keychain says of the rows of this console's database.
 * @param acceptsLost whether the operator said that the keychain's items are gone for good
 */
export function createRowSeals(
  keychain: Keychain,
  { settings, profiles }: { readonly settings: SettingStore; readonly profiles: Pick<ProfileStore, 'list'> },
  acceptsLost = false,
): { requestSeal: RequestSeal; knownProfiles: KnownProfiles } {
  const kept = createKeptItems(keychain, settings, acceptsLost);
  return {
    requestSeal: createRequestSeal(keychain, kept),
    knownProfiles: createKnownProfiles(keychain, profiles, kept),
  };
}
