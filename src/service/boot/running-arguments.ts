import { startError } from './errors.ts';

/** The options of those who run the service: how it ends, and what it tells them. */
export const RUNNING_OPTIONS = {
  'drain-seconds': { type: 'string' },
} as const;

/** What was given of them. */
interface Given {
  readonly 'drain-seconds'?: string | undefined;
}

/** How the service ends; what is left out stays as on the desktop. */
export interface RunningArguments {
  /** So long requests are still carried out after the signal to end, in milliseconds. */
  readonly leavingMs?: number;
}

/** A balancer that hasn't looked for longer has forgotten the service. */
const MOST_SECONDS = 300;

/**
 * Reads how the service is run.
 * @throws AppError `ARGUMENTS_INVALID`
 */
export function readRunning(given: Given): RunningArguments {
  const seconds = given['drain-seconds'];
  if (seconds === undefined) return {};
  if (!/^\d{1,3}$/.test(seconds) || Number(seconds) > MOST_SECONDS)
    throw startError('ARGUMENTS_INVALID.number', {
      ...{ name: 'drain-seconds', least: 0, most: MOST_SECONDS, text: seconds },
    });
  return { leavingMs: Number(seconds) * 1000 };
}
