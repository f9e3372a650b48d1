import type { CoalescingQueue } from '../platform/pacing.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { RequestSeal } from '../vault/row-seals.ts';
import { contextError } from './errors.ts';
import type { KeyInventory } from './key-inventory.ts';
import { type RuntimeState, UNKNOWN_REACH, currentProfile } from './runtime-state.ts';

/** Follows which profile and credential are selected: what was read or opened for the ones before serves nobody after. */
export interface Selections {
  /** Another credential may stamp now, or it has another name. */
  readonly onCredential: () => void;
  /** Another profile may be selected now; what was there for the one before is gone when this resolves. */
  readonly onProfile: () => Promise<void>;
  /** A profile leads to another place now: what was begun or read at the one before serves nobody after. */
  readonly onPlace: (profileId: string) => Promise<void>;
  /**
   * Begins to watch. What it gives throws once a profile was selected since: to go to another one and back leaves no trace
   * in which one is selected now.
   * @throws AppError `PROFILE_LEFT`
   */
  readonly watchProfile: () => () => void;
}

export function createSelections(parts: {
  readonly storage: ConsoleStorage;
  readonly runtime: RuntimeState;
  readonly inventory: Pick<KeyInventory, 'forget'>;
  readonly requestSeal: Pick<RequestSeal, 'lock'>;
  readonly refreshing: Pick<CoalescingQueue, 'run'>;
  /** Tells the features that another profile is shown. */
  readonly onProfileChange: () => void;
  /** Tells the features that a profile, shown or not, leads to another place. */
  readonly onMove: (profileId: string) => void;
}): Selections {
  const { storage, runtime, inventory, requestSeal, refreshing } = parts;
  let count = 0;
  const onCredential = (): void => {
    // What waits is counted for one credential; the next look counts for this one.
    runtime.waitingForMe = 0;
    inventory.forget();
    requestSeal.lock();
    void refreshing.run();
  };
  return {
    onCredential,
    onProfile: async () => {
      count += 1;
      const { id } = await currentProfile(storage);
      if (id !== runtime.profileId) {
        runtime.profileId = id;
        runtime.reach = UNKNOWN_REACH;
        parts.onProfileChange();
      }
      onCredential();
    },
    onPlace: async (profileId) => {
      count += 1;
      parts.onMove(profileId);
      for (const { publicKey } of (await storage.credentials.list()).filter(
        (credential) => credential.profileId === profileId,
      ))
        runtime.identities.delete(publicKey);
      runtime.clockOffsets.delete(profileId);
      if (profileId === runtime.profileId) {
        runtime.reach = UNKNOWN_REACH;
        parts.onProfileChange();
      }
      onCredential();
    },
    watchProfile: () => {
      const before = count;
      return () => {
        if (count !== before) throw contextError('PROFILE_LEFT');
      };
    },
  };
}
