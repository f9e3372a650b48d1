import { getEarnDeployStatus as operation } from '../../protocol/catalogue/get-earn-deploy-status.ts';
import { answer } from '../activities/effect.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnDeployStatus = answer(operation, (context, { deployRequestId }) =>
  earnStatusOf(context, 'deploy', deployRequestId),
);
