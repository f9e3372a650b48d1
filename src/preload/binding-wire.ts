import type { Wire } from './api.ts';
import type { Envelope } from './contract/call.ts';

type Invoke = (name: string, input: unknown) => Promise<Envelope>;

/** The globals through which the Chromium host and its page talk; src/main/chromium/surface-page.ts names them too. */
interface BridgeGlobals {
  keyopsCall?: Invoke;
  keyopsNews?: (name: string, payload: unknown) => void;
}

/**
 * The wire over a binding of the page, for the Chromium host. The binding's global is taken away before any script of
 * the page runs.
 */
export function bindingWire(globals: BridgeGlobals): Wire {
  const invoke = globals.keyopsCall;
  if (invoke === undefined) throw new Error('The host gave this page no binding.');
  delete globals.keyopsCall;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  Object.defineProperty(globals, 'keyopsNews', {
    value: (name: string, payload: unknown) => listeners.get(name)?.forEach((listener) => listener(payload)),
  });
  return {
    invoke,
    subscribe: (name, listener) => {
      const some = listeners.get(name) ?? new Set();
      listeners.set(name, some.add(listener));
      return () => void some.delete(listener);
    },
  };
}
