import { formatUnits } from './amounts.ts';

/** An exact amount: `atoms` of which the last `decimals` digits stand after the point. */
export interface Quantity {
  readonly atoms: bigint;
  readonly decimals: number;
}

const AMOUNT = /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d+))? (.+)$/;

/**
 * Reads an amount as readings write it, for example "1,234.5 ETH"; they never round.
 * @returns the number and its unit, or undefined where the text is no number with a unit, such as "unlimited USDC"
 */
export function readQuantity(text: string): (Quantity & { readonly unit: string }) | undefined {
  const [, sign = '', whole = '', fraction = '', unit = ''] = AMOUNT.exec(text) ?? [];
  if (unit === '') return undefined;
  const atoms = BigInt(whole.replaceAll(',', '') + fraction);
  return { atoms: sign === '' ? atoms : -atoms, decimals: fraction.length, unit };
}

/** The same amount with more digits after the point. */
const widened = ({ atoms, decimals }: Quantity, to: number): bigint => atoms * 10n ** BigInt(to - decimals);

/** The sum of two amounts of one unit. */
export function sumOf(one: Quantity, other: Quantity): Quantity {
  const decimals = Math.max(one.decimals, other.decimals);
  return { atoms: widened(one, decimals) + widened(other, decimals), decimals };
}

/** Below 0 where the first amount is the smaller one, above where it is the larger; for sorting. */
export function compareQuantities(one: Quantity, other: Quantity): number {
  const decimals = Math.max(one.decimals, other.decimals);
  const difference = widened(one, decimals) - widened(other, decimals);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** An amount so many times. */
export const timesOf = ({ atoms, decimals }: Quantity, factor: bigint): Quantity => ({
  atoms: atoms * factor,
  decimals,
});

/** The amount as readings write it, with its unit. */
export const quantityText = ({ atoms, decimals }: Quantity, unit: string): string =>
  `${atoms < 0n ? '-' : ''}${formatUnits(atoms < 0n ? -atoms : atoms, decimals)} ${unit}`;
