import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { registerPasskey } from './register-passkey.ts';

type Needs = ApprovalParts &
  RequestParts &
  Pick<
    ConsoleContext,
    'ceremonies' | 'sessions' | 'storage' | 'clock' | 'volatile' | 'madeKeys' | 'announce'
  >;

/** Passkeys that are made in the browser. */
export const passkeys = defineModule({
  start: ({ ceremonies, gate, volatile, madeKeys, announce, ...needs }: Needs): ModuleParts<'passkeys'> => ({
    handlers: {
      passkeys: {
        register: async ({ label }) => {
          const { identities } = volatile;
          const parts = { ...needs, ceremonies, identities, onMade: madeKeys.add, onKept: announce };
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
