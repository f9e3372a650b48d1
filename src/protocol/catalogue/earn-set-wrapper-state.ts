import { z } from 'zod';
import { wrapperAddress } from './earn-fields.ts';
import { submit } from './operation.ts';

/** Specification, "earn_set_wrapper_state". */
export const earnSetWrapperState = submit({
  path: 'earn_set_wrapper_state',
  type: 'ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE',
  intent: 'earnSetWrapperStateIntent',
  result: 'earnSetWrapperStateResult',
  effect: 'write',
  summary: 'Open or close an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    depositsDisabled: z.boolean().meta({ label: 'Deposits disabled' }),
  }),
  output: z.looseObject({ wrapperAddress: z.string(), depositsDisabled: z.boolean() }),
});
