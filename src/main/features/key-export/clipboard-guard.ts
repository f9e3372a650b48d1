import type { Clock } from '../../platform/clock.ts';
import type { Host } from '../../platform/host.ts';

/** Puts secrets on the clipboard for a limited time. */
export interface ClipboardGuard {
  /** Puts a text on the clipboard; when it is taken off again, in ms since the epoch. */
  put(text: string): Promise<number>;
  /** Takes it off at once, where it still is. */
  clear(): Promise<void>;
}

/** @param onFault gets what the system threw when the time was over: nobody waits for that call */
export function guardClipboard(parts: {
  readonly host: Pick<Host, 'copy' | 'clearClipboard'>;
  readonly clock: Clock;
  readonly clearMs: number;
  readonly onFault: (error: unknown) => void;
}): ClipboardGuard {
  const { host, clock, clearMs } = parts;
  let lying: { readonly text: string; readonly cancel: () => void } | undefined;
  const clear = async (): Promise<void> => {
    const taken = lying;
    if (taken === undefined) return;
    lying = undefined;
    taken.cancel();
    await host.clearClipboard(taken.text);
  };
  return {
    clear,
    put: async (text) => {
      lying?.cancel();
      await host.copy(text);
      lying = { text, cancel: clock.after(clearMs, () => void clear().catch(parts.onFault)) };
      return clock.now() + clearMs;
    },
  };
}
