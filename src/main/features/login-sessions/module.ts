import { join } from 'node:path';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import { createPrivateOpener } from '../../platform/loopback/private-opener.ts';
import type { LocalActionParts } from '../local-actions/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { createIssuerLogins } from './issuer-logins.ts';
import { createLoginSessions } from './login-sessions.ts';
import { createSessionExpiryMonitor } from './session-expiry-monitor.ts';

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
