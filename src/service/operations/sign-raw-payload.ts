import { signRawPayload as operation } from '../../protocol/catalogue/signing.ts';
import { signerValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { signPayloads } from '../signing/sign-payloads.ts';

export const signRawPayload = submitHandler(
  operation,
  async (context, { signWith, payload, ...how }) => {
    const [signature] = await signPayloads(
      context,
      signWith,
      [{ text: payload, field: 'parameters.payload' }],
      how,
    );
    if (signature === undefined) throw new ServiceError('INTERNAL', 'INTERNAL', 'internal server error');
    return { ...signature };
  },
  { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
);
