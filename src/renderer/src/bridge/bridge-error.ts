import type { RefusalBody } from '../../../preload/contract/service-refusal.ts';

/** A call that the privileged side refused: a stable code, what happened, and what to do next. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: string;
  readonly remedy: string;

  /** What the service said, where it was the one that refused. */
  readonly service: RefusalBody | undefined;

  constructor(code: string, message: string, remedy: string, service?: RefusalBody) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.service = service;
  }
}

/** The refusal behind anything thrown, in words that can be shown. */
export function asBridgeError(thrown: unknown): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const message = thrown instanceof Error ? thrown.message : 'Something failed that has no name.';
  return new BridgeError('WINDOW', message, 'Try again; if it happens again, restart the console.');
}
