import { create } from 'zustand';
import type { SecretImport } from '../../../../preload/contract/secrets.ts';
import { asBridgeError } from '../../bridge/bridge-error.ts';
import type { BridgeError } from '../../bridge/bridge-error.ts';
import { getConsole } from '../../bridge/console.ts';

/** The import as the privileged side last said: names and lengths, no value. */
export type ImportState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly current: SecretImport | null };

export const useImport = create<ImportState>(() => ({ state: 'loading' }));

/** Takes over what a call answered. */
export const showImport = (current: SecretImport | null): void =>
  useImport.setState({ state: 'ready', current }, true);

/** Asks for the import and follows it; gives what ends that. */
export function followImport(): () => void {
  const { secrets } = getConsole();
  let heard = false;
  const stop = secrets.changed((current) => {
    heard = true;
    showImport(current);
  });
  // News that came while the answer was under way is newer than the answer.
  secrets.current().then(
    (current) => heard || showImport(current),
    (thrown: unknown) => useImport.setState({ state: 'failed', error: asBridgeError(thrown) }, true),
  );
  return () => {
    stop();
    // Nothing of an import stays behind in the window.
    useImport.setState({ state: 'loading' }, true);
  };
}
