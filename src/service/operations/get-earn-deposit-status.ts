import { getEarnDepositStatus as operation } from '../../protocol/catalogue/get-earn-deposit-status.ts';
import { answer } from '../activities/effect.ts';
import { earnStatusOf } from './earn-status-of.ts';

export const getEarnDepositStatus = answer(operation, (context, { depositRequestId }) =>
  earnStatusOf(context, 'deposit', depositRequestId),
);
