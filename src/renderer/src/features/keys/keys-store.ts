import { create } from 'zustand';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { asBridgeError, getConsole } from '../../bridge/console.ts';
import type { BridgeError } from '../../bridge/console.ts';

/** The private keys as the service last listed them; public parts alone. */
export type KeysState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly keys: readonly PrivateKey[] };

export const useKeys = create<KeysState>(() => ({ state: 'loading' }));

let asked = 0;

onOtherProfile(() => {
  asked += 1;
  useKeys.setState({ state: 'loading' }, true);
});

/** Asks for the keys again; what is shown stays until the answer is there. */
export async function loadKeys(): Promise<void> {
  const mine = (asked += 1);
  try {
    const keys = await getConsole().keys.list();
    if (asked === mine) useKeys.setState({ state: 'ready', keys }, true);
  } catch (thrown) {
    if (asked === mine) useKeys.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}
