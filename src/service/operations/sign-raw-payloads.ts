import { signRawPayloads as operation } from '../../protocol/catalogue/signing.ts';
import { signerValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { signPayloads } from '../signing/sign-payloads.ts';

export const signRawPayloads = submitHandler(
  operation,
  async (context, { signWith, payloads, ...how }) => {
    const texts = payloads.map((text, index) => ({ text, field: `parameters.payloads.${index}` }));
    const signatures = await signPayloads(context, signWith, texts, how);
    return { signatures: signatures.map((signature) => ({ ...signature })) };
  },
  { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
);
