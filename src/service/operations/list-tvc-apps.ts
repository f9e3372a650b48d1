import { listTvcApps as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { appRecord } from '../features/tvc/records.ts';
import { listRows } from '../storage/rows.ts';

export const listTvcApps = queryHandler(operation, async ({ store, caller }) => {
  const apps = await listRows(store, 'tvc_app', caller.organizationId);
  return { tvcApps: await Promise.all(apps.map((app) => appRecord(store, app))) };
});
