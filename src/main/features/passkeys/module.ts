import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RuntimeState } from '../../context/runtime-state.ts';
import type { RequestFlow } from '../requests/request-flow.ts';
import type { Ceremonies } from '../../webauthn/ceremonies.ts';
import { registerPasskey } from './register-passkey.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';

export function passkeyHandlers(parts: {
  readonly ceremonies: Ceremonies;
  readonly flow: RequestFlow;
  readonly sessions: ContextResolver;
  readonly storage: ConsoleStorage;
  readonly clock: Clock;
  readonly volatile: RuntimeState;
  readonly onMade: (credentialId: string) => void;
  readonly onKept: () => void;
  /** A person did something that asks for a review. */
  readonly onGesture: () => void;
}): Handlers<ConsoleContract>['passkeys'] {
  const { ceremonies, volatile } = parts;
  return {
    register: async ({ label }) => {
      const preview = await registerPasskey({ ...parts, identities: volatile.identities }, label);
      // Who touched the authenticator asked for what follows; the press in the window may be minutes old by now.
      parts.onGesture();
      return preview;
    },
    cancel: () => {
      ceremonies.cancel();
      return Promise.resolve(undefined);
    },
  };
}
