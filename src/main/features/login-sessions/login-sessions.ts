import type { Preview, Verification } from '#preload/contract/requests.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';
import type { ContextResolver, SigningContext } from '../../context/context-resolver.ts';
import type { RuntimeState } from '../../context/runtime-state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client } from '../../service-client/client.ts';
import type { KeptSession } from '../../storage/login-sessions.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';
import type { RequestFlow, ResultHandler } from '../requests/module.ts';
import { admitSession } from './admit-session.ts';
import { loginError } from './errors.ts';
import { receiveSession } from './receive-session.ts';
import type { SessionExpiryMonitor } from './session-expiry-monitor.ts';
import {
  type SessionRequest,
  isSealed,
  keyTextOf,
  makeSessionKey,
  sessionRequest,
} from './session-request.ts';

/** A session that is asked for under a name, perhaps in the place of one that is open. */
export interface NamedSessionRequest extends SessionRequest {
  readonly label: string;
  readonly replaces?: KeptSession;
}

/** Opens sessions and renews them. */
export interface LoginSessions {
  /** Prepares a session's request with a key of its own. @throws AppError */
  prepare(wish: NamedSessionRequest): Promise<Preview>;
  /** As `prepare`, with a key that was made before; it is taken over. */
  prepareWith(wish: NamedSessionRequest, key: P256KeyPair): Promise<Preview>;
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
  readonly volatile: RuntimeState;
  readonly monitor: SessionExpiryMonitor;
  /** Gets the public key of each session that is asked for, hex as the request has it. */
  readonly onMade: (publicKey: string) => void;
}): LoginSessions {
  const { flow, sessions, storage, clock, volatile, monitor } = parts;

  const open = async (
    wish: NamedSessionRequest,
    key: P256KeyPair,
    { profile }: SigningContext,
    result: unknown,
  ): Promise<readonly Verification[]> => {
    const offsetMs = volatile.clockOffsets.get(profile.id) ?? 0;
    const { address, keys } = await sessions.place(profile.id);
    const received = await receiveSession(wish, result, key, {
      organizationId: profile.organizationId,
      keys,
      nowMs: clock.now() + offsetMs,
    });
    const { serviceEndMs, ...who } = await admitSession(parts, address, received);
    const session: KeptSession = {
      ...who,
      origin: wish.origin,
      profileId: profile.id,
      label: wish.label,
      createdAtMs: clock.now(),
      expiresAtMs: serviceEndMs - offsetMs,
      lastUsedAtMs: null,
    };
    volatile.identities.set(who.publicKey, who);
    const over = (await storage.loginSessions.list()).filter((each) => isOver(each, wish, session));
    if (over.some(({ publicKey }) => publicKey === wish.replaces?.publicKey))
      await takeOver(storage, wish.replaces, session);
    await monitor.add(session);
    if (over.length > 0) await monitor.end(over.map(({ publicKey }) => publicKey));
    const accepted = `The service takes it for ${who.username} in ${who.organizationName}.`;
    return [...received.checks, { name: 'Session accepted', passed: true, detail: accepted }];
  };

  const prepareWith = async (wish: NamedSessionRequest, key: P256KeyPair): Promise<Preview> => {
    const { operation, parameters } = sessionRequest(wish, key);
    parts.onMade(keyTextOf(wish.origin, key));
    const stampedBy = wish.replaces?.publicKey;
    let session: SigningContext;
    try {
      session = await sessions.current(stampedBy);
    } catch (error) {
      key.privateKey.wipe();
      throw error;
    }
    const followUp: ResultHandler = {
      completed: async ({ result }) => {
        try {
          return await open(wish, key, session, result);
        } finally {
          key.privateKey.wipe();
        }
      },
      onAbandoned: () => key.privateKey.wipe(),
    };
    return flow.prepare(operation, parameters, followUp, stampedBy);
  };

  return {
    prepareWith,
    prepare: (wish) => prepareWith(wish, makeSessionKey()),
    renew: async (publicKey) => {
      const old = (await storage.loginSessions.list()).find((each) => each.publicKey === publicKey);
      if (old === undefined) throw loginError('SESSION_UNKNOWN');
      const wish: NamedSessionRequest = {
        // The session itself stamps, so that the new one is the same user's: no issuer has to be asked again.
        origin: isSealed(old.origin) ? 'read-write' : 'stamp-login',
        label: old.label,
        expirationSeconds: Math.max(60, Math.round((old.expiresAtMs - old.createdAtMs) / 1000)),
        invalidateExisting: false,
        replaces: old,
      };
      return prepareWith(wish, makeSessionKey());
    },
  };
}

/** Whether an open session is over once another is there: it is replaced, or the service ended it with its kind. */
function isOver(open: KeptSession, wish: NamedSessionRequest, session: KeptSession): boolean {
  if (open.publicKey === wish.replaces?.publicKey) return true;
  const isSameKind = isSealed(open.origin) ? open.origin === session.origin : !isSealed(session.origin);
  return (
    wish.invalidateExisting &&
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
