import { z } from 'zod';
import { hashFunction, payload, payloadEncoding, rawSignature, signWith } from './signing-fields.ts';
import { submit } from './operation.ts';

/** PROTOCOL.md, section 11. */
export const signRawPayload = submit({
  path: 'sign_raw_payload',
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  intent: 'signRawPayloadIntentV2',
  result: 'signRawPayloadResult',
  effect: 'sign',
  summary: 'Sign a raw payload',
  parameters: z.strictObject({
    signWith: signWith(),
    payload: payload(),
    encoding: payloadEncoding(),
    hashFunction: hashFunction(),
  }),
  output: z.looseObject({ ...rawSignature.shape }),
});
