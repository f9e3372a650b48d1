import { type Wire, buildApi } from './api.ts';
import type { Envelope, Shape } from './contract/call.ts';

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

/**
 * Gives the page `window.keyops` over the host's binding, fixed so that no script of the page can put another in its
 * place. Frames inside the page get none.
 */
export function publishApi(shape: Shape): void {
  if (window.top !== window) return;
  const api = buildApi(shape, bindingWire(window as object));
  for (const members of Object.values(api)) Object.freeze(members);
  Object.defineProperty(window, 'keyops', { value: Object.freeze(api) });
}
