import type { Asset } from './totals.ts';

const GROUP = /\B(?=(?:\d{3})+$)/g;

/** Decimal digits with a comma between thousands. */
export const grouped = (value: bigint): string => value.toString().replace(GROUP, ',');

/**
 * Writes an integer amount exactly, without rounding.
 * @param atoms the amount in its smallest unit
 * @param decimals how many of its digits stand after the point
 * @param shown how many digits after the point to show even when they are zero
 */
export function formatUnits(atoms: bigint, decimals: number, shown = 0): string {
  if (atoms < 0n) return `-${formatUnits(-atoms, decimals, shown)}`;
  const scale = 10n ** BigInt(decimals);
  const fraction = (atoms % scale).toString().padStart(decimals, '0');
  const digits = decimals === 0 ? '' : fraction.replace(/0+$/, '').padEnd(Math.min(shown, decimals), '0');
  return digits === '' ? grouped(atoms / scale) : `${grouped(atoms / scale)}.${digits}`;
}

/** Digits of a token's amount that are always shown after the point, where it has as many: "1,000.00 USDC". */
const TOKEN_DIGITS = 2;

/**
 * The one form of an amount of a token or of a currency, everywhere: grouped, exact, two digits after the point at
 * least, no zeros behind those. A network's own coin has no zeros behind the point at all ({@link formatUnits}).
 */
export const formatTokenUnits = (atoms: bigint, decimals: number): string =>
  formatUnits(atoms, decimals, TOKEN_DIGITS);

const SPANS = [
  ['day', 86_400n],
  ['hour', 3600n],
  ['minute', 60n],
  ['second', 1n],
] as const;

/** A length of time in seconds in words, exactly: "1 day", "2 hours 30 minutes". */
export function formatDuration(seconds: bigint): string {
  let left = seconds;
  const parts = SPANS.flatMap(([name, length]) => {
    const count = left / length;
    left %= length;
    return count === 0n ? [] : [`${grouped(count)} ${name}${count === 1n ? '' : 's'}`];
  });
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

/** The first second of year 1. */
const FIRST_SECOND = -62_135_596_800n;

/** A time in seconds since the epoch as people read it, in UTC. */
export function formatTime(seconds: bigint): string {
  if (seconds > 8_640_000_000_000n) return 'never';
  if (seconds < FIRST_SECOND) return 'before the year 1';
  return new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

const WRITTEN_TIME = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/;

/** The time that {@link formatTime} wrote, in ms since the epoch; undefined for any other text, "never" among them. */
export function parseTime(written: string): number | undefined {
  const [, day, time] = WRITTEN_TIME.exec(written) ?? [];
  const ms = day === undefined || time === undefined ? NaN : Date.parse(`${day}T${time}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The digits of an amount of an asset: as a coin's or as a token's. */
export function formatDigits({ id, symbol }: Asset, decimals: number, amount: bigint): string {
  const isCoin = id === undefined && symbol !== 'USD';
  return isCoin ? formatUnits(amount, decimals) : formatTokenUnits(amount, decimals);
}

/** An amount of an asset for people: with its symbol, or in its smallest unit where nothing says more. */
export function formatAsset(asset: Asset, amount: bigint): string {
  const { symbol, decimals } = asset;
  if (decimals === undefined) return `${grouped(amount)} atomic units`;
  return `${formatDigits(asset, decimals, amount)} ${symbol ?? 'tokens'}`;
}
