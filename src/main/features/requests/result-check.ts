import { z } from 'zod';
import { chainOf } from '#chains/chains.ts';
import { paidBy } from '#chains/model/recipients.ts';
import type { Activity } from '#protocol/activity.ts';
import { signRawPayload, signRawPayloads, signTransaction } from '#protocol/catalogue/signing.ts';
import type { Expectation } from '../previews/module.ts';
import { type VerifiedResult, verifyResult } from './verify-result.ts';

/** Whose results take long to check. */
const OPERATIONS = [signTransaction, signRawPayload, signRawPayloads];

/** A result and what it is checked against, as plain data. */
export interface ResultCheck {
  /** The operation's path. */
  readonly path: string;
  readonly activity: Pick<Activity, 'fingerprint' | 'result'>;
  /** The exact request, as text. */
  readonly body: string;
  readonly expectation: Expectation;
}

/** What a check came to. */
export interface CheckedResult {
  readonly verified: VerifiedResult;
  /** Whom a transaction pays, where every check passed and somebody is to be known by it. */
  readonly paid?: readonly string[];
}

/** Whether an operation's results are worth a thread. */
export const isWorthThread = (path: string): boolean => OPERATIONS.some((each) => each.path === path);

const submitted = z.looseObject({ parameters: signTransaction.parameters });

/** Checks a result as `verifyResult` does, and reads whom its transaction pays; needs nothing of the console. */
export function checkResult({ path, activity, body, expectation }: ResultCheck): CheckedResult {
  const operation = OPERATIONS.find((each) => each.path === path);
  if (operation === undefined) throw new Error(`No thread checks ${path}.`);
  const verified = verifyResult(operation, activity, body, expectation);
  if (operation !== signTransaction || expectation.kind !== 'signedBy') return { verified };
  if (!verified.verifications.every(({ passed }) => passed)) return { verified };
  const { unsignedTransaction, type } = submitted.parse(JSON.parse(body)).parameters;
  const { address, publicKey } = expectation;
  const signer = { address, ...(publicKey === undefined ? {} : { publicKey }) };
  return { verified, paid: paidBy(chainOf(type).read(unsignedTransaction, signer)) };
}
