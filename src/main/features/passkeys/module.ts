import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Preview, Verification } from '#preload/contract/requests.ts';
import { AUTHENTICATOR_TRANSPORTS, getAuthenticator } from '#protocol/catalogue/authenticators.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import { toBase64Url, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Identity } from '../../context/runtime-state.ts';
import type { Clock } from '../../platform/clock.ts';
import { reportFault } from '../../platform/errors.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { StoredPasskey } from '../../storage/passkeys.ts';
import type { Ceremonies, Registration } from '../../webauthn/ceremonies.ts';
import { RP_ID, passkeyPublicKey } from '../../webauthn/ceremony.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import { featureError } from '../errors.ts';
import type { RequestFlow, RequestParts } from '../requests/module.ts';

interface RegistrationParts {
  readonly ceremonies: Pick<Ceremonies, 'create'>;
  readonly flow: Pick<RequestFlow, 'prepare'>;
  readonly sessions: Pick<ContextResolver, 'current' | 'query'>;
  readonly storage: Pick<ConsoleStorage, 'credentials' | 'passkeys'>;
  readonly clock: Clock;
  readonly identities: Map<string, Identity>;
  readonly selections: Pick<ConsoleContext['selections'], 'watchProfile'>;
  /** Gets the credential ID of each passkey that is made, base64url without padding. */
  readonly onMade: (credentialId: string) => void;
  readonly onChange: () => void;
}

/**
 * Makes a passkey in the browser and prepares the request that registers it for the current user. Once that is sent the
 * passkey is a credential: its votes may come after a lock, a quit or a crash. It is none any more once the request failed, or
 * the service's record is another one.
 * @throws AppError `PROFILE_LEFT`, and those of the ceremony and of preparing
 */
async function registerPasskey(parts: RegistrationParts, label: string): Promise<Preview> {
  const { ceremonies, flow, sessions, storage } = parts;
  const requireSame = parts.selections.watchProfile();
  const { profile } = await sessions.current();
  const who = await sessions.query(whoami, {});
  const own = (await storage.passkeys.list()).filter(({ userId }) => userId === who.userId);
  const challenge = toBase64Url(new Uint8Array(randomBytes(32)));
  // Refuses where the console was locked meanwhile: nothing is opened in the browser then.
  await sessions.current();
  requireSame();
  const made = await ceremonies.create({
    kind: 'create',
    label,
    challenge,
    rpId: RP_ID,
    user: { id: toBase64Url(toUtf8(who.userId)), name: who.username },
    exclude: own.map(({ credentialId }) => credentialId),
  });
  const { userId, username, organizationName } = who;
  const publicKey = passkeyPublicKey(made.publicKey);
  const passkey = {
    publicKey,
    credentialId: made.credentialId,
    rpId: RP_ID,
    userId,
    username,
    organizationName,
  };
  const { credentialId, clientDataJson, attestationObject } = made;
  parts.onMade(credentialId.replace(/=+$/, ''));
  const attestation = { credentialId, clientDataJson, attestationObject, transports: transportsOf(made) };
  const parameters = { userId, authenticators: [{ authenticatorName: label, challenge, attestation }] };
  requireSame();
  const record = { kind: 'passkey', publicKey, profileId: profile.id, label } as const;
  let isKept = false;
  const drop = async (): Promise<void> => {
    // The authenticator keeps a passkey that nobody knows: nothing here can take it away.
    if (!isKept) return;
    isKept = false;
    await storage.credentials.remove(publicKey);
    parts.onChange();
  };
  return flow.prepare('create_authenticators', parameters, {
    sends: async () => {
      // The same request may be sent again.
      if (isKept) return;
      const times = { createdAtMs: parts.clock.now(), expiresAtMs: null };
      await storage.passkeys.add({ ...record, ...times, curve: 'API_KEY_CURVE_P256' }, passkey);
      isKept = true;
      parts.onChange();
    },
    completed: ({ result }) => conclude(parts, { passkey, profileId: profile.id }, result, drop),
    onLeft: () => undefined,
    onAbandoned: () => void drop().catch((error: unknown) => reportFault('passkeys', error)),
  });
}

const created = z.looseObject({ authenticatorIds: z.tuple([z.string()]) });

/** Holds the service's record against the passkey, which is dropped where it is another one. */
async function conclude(
  { sessions, identities, onChange }: RegistrationParts,
  { passkey, profileId }: { readonly passkey: StoredPasskey; readonly profileId: string },
  result: unknown,
  drop: () => Promise<void>,
): Promise<readonly Verification[]> {
  const { authenticatorIds } = created.parse(result);
  const [authenticatorId] = authenticatorIds;
  const record = await recordOf(sessions, authenticatorId, profileId);
  const isSame =
    record?.credential.publicKey === passkey.publicKey && record.credentialId === passkey.credentialId;
  if (record !== undefined && !isSame) {
    await drop();
    throw featureError('PASSKEY_MISMATCH');
  }
  identities.set(passkey.publicKey, passkey);
  onChange();
  const detail = isSame
    ? 'The service’s record has the public key and the credential id of the passkey that was made.'
    : 'The service registered the passkey, and it is kept here. The service’s record of it couldn’t be read, so nothing was compared.';
  return [{ name: 'Passkey registered', passed: isSame, detail }];
}

/** The service's record; undefined where it can't be read now, or another profile's service would be asked. */
async function recordOf(sessions: RegistrationParts['sessions'], authenticatorId: string, profileId: string) {
  try {
    const { profile } = await sessions.current();
    if (profile.id !== profileId) return undefined;
    return (await sessions.query(getAuthenticator, { authenticatorId })).authenticator;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** What the browser says of how the authenticator is reached, as the service names it; what it does not name is left out. */
function transportsOf({ transports }: Registration) {
  return AUTHENTICATOR_TRANSPORTS.filter((name) =>
    transports.includes(name.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()),
  );
}

type Needs = ApprovalParts &
  RequestParts &
  Pick<
    ConsoleContext,
    'ceremonies' | 'sessions' | 'selections' | 'storage' | 'clock' | 'runtime' | 'madeKeys' | 'announce'
  >;

/** Passkeys that are made in the browser. */
export const passkeys = defineModule({
  start: ({ ceremonies, gate, runtime, madeKeys, announce, ...needs }: Needs): ModuleParts<'passkeys'> => ({
    handlers: {
      passkeys: {
        register: async ({ label }) => {
          const { identities } = runtime;
          const parts = { ...needs, ceremonies, identities, onMade: madeKeys.add, onChange: announce };
          const preview = await registerPasskey(parts, label);
          // Who touched the authenticator asked for what follows; the press in the window may be minutes old by now.
          gate.gesture();
          return preview;
        },
        cancel: () => {
          ceremonies.cancel();
          return Promise.resolve(undefined);
        },
      },
    },
    onLock: () => ceremonies.cancel(),
    onProfileChange: () => ceremonies.cancel(),
  }),
});
