import { ServiceRefusal } from './service-refusal.ts';

/** Below this a difference is of no account: a Date header has whole seconds, and answers take their time. */
const NOTABLE_MS = 60_000;

/** "1 h 3 min" out of milliseconds, whatever their sign. */
function describeDuration(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/**
 * Says in a refusal for its time how far the clocks are apart.
 * @param offsetMs the service's clock minus this machine's; null when not known
 */
export function explainTime(error: ServiceRefusal, offsetMs: number | null): ServiceRefusal {
  if (error.code !== 'INVALID_TIME' || offsetMs === null || Math.abs(offsetMs) < NOTABLE_MS) return error;
  const direction = offsetMs > 0 ? 'behind' : 'ahead of';
  return new ServiceRefusal(
    error.code,
    `This computer’s clock is ${describeDuration(offsetMs)} ${direction} the service’s, so the service refused the request’s time.`,
    'Correct this computer’s clock (turn on automatic time), then try again.',
    {
      delivery: 'not-sent',
      ...(error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus }),
      refusalBody: error.refusalBody,
      cause: error,
    },
  );
}
