import { getTvcApp as operation } from '../../protocol/catalogue/tvc.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { appRecord } from '../tvc/records.ts';
import { requireApp } from '../tvc/require-app.ts';

export const getTvcApp = queryHandler(operation, async ({ store, caller }, { tvcAppId }) => ({
  tvcApp: await appRecord(store, await requireApp(store, caller.organizationId, tvcAppId)),
}));
