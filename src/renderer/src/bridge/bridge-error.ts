import type { RefusalBody } from '#preload/contract/call.ts';
import { defineErrors } from '#protocol/define-errors.ts';

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

/** What the window refuses by itself. */
export const windowError = defineErrors(
  {
    WINDOW: ['{message}', 'Try again; if it happens again, restart the console.'],
    NO_BRIDGE: ['This page has no console behind it.', 'Start the console with npm start.'],
    NO_USER: [
      'The service has not yet said which user the current credential belongs to.',
      'Wait until the service answers, then try again.',
    ],
  },
  ({ code, message, remedy }) => new BridgeError(code, message, remedy),
);

/** The refusal behind anything thrown, in words that can be shown. */
export function asBridgeError(thrown: unknown): BridgeError {
  if (thrown instanceof BridgeError) return thrown;
  const message = thrown instanceof Error ? thrown.message : 'Something failed that has no name.';
  return windowError('WINDOW', { message });
}
