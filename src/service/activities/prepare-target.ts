import type { Lookup } from '../oidc/identify.ts';
import { findActivityByFingerprint } from '../storage/activities.ts';
import { matterOf, type EffectFinder } from './matter.ts';

/** Asks the network what the effect of an open activity has to know, before the transaction of the vote that may set it off. */
export async function prepareTarget(
  effectOf: EffectFinder,
  lookup: Lookup,
  fingerprint: string,
): Promise<void> {
  const found = await findActivityByFingerprint(lookup.store, lookup.organizationId, fingerprint);
  if (found?.activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return;
  const { effect, parameters } = matterOf(effectOf, found);
  await effect.prepare(lookup, parameters);
}
