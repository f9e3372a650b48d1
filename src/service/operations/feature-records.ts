import type { FeatureName } from '../../protocol/feature-text.ts';
import { featuresOf } from '../storage/organization-features.ts';
import type { Store } from '../storage/store.ts';

/** The features of an organization as results and queries show them. */
export async function featureRecords(
  store: Store,
  organizationId: string,
): Promise<{ name: FeatureName; value: string }[]> {
  const rows = await featuresOf(store, organizationId);
  return rows.map(({ name, value }) => ({ name: name as FeatureName, value }));
}
