import type { Envelope } from '../preload/call.ts';
import type { Clock } from './clock.ts';
import type { Host, Surface } from './host.ts';
import type { Timing } from './timing.ts';
import type { Keychain } from './vault/keychain.ts';

/** What a console is made of: the program that shows it, a folder of its own, the keychain and the time. */
export interface ConsoleOptions {
  readonly host: Host;
  readonly dataFolder: string;
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
  readonly timing?: Partial<Timing>;
}

/** The privileged side as a host sees it. */
export interface Console {
  /**
   * Answers one call of a surface; never rejects. The host has checked before that the message came from that surface's
   * own page.
   */
  dispatch(surface: Surface, name: string, input: unknown): Promise<Envelope>;
  /** Denies what is under review, forgets keys, stops the service, closes the files. */
  close(): Promise<void>;
}

/** Builds the console. It knows no Electron: everything that needs a screen is in `host`. */
export function createConsole(options: ConsoleOptions): Promise<Console> {
  void options;
  const refusal = {
    ok: false,
    code: 'NOT_READY',
    message: 'The console is being built.',
    remedy: 'Wait.',
  } as const;
  return Promise.resolve({ dispatch: () => Promise.resolve(refusal), close: () => Promise.resolve() });
}
