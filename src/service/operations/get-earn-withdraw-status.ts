import { getEarnWithdrawStatus as operation } from '../../protocol/catalogue/get-earn-withdraw-status.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnWithdrawStatus = queryHandler(operation, (context, { withdrawRequestId }) =>
  earnStatusOf(context, 'withdraw', withdrawRequestId),
);
