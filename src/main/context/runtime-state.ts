import type { ServiceReach } from './service-reach.ts';

/** Who a credential belongs to, as its service said. */
export interface Identity {
  readonly organizationName: string;
  readonly username: string;
  readonly userId: string;
}

/** What changes while the console runs and is kept nowhere. */
export interface RuntimeState {
  /** The profile that the window shows. */
  profileId: string;
  locked: boolean;
  /** The console closes: it answers nothing and begins nothing any more. */
  closed: boolean;
  /** What the calls to the shown profile's service say of it. */
  reach: ServiceReach;
  /** By profile: its service's clock minus this machine's as it was last seen, in ms. */
  readonly clockOffsets: Map<string, number>;
  /** By the credential's public key. */
  readonly identities: Map<string, Identity>;
  journalFault: string | null;
  /** How many requests wait for the current credential's vote. */
  waitingForMe: number;
}
