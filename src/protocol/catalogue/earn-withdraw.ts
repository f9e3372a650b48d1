import { z } from 'zod';
import { atomicAmount, earnChain, earnSigner, wrapperAddress, sponsor } from './earn-fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const earnWithdraw = submit({
  path: 'earn_withdraw',
  type: 'ACTIVITY_TYPE_EARN_WITHDRAW',
  intent: 'earnWithdrawIntent',
  result: 'earnWithdrawResult',
  effect: 'sign',
  summary: 'Withdraw from an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    signWith: earnSigner(),
    chainCaip2: earnChain(),
    sponsor: sponsor(),
    amountValue: atomicAmount('Amount'),
  }),
  output: z.looseObject({ withdrawRequestId: z.string() }),
});
