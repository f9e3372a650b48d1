import { randomUUID } from 'node:crypto';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { contextError } from '../../context/errors.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentCredential } from '../../context/runtime-state.ts';
import { DEFAULT_NETWORK, proxyLoginItem, proxyLoginText } from '../../service-client/routes.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../../storage/profiles.ts';
import type { ContactParts } from '../contacts/module.ts';
import type { FileParts } from '../files/module.ts';
import {
  type LocalActionParts,
  describeAddProfile,
  describeEditProfile,
  describeRemoveProfile,
  describeTestConnection,
} from '../local-actions/module.ts';
import type { NodeParts } from '../nodes/module.ts';
import { type ReadDraft, isSameProfile, readProfileDraft } from './draft.ts';
import { profileError } from './errors.ts';
import { type ConnectionTest, testConnection } from './test-connection.ts';

type Needs = FileParts &
  ContactParts &
  NodeParts &
  LocalActionParts &
  Pick<
    ConsoleContext,
    | 'storage'
    | 'clock'
    | 'knownProfiles'
    | 'selections'
    | 'keychain'
    | 'vault'
    | 'routes'
    | 'client'
    | 'sessions'
  >;

/** The services that the operator speaks to. */
export const profiles = defineModule({
  start: (needs: Needs): ModuleParts<'profiles'> => {
    const tests = connectionTests(needs);
    return {
      handlers: { profiles: { ...profileHandlers(needs), ...tests.handlers } },
      onLock: tests.cancel,
      close: tests.cancel,
    };
  },
});

type Calls = Handlers<ConsoleContract>['profiles'];

async function requireProfile({ storage }: Pick<Needs, 'storage'>, id: string): Promise<StoredProfile> {
  const found = await storage.profiles.find(id);
  if (found === undefined) throw contextError('PROFILE_UNKNOWN');
  return found;
}

/** A hosted profile that nobody wrote into the database: what is edited is noted again, and must not be a stranger's row. */
async function requireOwn(needs: Needs, id: string): Promise<StoredProfile> {
  const profile = await requireProfile(needs, id);
  if (id === LOCAL_PROFILE_ID) throw profileError('PROFILE_IS_BUILT_IN');
  await needs.knownProfiles.require(profile);
  return profile;
}

