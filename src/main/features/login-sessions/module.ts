import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { SessionExpiryMonitor } from './session-expiry-monitor.ts';
import type { IssuerLogins } from './issuer-logins.ts';
import type { LoginSessions } from './login-sessions.ts';

export function loginSessionHandlers(
  logins: LoginSessions,
  keeper: SessionExpiryMonitor,
  issuerLogins: IssuerLogins,
): Handlers<ConsoleContract>['loginSessions'] {
  return {
    list: () => keeper.list(),
    prepare: (wish) => logins.prepare(wish),
    logIn: ({ issuer, clientId, ...wish }) => {
      return issuerLogins.logIn(wish, { issuer, clientId });
    },
    cancelLogIn: () => {
      issuerLogins.cancel();
      return Promise.resolve(undefined);
    },
    renew: ({ publicKey }) => logins.renew(publicKey),
    end: async ({ publicKeys }) => {
      await keeper.end(publicKeys);
      return undefined;
    },
  };
}
