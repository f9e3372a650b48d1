import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  DEFAULT_IDLE_MINUTES,
  IDLE_MINUTES,
  type VerificationMethod,
} from '#preload/contract/lock-limits.ts';
import type { LockSettings } from '#preload/contract/lock.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Secret } from '#protocol/secret.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { createPolkit, watchLogind } from '../../platform/dbus/system-bus.ts';
import { createPrivateOpener } from '../../platform/loopback/private-opener.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import { createCeremonies } from '../../webauthn/ceremonies.ts';
import { approvalError } from '../approvals/errors.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import { type LocalActionParts, describeVerification } from '../local-actions/module.ts';
import { lockError } from './errors.ts';
import { readPassphrase } from './passphrase.ts';
import { METHOD_NAMES, type VerificationMethods, createVerificationMethods } from './user-verification.ts';

type Needs = ApprovalParts &
  LocalActionParts &
  Pick<
    ConsoleContext,
    | 'host'
    | 'clock'
    | 'timing'
    | 'storage'
    | 'dataFolder'
    | 'keychain'
    | 'ceremonies'
    | 'runtime'
    | 'ports'
    | 'announce'
  >;

type IdleMinutes = LockSettings['idleMinutes'];

/** How long a person may take to unlock: a passkey's page or the system's prompt may stand in between. */
const UNLOCK_MS = 2 * 60_000;
/** How long the start waits for a keychain that is slow to answer. */
const FIRST_READ_MS = 1_500;
/** How often it is looked whether anybody is there. */
const LOOK_MS = 5_000;

/** What the database has where the operator chose to go without a method. */
const GOES_WITHOUT = 'none';
/** Whether the database says that nothing is set up. It has the name of the method alone, and the keychain's word goes first. */
const isNone = (setting: string | undefined): boolean =>
  // Earlier versions wrote nothing for a method that was removed.
  setting === undefined || setting === '' || setting === GOES_WITHOUT;

/** The time out of its setting; the data folder can hold no longer one than the longest. */
const readIdleMinutes = (setting: string | undefined): IdleMinutes =>
  IDLE_MINUTES.find((minutes) => String(minutes) === setting) ?? DEFAULT_IDLE_MINUTES;

/** What the card of an unlock shows: nothing of what the console holds, which is locked. */
function unlockPreview(nowMs: number): Preview {
  const id = randomUUID();
  return {
    id,
    operation: 'unlock',
    effect: 'write',
    isLocal: true,
    summary: 'Unlock the console',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + UNLOCK_MS,
    sentence: [{ kind: 'text', value: 'Confirm that it’s you.' }],
    facts: [],
    warnings: [],
    pending: [],
    reading: null,
    body: '',
    digest: sha256Hex(toUtf8(`unlock ${id}`)),
    credential: { label: '', publicKey: '', curve: 'API_KEY_CURVE_P256' },
    profile: { id: '', name: '', organizationId: '', organizationName: '' },
  };
}

/**
 * Locks the console when nobody used the computer for so long, or the machine was away for so long that nobody can say.
 * @returns ends it
 */
function lockWhenIdle(parts: {
  readonly clock: Clock;
  readonly idleMs: () => number;
  readonly limitMs: () => number;
  readonly lock: () => void;
}): () => void {
  const { clock } = parts;
  let lookedMs = clock.now();
  let stop = (): void => undefined;
  const look = (): void => {
    const sinceMs = clock.now() - lookedMs;
    lookedMs = clock.now();
    if (parts.idleMs() >= parts.limitMs() || sinceMs >= parts.limitMs()) parts.lock();
    stop = clock.after(LOOK_MS, look);
  };
  stop = clock.after(LOOK_MS, look);
  return () => stop();
}

/** Changes what unlocks: the present method proves the person, then the new one is set up. */
function createChanges(
  needs: Pick<Needs, 'local' | 'storage'> & {
    readonly methods: VerificationMethods;
    readonly onChange: () => void;
  },
) {
  const { local, storage, methods, onChange } = needs;
  return {
    choose: async ({ method }: { readonly method: VerificationMethod }): Promise<undefined> => {
      const before = await methods.method();
      const words = describeVerification('set_unlock_method', `with ${METHOD_NAMES[method]}`);
      const digest = sha256Hex(toUtf8(words.subject));
      const subject = { id: randomUUID(), digest, summary: words.summary };
      // The card that asks for the present method comes first; a new passphrase is typed on one of its own.
      const asked = before !== null || method !== 'passphrase' ? await local.approve(words) : undefined;
      if (method !== 'passphrase') await methods.setUp(method, before, { subject });
      else {
        let passphrase: Secret | undefined;
        const takePassphrase = (typed: string): void => {
          passphrase?.wipe();
          passphrase = readPassphrase(typed, true);
        };
        await local.approve(words, { takePassphrase, follows: asked?.id });
        await methods.setUp(method, before, passphrase === undefined ? { subject } : { subject, passphrase });
      }
      await storage.settings.set('lock.method', method);
      onChange();
      return undefined;
    },
    goWithout: async (): Promise<undefined> => {
      // A method is taken away with a proof by it, and in no other way.
      const requireNone = async (): Promise<void> => {
        if ((await methods.method()) !== null) throw lockError('VERIFICATION_CHANGED');
      };
      await requireNone();
      await local.approve(describeVerification('go_without_unlock_method', 'without an unlock method'));
      await requireNone();
      await storage.settings.set('lock.method', GOES_WITHOUT);
      onChange();
      return undefined;
    },
    remove: async (): Promise<undefined> => {
      const before = await methods.method();
      if (before === null) return undefined;
      await local.approve(describeVerification('remove_unlock_method', `${METHOD_NAMES[before]} to unlock`));
      await methods.remove(before);
      await storage.settings.set('lock.method', GOES_WITHOUT);
      onChange();
      return undefined;
    },
    setIdle: async ({ minutes }: { readonly minutes: IdleMinutes }): Promise<undefined> => {
      const now = readIdleMinutes(await storage.settings.get('lock.idleMinutes'));
      if (minutes > now) await local.approve(describeVerification('set_idle_lock', `${minutes} minutes`));
      await storage.settings.set('lock.idleMinutes', String(minutes));
      return undefined;
    },
  };
}

