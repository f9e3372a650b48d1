import { join } from 'node:path';
import type { Preview } from '#preload/contract/requests.ts';
import { oidcNonceOf } from '#protocol/oidc-claims.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Clock } from '../../platform/clock.ts';
import { consoleError, reportFault } from '../../platform/errors.ts';
import {
  type PrivateOpener,
  browserAddress,
  createPrivateOpener,
} from '../../platform/loopback/private-opener.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { type LocalActionParts, type LocalActions, describeIssuer } from '../local-actions/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { loginError } from './errors.ts';
import { type LoginSessions, type NamedSessionRequest, createLoginSessions } from './login-sessions.ts';
import { type OidcClient, logInAtIssuer } from './oidc-login.ts';
import { createSessionExpiryMonitor } from './session-expiry-monitor.ts';
import { keyTextOf, makeSessionKey } from './receive-session.ts';

export { receiveSession } from './receive-session.ts';

/** How long a person may take in the browser. */
const LIMIT_MS = 5 * 60_000;

/** Logins in the system's browser, one at a time. */
interface IssuerLogins {
  /** Logs in at an issuer, and prepares the session's request with the token. @throws AppError */
  logIn(input: Omit<NamedSessionRequest, 'oidcToken'>, client: OidcClient): Promise<Preview>;
  /** Calls off a login that waits for the browser. */
  cancel(): void;
}

function createIssuerLogins(parts: {
  readonly opener: PrivateOpener;
  readonly clock: Clock;
  readonly logins: LoginSessions;
  readonly settings: SettingStore;
  readonly local: LocalActions;
}): IssuerLogins {
  const { opener, clock, logins, settings, local } = parts;
  let waiting: { cancel(): void } | undefined;
  /** One that was called off before its page was there, or behind it, ends there. */
  let isCancelled = false;
  let busy = false;
  const requireGoing = (): void => {
    if (isCancelled) throw consoleError('BROWSER_CANCELLED.console');
  };
  /** An issuer is contacted for the first time once the operator saw its address apart from the window. */
  const requireKnown = async ({ issuer, clientId }: OidcClient): Promise<void> => {
    const setting = `issuer.${issuer}` as const;
    if ((await settings.get(setting)) !== undefined) return;
    await local.approve(describeIssuer(issuer, clientId));
    await settings.set(setting, 'approved');
  };
  return {
    logIn: async (input, client) => {
      if (busy) throw loginError('LOGIN_UNDER_WAY');
      busy = true;
      isCancelled = false;
      const key = makeSessionKey();
      let isTaken = false;
      try {
        // The token is good for this key alone: the nonce is the hash of its text.
        const nonce = oidcNonceOf(keyTextOf(input.origin, key));
        const issuer = { ...client, issuer: browserAddress(client.issuer) };
        await requireKnown(issuer);
        requireGoing();
        const oidcToken = await logInAtIssuer(
          { clock, openExternal: (url) => opener.open(url), limitMs: LIMIT_MS },
          issuer,
          nonce,
          (page) => {
            waiting = page;
            if (isCancelled) page.cancel();
          },
        );
        // The token belongs to the profile that was selected: no other profile uses it, and nothing does after a lock.
        requireGoing();
        isTaken = true;
        return await logins.prepareWith({ ...input, oidcToken }, key);
      } finally {
        if (!isTaken) key.privateKey.wipe();
        waiting = undefined;
        busy = false;
        await opener.clear();
      }
    },
    cancel: () => {
      isCancelled = true;
      waiting?.cancel();
    },
  };
}

/** Sessions: opened by a key or at an issuer, renewed, and ended in time. */
export const loginSessions = defineModule({
  start: (needs: LocalActionParts & RequestParts & ConsoleContext): ModuleParts<'loginSessions'> => {
    const { host, clock, storage, vault, dataFolder, announce, news } = needs;
    const monitor = createSessionExpiryMonitor({
      ...{ storage, vault, host, clock },
      onChange: announce,
      onFault: reportFault,
    });
    host.onWake(() => void monitor.refresh());
    news.answered.on((publicKey, refusal) => monitor.onServiceAnswer(publicKey, refusal));
    const logins = createLoginSessions({ ...needs, monitor, onMade: needs.madeKeys.add });
    const issuerLogins = createIssuerLogins({
      ...{ clock, logins, local: needs.local, settings: storage.settings },
      opener: createPrivateOpener(host, join(dataFolder, 'browser', 'login')),
    });
    return {
      handlers: {
        loginSessions: {
          list: () => monitor.list(),
          prepare: (input) => logins.prepare(input),
          logIn: ({ issuer, clientId, ...input }) => issuerLogins.logIn(input, { issuer, clientId }),
          cancelLogIn: () => {
            issuerLogins.cancel();
            return Promise.resolve(undefined);
          },
          renew: ({ publicKey }) => logins.renew(publicKey),
          end: async ({ publicKeys }) => {
            await monitor.end(publicKeys);
            return undefined;
          },
        },
      },
      begin: () => monitor.refresh(),
      onLock: () => issuerLogins.cancel(),
      onProfileChange: () => issuerLogins.cancel(),
      close: () => monitor.close(),
    };
  },
});
