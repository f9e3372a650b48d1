/** What ends later than this is said by its date alone: a countdown of days tells nothing. */
export const COUNTED_MS = 86_400_000;

/** Minutes and seconds, for example `4:05`, with hours before them from one on; never below zero. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const end = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${end}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${end}`;
}

const two = (count: number): string => String(count).padStart(2, '0');