/** Locks the console by itself, and has a person prove that they are here: to unlock it, and for the gravest requests. */
export const lock = defineModule({
  start: async (needs: Needs): Promise<ModuleParts<'lock'>> => {
    const { host, clock, storage, dataFolder, keychain, gate, local, runtime, ports, announce } = needs;
    const methods = createVerificationMethods({
      ...{ keychain, clock, host, windowCeremonies: needs.ceremonies },
      // The person looks at the approval surface then: the code is shown there.
      ceremonies: createCeremonies({
        clock,
        tell: (ceremony) => host.send('approval', 'approval.passkeyCode', ceremony?.code ?? null),
        opener: createPrivateOpener(host, join(dataFolder, 'browser', 'unlock')),
      }),
      polkit: process.platform === 'linux' ? createPolkit() : null,
      onRead: (method) => onRead(method),
    });
    ports.userVerification.answerWith(() => methods);

    const lockNow = (): void => {
      if (!runtime.locked && !runtime.closed) ports.lock.ask();
    };
    let isKnown = false;
    const onRead = (method: VerificationMethod | null): void => {
      // A console that starts with a method set up is locked, whenever the keychain says so.
      if (!isKnown && method !== null) lockNow();
      isKnown = true;
      if (method !== null) runtime.unlockChosen = true;
      if (runtime.verification === method) return;
      runtime.verification = method;
      announce();
    };
    // The keychain is asked before anything is answered. One that is slow or closed leaves it to what the database says.
    const first = methods.method().catch(() => undefined);
    const known = await Promise.race([first, sleep(clock, FIRST_READ_MS)]);
    const setting = await storage.settings.get('lock.method');
    if (setting !== undefined) runtime.unlockChosen = true;
    if (known === undefined && !isNone(setting)) lockNow();

    const unlock = async (): Promise<void> => {
      keychain.askAgain();
      if ((await methods.method()) === null) return;
      const permit = gate.permit();
      const preview = unlockPreview(clock.now());
      const { id, digest } = preview;
      const decided = await gate.review(permit, { id, digest, preview, unlocks: true }, UNLOCK_MS);
      if (decided.decision !== 'approve')
        throw approvalError(decided.decision === 'deny' ? 'ACTION_DENIED' : 'ACTION_EXPIRED');
      decided.approval.consume({ id, digest });
    };
    ports.verifyUnlock.answerWith(unlock);

    let idleMinutes: IdleMinutes = DEFAULT_IDLE_MINUTES;
    const readIdle = async (): Promise<void> => {
      idleMinutes = readIdleMinutes(await storage.settings.get('lock.idleMinutes'));
    };
    host.onAway(lockNow);
    const ends = [
      lockWhenIdle({
        clock,
        idleMs: () => host.idleMs(),
        limitMs: () => idleMinutes * 60_000,
        lock: lockNow,
      }),
      ...(process.platform === 'linux' ? [watchLogind(lockNow)] : []),
    ];

    const onChange = (): void => {
      runtime.unlockChosen = true;
      announce();
    };
    const changes = createChanges({ local, storage, methods, onChange });
    return {
      handlers: {
        lock: {
          state: async () => ({
            offered: await methods.offered(),
            idleMinutes,
            fault: await faultOf(methods, storage),
          }),
          choose: changes.choose,
          goWithout: changes.goWithout,
          remove: changes.remove,
          setIdle: async (given) => {
            await changes.setIdle(given);
            return readIdle().then(() => undefined);
          },
        },
      },
      begin: async () => {
        await readIdle();
        // A keychain that is locked or missing is told elsewhere.
        await methods.method().catch(() => undefined);
      },
      close: () => {
        for (const end of ends) end();
      },
    };
  },
});

/** Why the method cannot be read now, or that somebody took it away; null where all is as it was set up. */
async function faultOf(
  methods: VerificationMethods,
  storage: ConsoleStorage,
): Promise<LockSettings['fault']> {
  try {
    const isGone = (await methods.method()) === null && !isNone(await storage.settings.get('lock.method'));
    return isGone ? wordsOf(lockError('VERIFICATION_REMOVED')) : null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return wordsOf(error);
  }
}

const wordsOf = ({ message, remedy }: AppError): LockSettings['fault'] => ({ message, remedy });
