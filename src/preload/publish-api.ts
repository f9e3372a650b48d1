import { buildApi } from './api.ts';
import { bindingWire } from './binding-wire.ts';
import type { Shape } from './contract/call.ts';

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
