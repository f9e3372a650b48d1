import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import { operationError } from '../console-error.ts';
import type { Volatile } from '../console-state.ts';
import type { SessionKeeper } from '../flows/sessions/keep-sessions.ts';
import type { LoginSessions } from '../flows/sessions/login-sessions.ts';

export function loginSessionHandlers(
  logins: LoginSessions,
  keeper: SessionKeeper,
  volatile: Volatile,
): Handlers<ConsoleContract>['loginSessions'] {
  return {
    list: () => keeper.list(),
    prepare: (wish) => logins.prepare(wish),
    renew: ({ publicKey }) => logins.renew(publicKey),
    end: async ({ publicKeys }) => {
      if (volatile.locked) throw operationError('CONSOLE_LOCKED');
      await keeper.end(publicKeys);
      return undefined;
    },
  };
}
