import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Operation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import { STAMP_HEADER, type Signer, stamp } from '#protocol/stamp.ts';
import { clientError } from './errors.ts';

/** The submit operation of a path. @throws AppError `OPERATION_UNKNOWN` */
export function submitOperation(path: string): SubmitOperation {
  const operation = operationByPath(path);
  if (operation?.kind === 'submit') return operation;
  throw clientError('OPERATION_UNKNOWN.activity');
}

/** Parameters as an operation takes them. @throws AppError `PARAMETERS_INVALID`, naming the first wrong one */
export function readParameters(operation: Pick<Operation, 'parameters'>, given: unknown): unknown {
  const parsed = operation.parameters.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The parameters' : issue.path.join('.');
  throw clientError('PARAMETERS_INVALID', { where, why: issue?.message ?? 'wrong shape' });
}

/** The header that carries a stamp, and what it says. */
export interface StampHeader {
  readonly name: string;
  readonly value: string;
}

/** What stamps request bodies: a key of the vault, or a passkey that asks its owner each time. */
export interface Stamper {
  /** Hex, as in stamps; a passkey's is compressed P-256. */
  readonly publicKey: string;
  /** Whether every stamp asks a person, so that nothing is stamped in the background. */
  readonly asksEachTime: boolean;
  /** Stamps the exact bytes of a body. */
  stamp(body: Uint8Array): Promise<StampHeader>;
  /** Whether a stamp that was made may still be sent: not once the console was locked. Without it, always. */
  isAllowed?(): boolean;
}

/**
 * A stamper with an API key (PROTOCOL.md, section 1.1).
 * @param signer gives the key for one stamp: whether it may still be used is asked each time
 */
export const apiKeyStamper = (publicKey: string, signer: () => Promise<Signer>): Stamper => ({
  publicKey,
  asksEachTime: false,
  stamp: async (body) => ({ name: STAMP_HEADER, value: stamp(body, await signer()) }),
});

/** A stamper that asks before it reads a key or asks a person, again before its stamp is handed out, and before that is sent again. */
export const guardedStamper = (stamper: Stamper, requireAllowed: () => void): Stamper => ({
  ...stamper,
  isAllowed: () => {
    try {
      requireAllowed();
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  },
  stamp: async (body) => {
    requireAllowed();
    const made = await stamper.stamp(body);
    requireAllowed();
    return made;
  },
});
