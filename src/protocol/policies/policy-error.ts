import { defineErrors } from '../define-errors.ts';
import { AppError } from '../error.ts';

/** A policy expression that cannot be read or evaluated: where, and why. */
export class PolicyError extends AppError {
  /** The character the error is about; the first one is 1. */
  readonly position: number;
  /** The message without the place. */
  readonly reason: string;

  constructor(code: string, at: number, message: string, remedy: string) {
    super(code, `${message} (character ${at + 1})`, remedy);
    this.position = at + 1;
    this.reason = message;
  }
}

const LANGUAGE = 'See docs/policies.md for the language.';

/** What is wrong with an expression; `at` is where, and 0 is its first character. */
export const policyError = defineErrors(
  {
    POLICY_SYNTAX_INVALID: ['{message}', '{remedy}'],
    POLICY_TOO_LARGE: ['{message}', 'Break the policy into several.'],
    POLICY_TYPE_MISMATCH: ['{message}', LANGUAGE],
    POLICY_EVALUATION_FAILED: [
      '{message}',
      'No clause is skipped: break the policy up so that each part fits the requests it is for.',
    ],
  },
  ({ code, message, remedy }, { at }: { readonly at: number }) => new PolicyError(code, at, message, remedy),
);

/** What stands at `at` (0 is the first character) is not part of the language. */
export const syntaxError = (at: number, message: string, remedy = LANGUAGE): PolicyError =>
  policyError('POLICY_SYNTAX_INVALID', { at, message, remedy });

/** Something is larger than a policy may be. */
export const tooLarge = (at: number, message: string): PolicyError =>
  policyError('POLICY_TOO_LARGE', { at, message });

/** An operator or function is given what it does not take. */
export const typeMismatch = (at: number, message: string): PolicyError =>
  policyError('POLICY_TYPE_MISMATCH', { at, message });

/** Of the engines that make stack traces. */
const traces = Error as { stackTraceLimit?: number };

/**
 * The expression was fine, and its evaluation against this request was not. Most policies are for other requests and end so: a
 * stack trace of each would take several times as long as its evaluation.
 */
export function evaluationError(at: number, message: string): PolicyError {
  const { stackTraceLimit } = traces;
  if (stackTraceLimit !== undefined) traces.stackTraceLimit = 0;
  try {
    return policyError('POLICY_EVALUATION_FAILED', { at, message });
  } finally {
    if (stackTraceLimit !== undefined) traces.stackTraceLimit = stackTraceLimit;
  }
}
