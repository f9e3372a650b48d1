import type { KeyImport } from '#preload/contract/key-imports.ts';
import { getConsole } from '../../bridge/console.ts';
import { createLiveQuery } from '../../bridge/live-query.ts';

/** The import of a key or wallet as the privileged side last said: what is public of it, nothing else. */
export const currentKeyImport = createLiveQuery<KeyImport | null>(() => getConsole().keyImports);

/** Takes over what a call answered. */
export const showKeyImport = currentKeyImport.show;

/** Asks for the import and follows it; gives what ends that, and wipes what was not begun or is over. */
export function followKeyImport(): () => void {
  const stop = currentKeyImport.follow();
  return () => {
    const known = currentKeyImport.useStore.getState();
    const status = known.state === 'ready' ? known.value?.status.state : undefined;
    stop();
    // A key is not left in memory behind a screen that nobody looks at.
    if (status === 'draft' || status === 'ended')
      getConsole()
        .keyImports.clear()
        .catch(() => undefined);
  };
}
