import { z } from 'zod';
import { atomicAmount, earnChain, earnSigner, wrapperAddress, sponsor } from './earn-fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const earnDeposit = submit({
  path: 'earn_deposit',
  type: 'ACTIVITY_TYPE_EARN_DEPOSIT',
  intent: 'earnDepositIntent',
  result: 'earnDepositResult',
  effect: 'sign',
  summary: 'Deposit into an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    signWith: earnSigner(),
    assets: atomicAmount('Assets'),
    chainCaip2: earnChain(),
    sponsor: sponsor(),
  }),
  output: z.looseObject({ depositRequestId: z.string() }),
});
