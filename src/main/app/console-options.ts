import type { Envelope } from '../../preload/contract/call.ts';
import type { Clock } from '../platform/clock.ts';
import type { Host, Surface } from '../platform/host.ts';
import type { Timing } from '../platform/timing.ts';
import type { Keychain } from '../vault/keychain.ts';

/** What a console is made of: the program that shows it, a folder of its own, the keychain and the time. */
export interface ConsoleOptions {
  readonly host: Host;
  readonly dataFolder: string;
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
  /** Whether the operator takes an older database of the service, which they restored; not when left out. */
  readonly acceptOlderDatabase?: boolean;
  readonly timing?: Partial<Timing>;
}

/** The privileged side as a host sees it. */
export interface Console {
  /**
   * Answers one call of a surface; never rejects. The host has checked before that the message came from that surface's
   * own page.
   */
  dispatch(surface: Surface, name: string, input: unknown): Promise<Envelope>;
  /** Takes a file that the operator dropped on the window; the host has its path, the window gets a handle. */
  handOver(path: string): Envelope;
  /** Denies what is under review, forgets keys, stops the service, closes the files. */
  close(): Promise<void>;
}
