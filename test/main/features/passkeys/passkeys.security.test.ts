import { describe, expect, it } from 'vitest';
import { passkeys } from '#main/features/passkeys/module.ts';
import type { ResultHandler } from '#main/features/requests/module.ts';
import { consoleError } from '#main/platform/errors.ts';
import { contextError } from '#main/context/errors.ts';
import type { CompletedOutcome } from '#preload/contract/requests.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { Passkey } from '#test/fixtures/passkey.ts';

const COMPLETED: CompletedOutcome = {
  state: 'completed',
  activityId: 'a',
  fingerprint: 'sha256:00',
  result: { authenticatorIds: ['1'] },
  verifications: [],
  transaction: null,
};

/** A registration in a console whose reads a test answers. */
function registration(read: { whoami?: () => void; getAuthenticator?: () => unknown } = {}) {
  const made = new Passkey();
  const credentialId = made.id.toString('base64url');
  const ceremonies: string[] = [];
  const kept: string[] = [];
  let handler: ResultHandler | undefined;
  let switches = 0;
  let profileId = 'one';
  let isLocked = false;
  const record = { credential: { publicKey: made.publicKey }, credentialId };
  const { handlers } = passkeys.start({
    ceremonies: {
      create: () => {
        ceremonies.push('create');
        return Promise.resolve({
          ...{ credentialId, clientDataJson: 'e30', attestationObject: 'oA' },
          ...{ publicKey: made.spki, transports: ['internal'] },
        });
      },
      cancel: () => undefined,
    },
    sessions: {
      current: () =>
        isLocked
          ? Promise.reject(consoleError('CONSOLE_LOCKED'))
          : Promise.resolve({ profile: { id: profileId } }),
      query: async ({ path }: { path: string }) => {
        if (path === 'whoami') {
          await Promise.resolve(read.whoami?.());
          return { userId: 'u', username: 'Ada', organizationName: 'Org' };
        }
        return { authenticator: (await read.getAuthenticator?.()) ?? record };
      },
    },
    selections: {
      watchProfile: () => {
        const before = switches;
        return () => {
          if (before !== switches) throw contextError('PROFILE_LEFT');
        };
      },
    },
    storage: {
      passkeys: {
        list: () => Promise.resolve([]),
        add: (credential: { publicKey: string; profileId: string }) => {
          kept.push(`${credential.publicKey} of ${credential.profileId}`);
          return Promise.resolve();
        },
      },
      credentials: { remove: () => Promise.resolve(void kept.pop()) },
    },
    flow: {
      prepare: (_operation: string, _parameters: unknown, given: ResultHandler) => {
        handler = given;
        return Promise.resolve({});
      },
    },
    clock: fakeClock(),
    runtime: { identities: new Map() },
    madeKeys: { add: () => undefined },
    gate: { gesture: () => undefined },
    announce: () => undefined,
  } as unknown as Parameters<typeof passkeys.start>[0]) as {
    handlers: { passkeys: { register: (input: { label: string }) => Promise<unknown> } };
  };
  return {
    register: () => handlers.passkeys.register({ label: 'Phone' }),
    completed: async () => {
      await handler?.sends?.();
      return handler?.completed(COMPLETED);
    },
    select: (id: string) => {
      switches += 1;
      profileId = id;
    },
    lock: () => {
      isLocked = true;
    },
    ...{ ceremonies, kept, passkey: `${made.publicKey} of one` },
  };
}

describe('a passkey that the service has registered', () => {
  it('is kept, and the record is said to agree', async () => {
    const { register, completed, kept, passkey } = registration();
    await register();
    expect(await completed()).toMatchObject([{ name: 'Passkey registered', passed: true }]);
    expect(kept).toEqual([passkey]);
  });

  it('attack: the answer to the read of its record is held back; the passkey is kept, and told as not compared', async () => {
    const { register, completed, kept, passkey } = registration({
      getAuthenticator: () => {
        throw consoleError('INTERNAL');
      },
    });
    await register();
    expect(await completed()).toMatchObject([{ name: 'Passkey registered', passed: false }]);
    expect(kept).toEqual([passkey]);
  });

  it.each(['lock', 'select'] as const)(
    'attack: a %s before its record is read loses it; no other profile’s service is asked',
    async (what) => {
      const read: string[] = [];
      const made = registration({ getAuthenticator: () => void read.push('read') });
      await made.register();
      made[what]('two');
      expect(await made.completed()).toMatchObject([{ passed: false }]);
      expect(made.kept).toEqual([made.passkey]);
      expect(read).toEqual([]);
    },
  );

  it('attack: a record of another passkey is an alarm, and nothing is kept', async () => {
    const { register, completed, kept } = registration({
      getAuthenticator: () => ({ credential: { publicKey: `02${'ab'.repeat(32)}` }, credentialId: 'AA' }),
    });
    await register();
    await expect(completed()).rejects.toMatchObject({ code: 'PASSKEY_MISMATCH' });
    expect(kept).toEqual([]);
  });
});

describe('a registration that is under way', () => {
  it('attack: a profile that is selected while it asks who the user is gets no passkey of the one before', async () => {
    const made = registration({ whoami: () => made.select('two') });
    await expect(made.register()).rejects.toMatchObject({ code: 'PROFILE_LEFT' });
    expect(made.ceremonies).toEqual([]);
  });

  it('attack: a console that is locked while it asks who the user is opens a browser', async () => {
    const made = registration({ whoami: () => made.lock() });
    await expect(made.register()).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    expect(made.ceremonies).toEqual([]);
  });
});
