// What a thread runs that works with keys (key-threads.ts): one message, one answer, and nothing kept between two.
import { parentPort } from 'node:worker_threads';
import { createNativeCurves } from '#native/curves.ts';
import { installCurves } from '#protocol/curves.ts';
import { AppError } from '#protocol/error.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import { ItemError, KEY_WORK, type KeyWork } from './key-work.ts';

/** A slice of work, as it is sent. */
export interface ThreadMessage {
  readonly kind: keyof KeyWork;
  /** Transferred: the bytes are this thread's from now on, and wiped when it answers. */
  readonly secret: Uint8Array;
  readonly items: readonly unknown[];
}

/** What a slice comes to: `secret` is transferred, `fault` an error of ours. */
export type ThreadAnswer =
  | { readonly value: unknown }
  | { readonly secret: Uint8Array }
  | {
      readonly fault: { readonly code: string; readonly message: string; readonly remedy: string };
      readonly index: number;
    }
  | { readonly unexpected: string };

function answerTo({ kind, secret, items }: ThreadMessage): ThreadAnswer {
  const lent = new Secret(secret);
  try {
    // The pool sends what belongs to the kind.
    const value = KEY_WORK[kind](lent, items as never);
    if (!(value instanceof Secret)) return { value };
    const bytes = value.use(copySecret);
    value.wipe();
    return { secret: bytes };
  } catch (error) {
    const [cause, index] = error instanceof ItemError ? [error.cause, error.index] : [error, 0];
    if (!(cause instanceof AppError))
      return { unexpected: cause instanceof Error ? cause.message : 'unknown reason' };
    const { code, message, remedy } = cause;
    return { fault: { code, message, remedy }, index };
  } finally {
    lent.wipe();
  }
}

installCurves(createNativeCurves());
parentPort?.on('message', (message: ThreadMessage) => {
  const answer = answerTo(message);
  parentPort?.postMessage(answer, 'secret' in answer ? [answer.secret.buffer as ArrayBuffer] : []);
});
