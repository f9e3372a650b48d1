import { randomUUID } from 'node:crypto';
import type { Preview } from '../../preload/contract.ts';
import { operationByPath } from '../../protocol/catalogue/find.ts';
import { submitBody } from '../../protocol/catalogue/operation.ts';
import type { SubmitOperation } from '../../protocol/catalogue/operation.ts';
import { sha256Hex, toUtf8 } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';
import type { Clock } from '../clock.ts';
import type { Session } from '../session.ts';
import { previewMakerOf } from './previews/maker-of.ts';
import type { Expectation, PreviewContext } from './previews/preview-maker.ts';

/** A request that is ready to be reviewed: the preview, and the very bytes that it is a preview of. */
export interface Prepared {
  readonly id: string;
  readonly preview: Preview;
  readonly operation: SubmitOperation;
  readonly body: Uint8Array;
  readonly session: Session;
  readonly expectation: Expectation;
}

/**
 * Validates parameters, builds the exact body, and says what it would do. Nothing is stamped.
 * @throws ProtocolError `OPERATION_UNKNOWN`, `PARAMETERS_INVALID`, and those of the operation's own reading
 */
export async function prepare(options: {
  readonly operation: string;
  readonly parameters: unknown;
  readonly session: Session;
  readonly clock: Clock;
  readonly previewMs: number;
  readonly listPrivateKeys: PreviewContext['listPrivateKeys'];
}): Promise<Prepared> {
  const { session, clock } = options;
  const operation = submitOperation(options.operation);
  const parsed = operation.parameters.safeParse(options.parameters);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'The parameters' : issue.path.join('.');
    throw new ProtocolError(
      'PARAMETERS_INVALID',
      `${where}: ${issue?.message ?? 'wrong shape'}`,
      'Correct the value.',
    );
  }
  const parts = await previewMakerOf(operation)(parsed.data, {
    operation,
    listPrivateKeys: options.listPrivateKeys,
  });
  const nowMs = clock.now();
  const text = submitBody(operation, session.profile.organizationId, nowMs, parsed.data);
  const body = toUtf8(text);
  const id = randomUUID();
  const { label, publicKey, curve } = session.credential;
  const preview: Preview = {
    id,
    operation: operation.path,
    effect: operation.effect,
    summary: operation.summary,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + options.previewMs,
    sentence: parts.sentence,
    facts: parts.facts,
    warnings: parts.warnings,
    reading: parts.reading,
    body: text,
    digest: sha256Hex(body),
    credential: { label, publicKey, curve },
    profile: { ...session.profile },
  };
  return { id, preview, operation, body, session, expectation: parts.expectation };
}

/** The submit operation of a path. @throws ProtocolError `OPERATION_UNKNOWN` */
export function submitOperation(path: string): SubmitOperation {
  const operation = operationByPath(path);
  if (operation?.kind === 'submit') return operation;
  throw new ProtocolError(
    'OPERATION_UNKNOWN',
    'There is no such operation that makes an activity.',
    'Choose one of the list.',
  );
}
