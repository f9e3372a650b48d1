import { getEarnDepositStatus as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnDepositStatus = queryHandler(operation, (context, { depositRequestId }) =>
  earnStatusOf(context, 'deposit', depositRequestId),
);
