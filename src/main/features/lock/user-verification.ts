import { z } from 'zod';
import type { VerificationMethod } from '#preload/contract/lock-limits.ts';
import type { Secret } from '#protocol/secret.ts';
import type { UserVerification, VerifiedSubject } from '../../context/console-context.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Polkit } from '../../platform/dbus/system-bus.ts';
import type { Host } from '../../platform/host.ts';
import type { Keychain } from '../../vault/keychain.ts';
import type { Ceremonies } from '../../webauthn/ceremonies.ts';
import { lockError } from './errors.ts';
import {
  type Derive,
  createPassphraseCheck,
  makeVerifier,
  passphraseVerifier,
  readPassphrase,
} from './passphrase.ts';
import { registerUnlockPasskey, unlockPasskey, verifyByPasskey } from './unlock-passkey.ts';

const record = z.discriminatedUnion('method', [
  passphraseVerifier,
  unlockPasskey,
  z.strictObject({ method: z.literal('polkit') }),
  z.strictObject({ method: z.literal('touchId') }),
]);
type VerificationRecord = z.infer<typeof record>;

/** Where the method and its verifier are: in the keychain, which a copy of the data folder does not have. */
export const VERIFICATION_ITEM = 'user-verification';

/** How methods are called in errors. */
export const METHOD_NAMES: Readonly<Record<VerificationMethod, string>> = {
  passphrase: 'a passphrase',
  passkey: 'a passkey',
  polkit: 'system authentication',
  touchId: 'Touch ID',
};

/** What verifies a person on this computer, and what was chosen of it. */
export interface VerificationMethods extends UserVerification {
  /** The methods that this computer has. */
  offered(): Promise<VerificationMethod[]>;
  /**
   * Sets a method up. Whoever calls has had the present one prove the person.
   * @param passphrase the new one, which is wiped; for that method alone
   * @param before what was set up when the person was asked
   * @throws AppError `VERIFICATION_CHANGED`, `VERIFICATION_METHOD_MISSING`, and those of the method
   */
  setUp(
    method: VerificationMethod,
    before: VerificationMethod | null,
    given: { readonly subject: VerifiedSubject; readonly passphrase?: Secret },
  ): Promise<void>;
  /** Takes it away. @throws AppError `VERIFICATION_CHANGED` */
  remove(before: VerificationMethod | null): Promise<void>;
}

export function createVerificationMethods(parts: {
  readonly keychain: Pick<Keychain, 'get' | 'replace' | 'delete'>;
  readonly clock: Clock;
  readonly host: Pick<Host, 'touchId'>;
  /** Shows the code where the person is asked: on the approval surface. */
  readonly ceremonies: Ceremonies;
  /** Shows it in the window, where passkeys are set up. */
  readonly windowCeremonies: Ceremonies;
  readonly polkit: Polkit | null;
  readonly derive?: Derive;
  /** Gets what is set up, whenever it was read. */
  readonly onRead: (method: VerificationMethod | null) => void;
}): VerificationMethods {
  const { keychain, host, ceremonies, polkit } = parts;
  const passphrases = createPassphraseCheck(keychain, parts.clock, parts.derive);

  const read = async (): Promise<VerificationRecord | null> => {
    const text = await keychain.get(VERIFICATION_ITEM);
    const found = text === null ? null : parse(text);
    parts.onRead(found?.method ?? null);
    return found;
  };
  const offered = async (): Promise<VerificationMethod[]> => [
    ...(host.touchId?.isThere() === true ? (['touchId'] as const) : []),
    ...((await polkit?.isThere()) === true ? (['polkit'] as const) : []),
    'passphrase',
    'passkey',
  ];
  const require = async (method: VerificationMethod): Promise<void> => {
    if (!(await offered()).includes(method))
      throw lockError('VERIFICATION_METHOD_MISSING', { method: METHOD_NAMES[method] });
  };
  const requireSame = async (before: VerificationMethod | null): Promise<void> => {
    if (((await read())?.method ?? null) !== before) throw lockError('VERIFICATION_CHANGED');
  };
  /** What proved the person has to be what is set up still: it may have been replaced while they were asked. */
  const requireUnchanged = async (found: VerificationRecord): Promise<void> => {
    if (JSON.stringify(await read()) !== JSON.stringify(found)) throw lockError('VERIFICATION_CHANGED');
  };
  const store = async (found: VerificationRecord): Promise<void> => {
    await keychain.replace(VERIFICATION_ITEM, JSON.stringify(found));
    parts.onRead(found.method);
  };
  const askSystem = async (
    method: 'polkit' | 'touchId',
    subject: VerifiedSubject,
    signal: AbortSignal,
  ): Promise<void> => {
    await require(method);
    if (method === 'touchId') {
      await host.touchId?.prompt(subject.summary.toLowerCase()).catch((cause: unknown) => {
        throw lockError('USER_NOT_VERIFIED.touchId', { cause });
      });
      return;
    }
    const answer = await polkit?.verify(signal);
    if (answer === 'unasked') throw lockError('USER_NOT_VERIFIED.withoutAsking');
    if (answer !== 'verified') throw lockError('USER_NOT_VERIFIED.polkit');
  };
  const byPasskey = async (
    passkey: z.infer<typeof unlockPasskey>,
    subject: VerifiedSubject,
    signal: AbortSignal,
  ): Promise<void> => {
    // The review ended while the keychain was asked: no page is opened for it that would outlast a lock.
    if (signal.aborted) throw lockError('PASSKEY_NOT_VERIFIED');
    const cancel = (): void => ceremonies.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const used = await verifyByPasskey(ceremonies, passkey, subject);
      await requireUnchanged(passkey);
      // The counter first: an answer that was taken once is old from then on.
      await store(used);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

  return {
    offered,
    method: async () => (await read())?.method ?? null,
    verify: async (subject, passphrase, signal) => {
      const found = await read();
      // It was set up a moment ago: somebody took it away since.
      if (found === null) throw lockError('VERIFICATION_CHANGED');
      if (found.method === 'passphrase')
        await passphrases.verify(found, readPassphrase(passphrase ?? '', false));
      else if (found.method === 'passkey') return byPasskey(found, subject, signal);
      else await askSystem(found.method, subject, signal);
      await requireUnchanged(found);
    },
    setUp: async (method, before, { subject, passphrase }) => {
      try {
        await require(method);
        let made: VerificationRecord;
        if (method === 'passphrase') {
          if (passphrase === undefined) throw lockError('VERIFICATION_CHANGED');
          made = await makeVerifier(passphrase, parts.derive);
        } else if (method === 'passkey') made = await registerUnlockPasskey(parts.windowCeremonies, subject);
        else {
          // Whoever cannot answer its prompt would be locked out by it.
          await askSystem(method, subject, AbortSignal.timeout(60_000));
          made = { method };
        }
        await requireSame(before);
        await passphrases.reset();
        await store(made);
      } finally {
        passphrase?.wipe();
      }
    },
    remove: async (before) => {
      await requireSame(before);
      await keychain.delete(VERIFICATION_ITEM);
      await passphrases.reset();
      parts.onRead(null);
    },
  };
}

function parse(text: string): VerificationRecord {
  try {
    return record.parse(JSON.parse(text));
  } catch (cause) {
    throw lockError('VERIFICATION_UNREADABLE', { cause });
  }
}
