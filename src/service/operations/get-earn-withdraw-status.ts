import { getEarnWithdrawStatus as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnWithdrawStatus = queryHandler(operation, (context, { withdrawRequestId }) =>
  earnStatusOf(context, 'withdraw', withdrawRequestId),
);
