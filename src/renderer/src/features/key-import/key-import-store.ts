import { create } from 'zustand';
import type { KeyImport } from '../../../../preload/contract/key-imports.ts';
import { asBridgeError } from '../../bridge/bridge-error.ts';
import type { BridgeError } from '../../bridge/bridge-error.ts';
import { getConsole } from '../../bridge/console.ts';

/** The import of a key or wallet as the privileged side last said: what is public of it, nothing else. */
export type KeyImportState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly current: KeyImport | null };

export const useKeyImport = create<KeyImportState>(() => ({ state: 'loading' }));

/** Takes over what a call answered. */
export const showKeyImport = (current: KeyImport | null): void =>
  useKeyImport.setState({ state: 'ready', current }, true);

/** Asks for the import and follows it; gives what ends that, and wipes what was not begun or is over. */
export function followKeyImport(): () => void {
  const { keyImports } = getConsole();
  let heard = false;
  const stop = keyImports.changed((current) => {
    heard = true;
    showKeyImport(current);
  });
  // News that came while the answer was under way is newer than the answer.
  keyImports.current().then(
    (current) => heard || showKeyImport(current),
    (thrown: unknown) => useKeyImport.setState({ state: 'failed', error: asBridgeError(thrown) }, true),
  );
  return () => {
    stop();
    const known = useKeyImport.getState();
    const status = known.state === 'ready' ? known.current?.status.state : undefined;
    // A key is not left in memory behind a screen that nobody looks at.
    if (status === 'draft' || status === 'ended') keyImports.clear().catch(() => undefined);
    useKeyImport.setState({ state: 'loading' }, true);
  };
}
