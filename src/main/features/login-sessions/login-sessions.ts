import type { Preview, Verification } from '#preload/contract/requests.ts';
import { timestampMs } from '#protocol/activity.ts';
import { getApiKeys } from '#protocol/catalogue/api-keys.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';
import type { ContextResolver, SigningContext } from '../../context/context-resolver.ts';
import { type RuntimeState, watchLock } from '../../context/runtime-state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client, Target } from '../../service-client/client.ts';
import { apiKeyStamper, guardedStamper } from '../../service-client/request-parts.ts';
import type { KeptSession, StoredLoginSession } from '../../storage/login-sessions.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';
import type { RequestFlow, ResultHandler } from '../requests/module.ts';
import { loginError } from './errors.ts';
import {
  type ReceivedSession,
  type SessionRequest,
  isSealed,
  keyTextOf,
  makeSessionKey,
  receiveSession,
  sessionRequest,
} from './receive-session.ts';
import type { SessionExpiryMonitor } from './session-expiry-monitor.ts';

/** Whom the service takes a session for, and until when. */
interface AdmittedSession extends Pick<
  StoredLoginSession,
  'publicKey' | 'organizationId' | 'organizationName' | 'userId' | 'username'
> {
  /** By the service's clock, in ms. */
  readonly serviceEndMs: number;
}

/**
 * Puts a session's key into the keychain and asks the service, as the session, who that is and how long it lasts. When it
 * is not whom it should be, or the console was locked meanwhile, the key is destroyed again.
 * @throws AppError `SESSION_MISMATCH`, `SESSION_NOT_LISTED`, `VAULT_LOCKED`; ServiceError; KeychainError
 */
async function admitSession(
  parts: { readonly vault: Vault; readonly client: Client; readonly requireNoLock: () => void },
  address: Omit<Target, 'stamper'>,
  received: ReceivedSession,
): Promise<AdmittedSession> {
  const { vault, client, requireNoLock } = parts;
  requireNoLock();
  const publicKey = await vault.keep('API_KEY_CURVE_P256', received.key);
  try {
    const signer = () => vault.signer(publicKey, 'API_KEY_CURVE_P256');
    const stamper = guardedStamper(apiKeyStamper(publicKey, signer), requireNoLock);
    const target: Target = { ...address, stamper };
    const who = await client.query(target, whoami, {});
    if (who.userId !== received.userId || who.organizationId !== address.organizationId) {
      throw loginError('SESSION_MISMATCH.admitted');
    }
    const { organizationId, organizationName, userId, username } = who;
    const serviceEndMs = received.serviceEndMs ?? (await endOf(client, target, publicKey, userId));
    return { publicKey, organizationId, organizationName, userId, username, serviceEndMs };
  } catch (error) {
    await vault.forget(publicKey);
    throw error;
  }
}

/** When the service's own record says that a key ends. */
async function endOf(client: Client, target: Target, publicKey: string, userId: string): Promise<number> {
  const { apiKeys } = await client.query(target, getApiKeys, { userId });
  const record = apiKeys.find(({ credential }) => credential.publicKey === publicKey);
  const createdMs = record === undefined ? undefined : timestampMs(record.createdAt);
  const seconds = Number(record?.expirationSeconds ?? Number.NaN);
  if (createdMs !== undefined && Number.isFinite(seconds)) return createdMs + seconds * 1000;
  throw loginError('SESSION_NOT_LISTED');
}

/** A session that is asked for under a name, perhaps in the place of one that is open. */
export interface NamedSessionRequest extends SessionRequest {
  readonly label: string;
  readonly replaces?: KeptSession;
}

/** Opens sessions and renews them. */
export interface LoginSessions {
  /** Prepares a session's request with a key of its own. @throws AppError */
  prepare(input: NamedSessionRequest): Promise<Preview>;
  /** As `prepare`, with a key that was made before; it is taken over. */
  prepareWith(input: NamedSessionRequest, key: P256KeyPair): Promise<Preview>;
  /** Prepares a session like an open one, stamped by that one. @throws AppError `SESSION_UNKNOWN` */
  renew(publicKey: string): Promise<Preview>;
}

