import { sql } from 'kysely';
import type { TvcAppRow, TvcDeploymentRow } from './providers-schema.ts';
import type { Store } from './store.ts';

export async function insertTvcApp(store: Store, row: TvcAppRow): Promise<void> {
  await store.insertInto('tvc_app').values(row).execute();
}

/** The app of an id within an organization, or undefined. */
export const findTvcApp = (
  store: Store,
  organizationId: string,
  id: string,
): Promise<TvcAppRow | undefined> =>
  store
    .selectFrom('tvc_app')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** An organization's apps, oldest first. */
export const tvcAppsOf = (store: Store, organizationId: string): Promise<TvcAppRow[]> =>
  store
    .selectFrom('tvc_app')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

export async function insertTvcDeployment(store: Store, row: TvcDeploymentRow): Promise<void> {
  await store.insertInto('tvc_deployment').values(row).execute();
}

/** The deployment of an id, or undefined; whose it is, its app says. */
export const findTvcDeployment = (store: Store, id: string): Promise<TvcDeploymentRow | undefined> =>
  store.selectFrom('tvc_deployment').selectAll().where('id', '=', id).executeTakeFirst();

/** An app's deployments, oldest first. */
export const tvcDeploymentsOf = (store: Store, appId: string): Promise<TvcDeploymentRow[]> =>
  store
    .selectFrom('tvc_deployment')
    .selectAll()
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy(sql.ref('rowid'))
    .execute();

/** Deletes an app and all of its deployments. Its operator sets stay: other apps can name them. */
export async function deleteTvcApp(store: Store, id: string): Promise<void> {
  await store.deleteFrom('tvc_deployment').where('app_id', '=', id).execute();
  await store.deleteFrom('tvc_app').where('id', '=', id).execute();
}
