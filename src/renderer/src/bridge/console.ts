import type { ConsoleContract } from '#preload/contract.ts';
import type { Api, Envelope, RefusalBody } from '#preload/contract/call.ts';
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
    CODE_UNREAD: [
      'Part of this window can’t be loaded.',
      'Try again: the window is loaded anew. If it happens again, check the disk, then install the console again.',
    ],
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

/** The privileged side as the window sees it: calls that resolve or throw a BridgeError, and news. */
export type ConsoleApi = Api<ConsoleContract>;

type Member = (argument?: unknown) => unknown;
/** What the preload puts on the window: the same names, with calls that resolve to envelopes. */
export type ExposedBridge = Readonly<Record<string, Readonly<Record<string, Member>>>>;

/**
 * Opens the envelopes of an exposed bridge. Outputs were parsed on the privileged side, so none are parsed here.
 * Calls give promises, subscriptions give functions: which is which shows in what comes back.
 */
export function connect(exposed: ExposedBridge): ConsoleApi {
  const areas = Object.entries(exposed).map(([area, members]) => [
    area,
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, opened(member)])),
  ]);
  return Object.fromEntries(areas) as ConsoleApi;
}

const opened =
  (member: Member): Member =>
  (argument) => {
    const answer = member(argument);
    return isPromise(answer) ? answer.then(unwrapEnvelope) : answer;
  };

// A promise out of the preload's world need not be an instance of this world's Promise.
const isPromise = (answer: unknown): answer is Promise<Envelope> =>
  typeof answer === 'object' && answer !== null && 'then' in answer;

/** What a call answered. @throws BridgeError what it was refused with */
export function unwrapEnvelope(envelope: Envelope): unknown {
  if (envelope.ok) return envelope.value;
  throw new BridgeError(envelope.code, envelope.message, envelope.remedy, envelope.service);
}

let connected: ConsoleApi | undefined;

/**
 * The console behind this window.
 * @throws BridgeError `NO_BRIDGE` in a page that no host opened
 */
export function getConsole(): ConsoleApi {
  if (connected) return connected;
  const { keyops } = globalThis as { readonly keyops?: ExposedBridge };
  if (!keyops) {
    throw windowError('NO_BRIDGE');
  }
  connected = connect(keyops);
  return connected;
}

/** Puts another console behind the window; tests give their double. */
export function replaceConsole(api: ConsoleApi): void {
  connected = api;
}
