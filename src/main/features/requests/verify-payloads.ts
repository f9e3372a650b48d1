import { z } from 'zod';
import { type RawSignature, bytesToSign, verifyRawSignature } from '#chains/payload/payload-signature.ts';
import type { Verification } from '#preload/contract/requests.ts';
import { signRawPayload, signRawPayloads } from '#protocol/catalogue/signing.ts';
import type { Expectation } from '../previews/module.ts';

type Signer = Extract<Expectation, { kind: 'payloadSignedBy' }>;

/**
 * Checks the signatures that `sign_raw_payload` and `sign_raw_payloads` gave: each the key's, over its own payload.
 * @param path the operation's
 * @param body the exact request, as text
 * @param result what came back, in the operation's shape
 */
export function verifyPayloads(path: string, body: string, result: unknown, signer: Signer): Verification[] {
  const { parameters } = z.object({ parameters: z.unknown() }).parse(JSON.parse(body));
  const [payloads, signatures, how] =
    path === signRawPayloads.path ? ofMany(parameters, result) : ofOne(parameters, result);
  if (payloads.length !== signatures.length) {
    const detail = `${signatures.length} signatures came back for ${payloads.length} payloads.`;
    return [{ name: 'Every payload signed', passed: false, detail }];
  }
  const isEd25519 = signer.curve === 'CURVE_ED25519';
  return payloads.flatMap((payload, index) => {
    const signature = signatures[index];
    if (signature === undefined) return [];
    const bytes = bytesToSign(payload, how.encoding, how.hashFunction, isEd25519);
    const check = verifyRawSignature(bytes, signature, signer);
    return payloads.length === 1 ? [check] : [{ ...check, name: `Payload ${index + 1}: signed by the key` }];
  });
}

type Asked = Pick<z.output<typeof signRawPayload.parameters>, 'encoding' | 'hashFunction'>;
type Answered = readonly [payloads: readonly string[], signatures: readonly RawSignature[], how: Asked];

function ofOne(parameters: unknown, result: unknown): Answered {
  const asked = signRawPayload.parameters.parse(parameters);
  return [[asked.payload], [signRawPayload.output.parse(result)], asked];
}

function ofMany(parameters: unknown, result: unknown): Answered {
  const asked = signRawPayloads.parameters.parse(parameters);
  return [asked.payloads, signRawPayloads.output.parse(result).signatures, asked];
}
