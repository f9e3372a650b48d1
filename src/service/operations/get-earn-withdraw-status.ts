import { getEarnWithdrawStatus as operation } from '../../protocol/catalogue/get-earn-withdraw-status.ts';
import { answer } from '../activities/effect.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnWithdrawStatus = answer(operation, (context, { withdrawRequestId }) =>
  earnStatusOf(context, 'withdraw', withdrawRequestId),
);
