import type { Outcome, Verification } from '#preload/contract/requests.ts';
import { fingerprintOf, type Activity } from '#protocol/activity.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { type Chain, chainOf } from '#chains/chains.ts';
import { z } from 'zod';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Expectation } from '../previews/module.ts';
import { verifyPayloads } from './verify-payloads.ts';

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
  activity: Activity,
  body: string,
  expectation: Expectation,
): VerifiedResult {
  const given = activity.result?.[operation.result] ?? null;
  const result = z.json().parse(given);
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
  const { parameters } = z.object({ parameters: signTransaction.parameters }).parse(JSON.parse(body));
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
    return chain.describeSigned(signed);
  } catch (error) {
    // Not a transaction: the verifications say so.
    if (error instanceof AppError) return null;
    throw error;
  }
}
