import { sql } from 'kysely';
import type { Store } from './store.ts';

/** How much the expressions of an organization's policies say together, in bytes. */
export async function sizeOfPolicies(store: Store, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number | string | null }>`
    SELECT sum(
      coalesce(octet_length(condition), 0) + coalesce(octet_length(consensus), 0) + coalesce(octet_length("time"), 0)
    ) AS bytes FROM policy WHERE organization_id = ${organizationId}`.execute(store);
  return Number(rows[0]?.bytes ?? 0);
}