export function createLoginSessions(parts: {
  readonly flow: Pick<RequestFlow, 'prepare'>;
  readonly sessions: Pick<ContextResolver, 'current' | 'place'>;
  readonly storage: ConsoleStorage;
  readonly vault: Vault;
  readonly client: Client;
  readonly clock: Clock;
  readonly runtime: RuntimeState;
  readonly monitor: SessionExpiryMonitor;
  /** Gets the public key of each session that is asked for, hex as the request has it. */
  readonly onMade: (publicKey: string) => void;
}): LoginSessions {
  const { flow, sessions, storage, clock, runtime, monitor } = parts;

  const open = async (
    input: NamedSessionRequest,
    key: P256KeyPair,
    { profile, requireNoLock }: SigningContext & { readonly requireNoLock: () => void },
    result: unknown,
  ): Promise<readonly Verification[]> => {
    requireNoLock();
    const offsetMs = runtime.clockOffsets.get(profile.id) ?? 0;
    const { address, keys } = await sessions.place(profile.id);
    const received = await receiveSession(input, result, key, {
      organizationId: profile.organizationId,
      keys,
      nowMs: clock.now() + offsetMs,
    });
    // Before there is a key: what fails between it and its record would leave it behind.
    const before = await storage.loginSessions.list();
    const { serviceEndMs, ...who } = await admitSession({ ...parts, requireNoLock }, address, received);
    const session: KeptSession = {
      ...who,
      origin: input.origin,
      profileId: profile.id,
      label: input.label,
      createdAtMs: clock.now(),
      expiresAtMs: serviceEndMs - offsetMs,
      lastUsedAtMs: null,
    };
    runtime.identities.set(who.publicKey, who);
    const over = before.filter((each) => isOver(each, input, session));
    await monitor.add(session);
    // Once it is kept: what stamps is never a session that isn't there.
    if (over.some(({ publicKey }) => publicKey === input.replaces?.publicKey))
      await takeOver(storage, input.replaces, session);
    if (over.length > 0) await monitor.end(over.map(({ publicKey }) => publicKey));
    const accepted = `The service takes it for ${who.username} in ${who.organizationName}.`;
    return [...received.checks, { name: 'Session accepted', passed: true, detail: accepted }];
  };

  const prepareWith = async (input: NamedSessionRequest, key: P256KeyPair): Promise<Preview> => {
    const { operation, parameters } = sessionRequest(input, key);
    parts.onMade(keyTextOf(input.origin, key));
    const stampedBy = input.replaces?.publicKey;
    // An answer that comes behind a lock opens nothing: otherwise its key would be read and would stamp while the console is locked.
    const requireNoLock = watchLock(runtime);
    let session: SigningContext;
    try {
      session = await sessions.current(stampedBy);
    } catch (error) {
      key.privateKey.wipe();
      throw error;
    }
    const resultHandler: ResultHandler = {
      completed: async ({ result }) => {
        try {
          return await open(input, key, { ...session, requireNoLock }, result);
        } finally {
          key.privateKey.wipe();
        }
      },
      onAbandoned: () => key.privateKey.wipe(),
    };
    return flow.prepare(operation, parameters, resultHandler, stampedBy);
  };

  return {
    prepareWith,
    prepare: (input) => prepareWith(input, makeSessionKey()),
    renew: async (publicKey) => {
      const old = (await storage.loginSessions.list()).find((each) => each.publicKey === publicKey);
      if (old === undefined) throw loginError('SESSION_UNKNOWN');
      const input: NamedSessionRequest = {
        // The session itself stamps, so that the new one is the same user's: no issuer has to be asked again.
        origin: isSealed(old.origin) ? 'read-write' : 'stamp-login',
        label: old.label,
        expirationSeconds: Math.max(60, Math.round((old.expiresAtMs - old.createdAtMs) / 1000)),
        invalidateExisting: false,
        replaces: old,
      };
      return prepareWith(input, makeSessionKey());
    },
  };
}

/** Whether an open session is over once another is there: it is replaced, or the service ended it with its kind. */
function isOver(open: KeptSession, input: NamedSessionRequest, session: KeptSession): boolean {
  if (open.publicKey === input.replaces?.publicKey) return true;
  const isSameKind = isSealed(open.origin) ? open.origin === session.origin : !isSealed(session.origin);
  return (
    input.invalidateExisting &&
    isSameKind &&
    open.profileId === session.profileId &&
    open.userId === session.userId
  );
}

/** What stamps goes on stamping under the same name. */
async function takeOver(
  storage: ConsoleStorage,
  old: KeptSession | undefined,
  { profileId, publicKey }: KeptSession,
): Promise<void> {
  const setting = `credential.${profileId}` as const;
  if (old !== undefined && (await storage.settings.get(setting)) === old.publicKey)
    await storage.settings.set(setting, publicKey);
}
