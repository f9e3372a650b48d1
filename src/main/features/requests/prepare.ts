import { randomUUID } from 'node:crypto';
import type { Preview } from '#preload/contract/requests.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { transactionAsHex } from '#chains/transaction-input.ts';
import { pendingSame } from '../../governance/votes/pending-same.ts';
import { readParameters, submitOperation } from '../../service-client/request-parts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { ResultHandler } from './result-handler.ts';
import { expiryWarnings, previewMakerOf } from '../previews/module.ts';
import type { Expectation, PreviewReads } from '../previews/module.ts';

/** A request that is ready to be reviewed: the preview, and the very bytes that it is a preview of. */
export interface Prepared {
  readonly id: string;
  readonly preview: Preview;
  readonly operation: SubmitOperation;
  readonly body: Uint8Array;
  readonly session: SigningContext;
  readonly expectation: Expectation;
  readonly followUp?: ResultHandler | undefined;
}

/**
 * Validates parameters, builds the exact body, and says what it would do. Nothing is stamped.
 * @throws AppError `OPERATION_UNKNOWN`, `PARAMETERS_INVALID`, and those of the operation's own reading
 */
export async function prepare(options: {
  readonly operation: string;
  readonly parameters: unknown;
  readonly session: SigningContext;
  readonly clock: Clock;
  readonly previewMs: number;
  readonly reads: PreviewReads;
  readonly followUp?: ResultHandler | undefined;
}): Promise<Prepared> {
  const { session, clock } = options;
  const operation = submitOperation(options.operation);
  const parameters = inServiceForm(operation, readParameters(operation, options.parameters));
  const parts = await previewMakerOf(operation)(parameters, {
    operation,
    ...options.reads,
  });
  const same = await pendingSame(options.reads.ask, clock, operation, parameters);
  const nowMs = clock.now();
  const text = submitBody(operation, session.profile.organizationId, nowMs, parameters);
  const body = toUtf8(text);
  const id = randomUUID();
  const { label, publicKey, curve } = session.credential;
  const preview: Preview = {
    id,
    operation: operation.path,
    effect: parts.effect ?? operation.effect,
    summary: operation.summary,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + options.previewMs,
    sentence: parts.sentence,
    facts: parts.facts,
    warnings: [...expiryWarnings(parts.reading, nowMs), ...parts.warnings, ...same.warnings],
    pending: same.pending,
    reading: parts.reading,
    ...(parts.vote === undefined ? {} : { vote: parts.vote }),
    body: text,
    digest: sha256Hex(body),
    credential: { label, publicKey, curve },
    profile: { ...session.profile },
  };
  return {
    id,
    preview,
    operation,
    body,
    session,
    expectation: parts.expectation,
    followUp: options.followUp,
  };
}

/** A transaction goes out as hex, in whatever form it came. */
function inServiceForm(operation: SubmitOperation, parameters: unknown): unknown {
  if (operation.path !== signTransaction.path) return parameters;
  const given = signTransaction.parameters.parse(parameters);
  return { ...given, unsignedTransaction: transactionAsHex(given.unsignedTransaction) };
}
