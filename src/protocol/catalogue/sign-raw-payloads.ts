import { z } from 'zod';
import { hashFunction, payload, payloadEncoding, rawSignature, signWith } from './signing-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 11. */
export const signRawPayloads = submit({
  path: 'sign_raw_payloads',
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
  intent: 'signRawPayloadsIntent',
  result: 'signRawPayloadsResult',
  effect: 'sign',
  summary: 'Sign raw payloads',
  parameters: z.strictObject({
    signWith: signWith(),
    payloads: z.array(payload()).min(1).max(100).meta({ label: 'Payloads' }),
    encoding: payloadEncoding(),
    hashFunction: hashFunction(),
  }),
  output: z.looseObject({ signatures: z.array(rawSignature) }),
});
