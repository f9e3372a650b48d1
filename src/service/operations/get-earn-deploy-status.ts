import { getEarnDeployStatus as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnDeployStatus = queryHandler(operation, (context, { deployRequestId }) =>
  earnStatusOf(context, 'deploy', deployRequestId),
);
