import { createHash, randomUUID } from 'node:crypto';
import { transactionAsHex } from '#chains/transaction-input.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { type SubmitOperation, submitBody } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { pendingSame } from '../../governance/votes/pending-same.ts';
import type { Clock } from '../../platform/clock.ts';
import { readParameters, submitOperation } from '../../service-client/request-parts.ts';
import {
  type Expectation,
  type PreviewMaker,
  type PreviewReads,
  expiryWarnings,
  previewMakerOf,
} from '../previews/module.ts';
import { requestError } from './errors.ts';
import type { ResultHandler } from './sent-request.ts';

/** A request that is ready to be reviewed: the preview, and the very bytes that it is a preview of. */
export interface Prepared {
  readonly id: string;
  readonly preview: Preview;
  readonly operation: SubmitOperation;
  readonly body: Uint8Array;
  readonly session: SigningContext;
  readonly expectation: Expectation;
  readonly resultHandler?: ResultHandler | undefined;
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
  readonly resultHandler?: ResultHandler | undefined;
  /** What says what it does, where the operation's own view cannot: without what it would have to ask for. */
  readonly maker?: PreviewMaker;
}): Promise<Prepared> {
  const { session, clock } = options;
  const operation = submitOperation(options.operation);
  const parameters = inServiceForm(operation, readParameters(operation, options.parameters));
  const parts = await (options.maker ?? previewMakerOf(operation))(parameters, {
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
    ...((parts.verifiesUser ?? operation.importsSecrets) ? { verifiesUser: true as const } : {}),
    summary: operation.summary,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + options.previewMs,
    sentence: parts.sentence,
    facts: parts.facts,
    warnings: [...expiryWarnings(parts.reading, nowMs), ...parts.warnings, ...same.warnings],
    pending: same.pending,
    reading: parts.reading,
    ...(parts.wants === undefined ? {} : { wants: parts.wants }),
    ...(parts.vote === undefined ? {} : { vote: parts.vote }),
    body: text,
    digest: createHash('sha256').update(body).digest('hex'),
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
    resultHandler: options.resultHandler,
  };
}

/** A transaction goes out as hex, in whatever form it came. */
function inServiceForm(operation: SubmitOperation, parameters: unknown): unknown {
  if (operation.path !== signTransaction.path) return parameters;
  const given = signTransaction.parameters.parse(parameters);
  return { ...given, unsignedTransaction: transactionAsHex(given.unsignedTransaction) };
}

/** More previews than anybody has open; the oldest goes first. */
const KEPT = 50;

/** Prepared requests by their preview's id, until they are reviewed, discarded or too old. */
interface PreparedRequests {
  keep(prepared: Prepared): void;
  /** Takes one out, for one review, with how long it still counts, in ms. @throws AppError `PREVIEW_UNKNOWN`, `PREVIEW_EXPIRED` */
  take(id: string): { readonly prepared: Prepared; readonly leftMs: number };
  /** Reads one, which stays. @throws AppError `PREVIEW_UNKNOWN`, `PREVIEW_EXPIRED` */
  find(id: string): Prepared;
  discard(id: string): void;
  /** Drops all of them, or those alone. */
  clear(which?: (prepared: Prepared) => boolean): void;
}

/**
 * @param steadyMs a clock that nobody can set: where the other one was set back, it is what ends a preview
 */
export function createPreparedRequests(clock: Pick<Clock, 'now'>, steadyMs: () => number): PreparedRequests {
  const kept = new Map<string, { readonly prepared: Prepared; readonly keptAtMs: number }>();
  const drop = (id: string): void => {
    kept.get(id)?.prepared.resultHandler?.onAbandoned();
    kept.delete(id);
  };
  const read = (id: string) => {
    const found = kept.get(id);
    if (found === undefined) throw requestError('PREVIEW_UNKNOWN');
    const { prepared, keptAtMs } = found;
    const { createdAtMs, expiresAtMs } = prepared.preview;
    const endMs = keptAtMs + expiresAtMs - createdAtMs;
    return { prepared, leftMs: Math.min(expiresAtMs - clock.now(), endMs - steadyMs()) };
  };
  return {
    keep: (prepared) => {
      const [oldest] = kept.keys();
      if (kept.size >= KEPT && oldest !== undefined) drop(oldest);
      kept.set(prepared.id, { prepared, keptAtMs: steadyMs() });
    },
    take: (id) => {
      const found = read(id);
      kept.delete(id);
      if (found.leftMs > 0) return found;
      found.prepared.resultHandler?.onAbandoned();
      throw requestError('PREVIEW_EXPIRED');
    },
    find: (id) => {
      const { prepared, leftMs } = read(id);
      if (leftMs <= 0) throw requestError('PREVIEW_EXPIRED');
      return prepared;
    },
    discard: drop,
    clear: (which = () => true) => {
      for (const [id, { prepared }] of [...kept]) if (which(prepared)) drop(id);
    },
  };
}