function profileHandlers(needs: Needs): Omit<Calls, 'test' | 'cancelTest'> {
  const { storage, clock, local, knownProfiles, selections, keychain, routes, files } = needs;
  const keepLogin = async ({ profile: { id, network }, login }: ReadDraft): Promise<void> => {
    const proxy = network?.proxy;
    if (login === null || proxy?.kind !== 'manual') await keychain.delete(proxyLoginItem(id));
    else if (login !== 'kept')
      await keychain.replace(proxyLoginItem(id), proxyLoginText(proxy.address, login));
  };
  let turn: Promise<unknown> = Promise.resolve();
  /** What two approvals would write at once is written one after the other: the second finds what the first made of it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const write = async (before: StoredProfile, { profile, login }: ReadDraft): Promise<boolean> => {
    const { id } = profile;
    // It may have been edited or removed while it was looked at.
    if (!isSameProfile(await requireOwn(needs, id), before)) throw profileError('PROFILE_EDITED_MEANWHILE');
    const moved = profile.moves !== before.moves;
    // Nothing that was approved for the old place is left when the new one is written.
    if (moved) await selections.onPlace(id);
    if (moved) await endSessions(needs, id);
    await knownProfiles.note(profile, before);
    await keepLogin({ profile, login });
    await storage.profiles.update(profile);
    await knownProfiles.note(profile);
    // What is on its way goes no further: its answer would be the old place's.
    await routes.forget(id);
    if (moved) await selections.onPlace(id);
    else selections.onCredential();
    return moved;
  };
  return {
    select: async ({ id }) => {
      await requireProfile(needs, id);
      await storage.settings.set('profile', id);
      await selections.onProfile();
    },
    add: async (draft) => {
      const id = randomUUID();
      const { profile, login } = await readProfileDraft(draft, id, null, files);
      // From then on the console sends what the window asks for to this address.
      await local.approve(describeAddProfile(profile));
      if (login !== null) await keepLogin({ profile, login });
      await knownProfiles.note(profile);
      await storage.profiles.add(profile, clock.now());
      await selections.onProfile();
      return { id };
    },
    edit: async ({ id, ...draft }) => {
      const before = await requireOwn(needs, id);
      const { profile, login } = await readProfileDraft(draft, id, before, files);
      const hasLogin = login !== null && login !== 'kept';
      if (isSameProfile(profile, before) && !hasLogin) throw profileError('NOTHING_CHANGED');
      const own = (await storage.credentials.list()).filter(({ profileId }) => profileId === id);
      const hasCredentials = own.length > 0;
      await local.approve(describeEditProfile(before, profile, { hasLogin, hasCredentials }));
      const moved = await inTurn(() => write(before, { profile, login }));
      return { moved };
    },
    remove: async ({ id }) => {
      const profile = await requireProfile(needs, id);
      if (id === LOCAL_PROFILE_ID) throw profileError('PROFILE_IS_BUILT_IN');
      const requireEmpty = async (): Promise<void> => {
        if ((await storage.credentials.list()).some((credential) => credential.profileId === id))
          throw profileError('PROFILE_HAS_CREDENTIALS');
      };
      await requireEmpty();
      await local.approve(describeRemoveProfile(profile));
      await inTurn(async () => {
        // A credential may have come while it was looked at.
        await requireEmpty();
        // What the keychain has of it goes first: one that is locked stops the removal while it can be asked for again.
        await needs.nodes.drop(id);
        await keychain.delete(proxyLoginItem(id));
        await storage.profiles.remove(id);
        try {
          await knownProfiles.forget(id);
          await needs.contacts.drop(id);
        } finally {
          await routes.forget(id);
          await selections.onProfile();
        }
      });
    },
  };
}

/** A session is the old service's: its key opens nothing at the new one, and goes. */
async function endSessions({ storage, vault }: Needs, profileId: string): Promise<void> {
  for (const { kind, publicKey, profileId: of } of await storage.credentials.list()) {
    if (of !== profileId || kind !== 'session') continue;
    await vault.forget(publicKey);
    await storage.credentials.remove(publicKey);
  }
}

/** More places than anybody tries before saving one. */
const MOST_APPROVED = 50;
const NO_KEY = 'This profile has no API key or session here that can ask.';
const UNSAVED = 'Checked once the profile is saved: nothing is stamped for an address that isn’t.';

function connectionTests(needs: Needs): {
  handlers: Pick<Calls, 'test' | 'cancelTest'>;
  cancel: () => void;
} {
  const { storage, local, sessions, files } = needs;
  let running: AbortController | undefined;
  // Places that the operator let the console connect to in this run.
  const approved = new Set<string>();

  const stamperOf = async (
    before: StoredProfile | null,
    { profile }: ReadDraft,
  ): Promise<ConnectionTest['stamper']> => {
    if (before?.baseUrl !== profile.baseUrl) return { missing: UNSAVED };
    const credential = await currentCredential(storage, before.id);
    if (credential === undefined || credential.kind === 'passkey') return { missing: NO_KEY };
    return (await sessions.target(before.id, credential.publicKey)).stamper;
  };
  const run = async (draft: Parameters<Calls['test']>[0], signal: AbortSignal): ReturnType<Calls['test']> => {
    const { id, ...described } = draft;
    const before = id === null ? null : await requireOwn(needs, id);
    const read = await readProfileDraft(described, id ?? randomUUID(), before, files);
    const { profile, login } = read;
    const place = placeOf(profile);
    const isKnown = approved.has(place) || (before !== null && placeOf(before) === place);
    // What is typed as a login goes to the proxy: a script could say anything to it, or try passwords.
    const isTyped = login !== null && login !== 'kept';
    if (!isKnown || isTyped) {
      await local.approve(describeTestConnection(profile));
      // It may have been edited or removed while it was looked at.
      if (before !== null && !isSameProfile(await requireOwn(needs, before.id), before))
        throw profileError('PROFILE_EDITED_MEANWHILE');
      if (approved.size < MOST_APPROVED) approved.add(place);
    }
    const checks = await testConnection(
      needs,
      {
        place: { ...profile, profileId: profile.id, network: profile.network ?? DEFAULT_NETWORK },
        organizationId: profile.organizationId ?? '',
        keys: profile.keys,
        login,
        stamper: await stamperOf(before, read),
        profileName: profile.name,
      },
      signal,
    );
    return { checks };
  };
  return {
    handlers: {
      test: async (draft) => {
        if (running !== undefined) throw profileError('CONNECTION_TEST_RUNNING');
        const ending = (running = new AbortController());
        try {
          return await run(draft, ending.signal);
        } finally {
          running = undefined;
        }
      },
      cancelTest: () => {
        running?.abort();
        return Promise.resolve(undefined);
      },
    },
    cancel: () => running?.abort(),
  };
}

/** What a connection depends on. */
const placeOf = ({ baseUrl, network }: StoredProfile): string => JSON.stringify([baseUrl, network]);
