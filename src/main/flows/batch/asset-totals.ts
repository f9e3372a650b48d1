import type { Payment } from '../../../protocol/chains/payments.ts';
import { compareQuantities, sumOf, timesOf } from '../../../protocol/chains/quantity.ts';
import type { Quantity } from '../../../protocol/chains/quantity.ts';

/** Who gets a payment, where the bytes do not say it. */
export const UNNAMED_RECIPIENT = 'an account of a lookup table';

/** A payment with the line that makes it. */
export interface PaymentOfLine extends Payment {
  readonly line: number;
}

/** Everything that a batch pays in one asset of one network. */
export interface AssetTotal {
  readonly network: string;
  readonly unit: string;
  readonly token: string | null;
  readonly total: Quantity;
  readonly median: Quantity;
  /** The largest first. */
  readonly payments: readonly PaymentOfLine[];
  /** Those of more than {@link OUTLIER_FACTOR} times the median; none where there are too few to compare. */
  readonly outliers: readonly PaymentOfLine[];
}

/** An amount of more than so many medians stands out. */
export const OUTLIER_FACTOR = 10n;
/** With fewer payments than these nothing stands out. */
const COMPARABLE = 5;

/** Adds payments up by asset; the assets with the most payments first. */
export class AssetTotals {
  readonly #assets = new Map<string, { network: string; payments: PaymentOfLine[] }>();

  add(network: string, payment: PaymentOfLine): void {
    const name = JSON.stringify([network, payment.unit, payment.token]);
    const asset = this.#assets.get(name) ?? { network, payments: [] };
    this.#assets.set(name, asset);
    asset.payments.push(payment);
  }

  list(): AssetTotal[] {
    return [...this.#assets.values()]
      .sort((one, other) => other.payments.length - one.payments.length)
      .flatMap(({ network, payments }) => totalOf(network, payments));
  }
}

function totalOf(network: string, given: readonly PaymentOfLine[]): AssetTotal[] {
  const payments = [...given].sort((one, other) => compareQuantities(other.amount, one.amount));
  const middle = payments[Math.floor(payments.length / 2)];
  if (middle === undefined) return [];
  const limit = timesOf(middle.amount, OUTLIER_FACTOR);
  return [
    {
      network,
      unit: middle.unit,
      token: middle.token,
      total: payments.reduce<Quantity>((sum, { amount }) => sumOf(sum, amount), { atoms: 0n, decimals: 0 }),
      median: middle.amount,
      payments,
      outliers:
        payments.length < COMPARABLE
          ? []
          : payments.filter(({ amount }) => compareQuantities(amount, limit) > 0),
    },
  ];
}
