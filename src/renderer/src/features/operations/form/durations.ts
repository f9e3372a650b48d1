/** Seconds in a unit, the largest first. */
export const UNITS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;
export type Unit = keyof typeof UNITS;

const isCount = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** The unit in which seconds, as decimal text, are a whole number; minutes for no number. */
export function durationUnitOf(seconds: string): Unit {
  if (!isCount(seconds)) return 'minutes';
  const units = Object.entries(UNITS) as [Unit, number][];
  return units.find(([, size]) => Number(seconds) % size === 0)?.[0] ?? 'seconds';
}

/** Seconds as a count of a unit; what is no whole number of it is given back as decimals, and no number as it is. */
export const inUnit = (seconds: string, unit: Unit): string =>
  isCount(seconds) ? String(Number(seconds) / UNITS[unit]) : seconds;

/** A count of a unit as seconds, as decimal text; what is no count stays as it is, for the schema to refuse. */
export function toSeconds(count: string, unit: Unit): string {
  const seconds = /^\d{1,10}(?:\.\d{1,10})?$/.test(count) ? Number(count) * UNITS[unit] : Number.NaN;
  return Number.isInteger(seconds) ? String(seconds) : count;
}
