import type { Preview } from '#preload/contract/requests.ts';
import { oidcNonceOf } from '#protocol/oidc-nonce.ts';
import type { Clock } from '../../platform/clock.ts';
import { type PrivateOpener, browserAddress } from '../../platform/loopback/private-opener.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { type LocalActions, describeIssuer } from '../local-actions/module.ts';
import { loginError } from './errors.ts';
import type { LoginSessions, NamedSessionRequest } from './login-sessions.ts';
import { type OidcClient, logInAtIssuer } from './oidc-login.ts';
import { keyTextOf, makeSessionKey } from './session-request.ts';

/** How long a person may take in the browser. */
const LIMIT_MS = 5 * 60_000;

/** Logins in the system's browser, one at a time. */
export interface IssuerLogins {
  /** Logs in at an issuer, and prepares the session's request with the token. @throws AppError */
  logIn(wish: Omit<NamedSessionRequest, 'oidcToken'>, client: OidcClient): Promise<Preview>;
  /** Calls off a login that waits for the browser. */
  cancel(): void;
}

export function createIssuerLogins(parts: {
  readonly opener: PrivateOpener;
  readonly clock: Clock;
  readonly logins: LoginSessions;
  readonly settings: SettingStore;
  readonly local: LocalActions;
}): IssuerLogins {
  const { opener, clock, logins, settings, local } = parts;
  let waiting: { cancel(): void } | undefined;
  let busy = false;
  /** An issuer is contacted for the first time once the operator saw its address apart from the window. */
  const requireKnown = async ({ issuer, clientId }: OidcClient): Promise<void> => {
    const setting = `issuer.${issuer}` as const;
    if ((await settings.get(setting)) !== undefined) return;
    await local.approve(describeIssuer(issuer, clientId));
    await settings.set(setting, 'approved');
  };
  return {
    logIn: async (wish, client) => {
      if (busy) throw loginError('LOGIN_UNDER_WAY');
      busy = true;
      const key = makeSessionKey();
      let isTaken = false;
      try {
        // The token is good for this key alone: the nonce is the hash of its text.
        const nonce = oidcNonceOf(keyTextOf(wish.origin, key));
        const issuer = { ...client, issuer: browserAddress(client.issuer) };
        await requireKnown(issuer);
        const oidcToken = await logInAtIssuer(
          { clock, openExternal: (url) => opener.open(url), limitMs: LIMIT_MS },
          issuer,
          nonce,
          (page) => (waiting = page),
        );
        isTaken = true;
        return await logins.prepareWith({ ...wish, oidcToken }, key);
      } finally {
        if (!isTaken) key.privateKey.wipe();
        waiting = undefined;
        busy = false;
        await opener.clear();
      }
    },
    cancel: () => waiting?.cancel(),
  };
}
