import { AppError } from '#protocol/error.ts';
import type { ActivityReferenceStore } from '../../storage/activity-references.ts';
import type { RequestSeal } from '../../vault/row-seals.ts';

/** What the operator's files call the requests that became activities. */
export interface ActivityReferences {
  /** @throws KeychainError */
  keep(profileId: string, activityId: string, reference: string): Promise<void>;
  /**
   * The references of some activities, by ID. A row that this console did not write is left out, and so is everything where
   * the keychain doesn't answer.
   */
  among(profileId: string, activityIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Keeps them under the seal of sent requests: whoever writes the database calls no payment an invoice. */
export function createActivityReferences(
  store: ActivityReferenceStore,
  seal: Pick<RequestSeal, 'makeRow' | 'rowHolds'>,
): ActivityReferences {
  const fieldsOf = (...row: readonly [profileId: string, activityId: string, reference: string]) => [
    'activity_reference',
    ...row,
  ];
  return {
    keep: async (profileId, activityId, reference) => {
      const mac = await seal.makeRow(fieldsOf(profileId, activityId, reference));
      await store.keep({ profileId, activityId, reference, mac });
    },
    among: async (profileId, activityIds) => {
      const held = new Map<string, string>();
      try {
        for (const { activityId, reference, mac } of await store.among(profileId, activityIds))
          if (await seal.rowHolds(fieldsOf(profileId, activityId, reference), mac))
            held.set(activityId, reference);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
      return held;
    },
  };
}
