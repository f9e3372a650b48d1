const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** A day in this machine's time zone, for example `21 Nov 2026`; takes ms since the epoch. */
export const formatDay = (ms: number): string => day.format(ms);

/** A minute in this machine's time zone, for example `21 Nov 2026, 09:30`; takes ms since the epoch. */
export const formatMinute = (ms: number): string => minute.format(ms);

/** Time left in words: "about 2 s left", "about 3 min left"; nothing where it is not known. */
export function timeLeft(msLeft: number | null): string {
  if (msLeft === null) return '';
  const seconds = Math.max(1, Math.round(msLeft / 1000));
  if (seconds < 90) return `about ${seconds} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
