/** Makes a formatter when it is first asked: to make the first one of a start takes the engine 16 ms. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat(locale, options));
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const day = formatter('en-GB', DAY);
const minute = formatter('en-GB', { ...DAY, ...CLOCK });
const hour = formatter('en-GB', CLOCK);
const second = formatter('en-GB', { ...DAY, ...CLOCK, second: '2-digit' });
// Each language has names for the zones of its own countries, and counts hours for the rest.
const zones = ['en-GB', 'en-US'].map((locale) => formatter(locale, { timeZoneName: 'short' }));

/** The short name of this machine's time zone at a time: "PST", "CET", or "GMT+5:30" where it has none. */
function zoneAt(ms: number): string {
  const names = zones.flatMap((zone) =>
    zone()
      .formatToParts(ms)
      .flatMap(({ type, value }) => (type === 'timeZoneName' ? [value] : [])),
  );
  return names.find((name) => !/\d/.test(name)) ?? names[0] ?? '';
}

/** A day in this machine's time zone, for example `21 Nov 2026`; takes ms since the epoch. */
export const formatDay = (ms: number): string => day().format(ms);

/** A minute in this machine's time zone, for example `21 Nov 2026, 09:30 CET`; takes ms since the epoch. */
export const formatMinute = (ms: number): string => `${minute().format(ms)} ${zoneAt(ms)}`;

/** An hour and minute of a day that goes without saying, for example `09:30 CET`; takes ms since the epoch. */
export const formatClock = (ms: number): string => `${hour().format(ms)} ${zoneAt(ms)}`;

/** A time exactly, as {@link formatMinute}, with its seconds where it has any; takes ms since the epoch. */
export const formatExactly = (ms: number): string =>
  ms % 60_000 === 0 ? formatMinute(ms) : `${second().format(ms)} ${zoneAt(ms)}`;

/** How old something of a day is: "of today", "1 day old"; takes ms since the epoch. A day ahead of now says so. */
export function age(ms: number, nowMs: number): string {
  const days = Math.floor((nowMs - ms) / 86_400_000);
  if (days < 0) return 'ahead of this clock';
  if (days === 0) return 'less than a day old';
  return `${days.toLocaleString('en')} ${days === 1 ? 'day' : 'days'} old`;
}

/** Time left in words: "about 2 s left", "about 3 min left"; nothing where it is not known. */
export function timeLeft(msLeft: number | null): string {
  if (msLeft === null) return '';
  const seconds = Math.max(1, Math.round(msLeft / 1000));
  if (seconds < 90) return `about ${seconds} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}

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
