import { listTvcApps as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { tvcAppsOf } from '../storage/tvc-apps.ts';
import { appRecord } from '../tvc/records.ts';

export const listTvcApps = queryHandler(operation, async ({ store, caller }) => {
  const apps = await tvcAppsOf(store, caller.organizationId);
  return { tvcApps: await Promise.all(apps.map((app) => appRecord(store, app))) };
});
