import type { Api, Envelope } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { BridgeError, windowError } from './bridge-error.ts';

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
    return isPromise(answer) ? answer.then(openEnvelope) : answer;
  };

// A promise out of the preload's world need not be an instance of this world's Promise.
const isPromise = (answer: unknown): answer is Promise<Envelope> =>
  typeof answer === 'object' && answer !== null && 'then' in answer;

/** What a call answered. @throws BridgeError what it was refused with */
export function openEnvelope(envelope: Envelope): unknown {
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
