import { z } from 'zod';
import { type Chain, chainOf } from '#chains/chains.ts';
import { type RawSignature, bytesToSign, verifyRawSignature } from '#chains/payload/payload-signature.ts';
import type { Outcome, Verification } from '#preload/contract/requests.ts';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signRawPayload, signRawPayloads, signTransaction } from '#protocol/catalogue/signing.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Expectation } from '../previews/module.ts';

type Signer = Extract<Expectation, { kind: 'payloadSignedBy' }>;

// Once for all: making a schema, and the check that zod compiles for it, takes as long as recovering a signer.
const anyJson = z.json();
const submittedBody = z.object({ parameters: z.unknown() });
const transactionBody = z.object({ parameters: signTransaction.parameters });

/**
 * Checks the signatures that `sign_raw_payload` and `sign_raw_payloads` gave: each the key's, over its own payload.
 * @param path the operation's
 * @param body the exact request, as text
 * @param result what came back, in the operation's shape
 */
function verifyPayloads(path: string, body: string, result: unknown, signer: Signer): Verification[] {
  const { parameters } = submittedBody.parse(JSON.parse(body));
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

type Transaction = Extract<Outcome, { state: 'completed' }>['transaction'];

/** What came back, and what was checked about it. */
export interface VerifiedResult {
  readonly result: z.core.util.JSONType;
  readonly verifications: Verification[];
  readonly transaction: Transaction;
}

/**
 * Checks the result of a completed activity against what was previewed. A check that fails is part of the answer and
 * not an exception: the operator has to see what came back.
 * @param body the exact request, as text
 */
export function verifyResult(
  operation: SubmitOperation,
  activity: Pick<Activity, 'fingerprint' | 'result'>,
  body: string,
  expectation: Expectation,
): VerifiedResult {
  const given = activity.result?.[operation.result] ?? null;
  const result = anyJson.parse(given);
  const fingerprint = fingerprintOf(toUtf8(body));
  const verifications: Verification[] = [
    {
      name: 'Same request',
      passed: activity.fingerprint === fingerprint,
      detail:
        activity.fingerprint === fingerprint
          ? `The answer carries the fingerprint of the stamped bytes, ${fingerprint}.`
          : `The answer carries the fingerprint ${activity.fingerprint}; the stamped bytes have ${fingerprint}.`,
    },
  ];
  const parsed = operation.output.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const detail = `The service’s result is not what ${operation.path} gives: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
    return {
      result,
      verifications: [...verifications, { name: 'Result', passed: false, detail }],
      transaction: null,
    };
  }
  if (expectation.kind === 'payloadSignedBy') {
    verifications.push(...verifyPayloads(operation.path, body, given, expectation));
    return { result, verifications, transaction: null };
  }
  if (expectation.kind === 'imported') {
    const check = compareAddresses(parsed.data, expectation.addresses);
    return { result, verifications: [...verifications, check], transaction: null };
  }
  if (operation.path !== signTransaction.path || expectation.kind !== 'signedBy') {
    return { result, verifications, transaction: null };
  }
  const { signedTransaction: signed } = signTransaction.output.parse(given);
  const { parameters } = transactionBody.parse(JSON.parse(body));
  const chain = chainOf(parameters.type);
  const { address, publicKey } = expectation;
  const signer = { address, ...(publicKey === undefined ? {} : { publicKey }) };
  verifications.push(...chain.verify({ unsigned: parameters.unsignedTransaction, signed, signer }));
  return { result, verifications, transaction: describeSigned(chain, signed) };
}

const imported = z.object({
  addresses: z.array(
    z.union([z.string(), z.object({ address: z.string() }).transform(({ address }) => address)]),
  ),
});

/** The addresses of an imported key or wallet against those that were shown before; their order says nothing. */
function compareAddresses(result: unknown, shown: readonly string[]): Verification {
  const given = imported.safeParse(result).data?.addresses ?? [];
  const passed = given.length === shown.length && [...given].sort().join() === [...shown].sort().join();
  return {
    name: 'Addresses',
    passed,
    detail: passed
      ? 'The service derived the addresses that were shown before.'
      : `The service derived ${given.join(', ') || 'no address'}; shown before: ${shown.join(', ') || 'none'}.`,
  };
}

function describeSigned(chain: Chain, signed: string): Transaction {
  try {
    return { ...chain.describeSigned(signed), forms: [...chain.sendForms(signed)] };
  } catch (error) {
    // Not a transaction: the verifications say so.
    if (error instanceof AppError) return null;
    throw error;
  }
}
