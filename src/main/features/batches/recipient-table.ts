import type { BatchRecipient } from '#preload/contract/batch-pages.ts';
import { formatAsset } from '#chains/model/amounts.ts';
import type { Asset } from '#chains/model/totals.ts';
import type { EarlierPayments } from './earlier-payments.ts';
import { Mentions } from './address-index.ts';
import type { Payment } from './plain-payment.ts';

interface Row {
  readonly address: string;
  readonly network: string;
  payments: number;
  readonly sums: Map<string, { readonly asset: Asset; amount: bigint }>;
  /** Lines that send it something whose amount is with the line alone. */
  readonly elsewhere: Mentions;
}

/** Everybody whom the transactions of a batch send something to, with what they get. */
export class RecipientTable {
  readonly #rows = new Map<string, Row>();
  readonly #addresses = new Map<string, { readonly networks: Set<string>; readonly mentions: Mentions }>();

  /** How many addresses, on whatever network. */
  get size(): number {
    return this.#addresses.size;
  }

  /** Each address with its networks and how often it is sent to, in the order in which they came. */
  list(): {
    readonly address: string;
    readonly networks: ReadonlySet<string>;
    readonly mentions: Mentions;
  }[] {
    return [...this.#addresses].map(([address, seen]) => ({ address, ...seen }));
  }

  add(line: number, network: string, address: string, payment: Payment | null): void {
    const name = `${network}\n${address}`;
    const row = this.#rows.get(name) ?? {
      address,
      network,
      payments: 0,
      sums: new Map<string, { asset: Asset; amount: bigint }>(),
      elsewhere: new Mentions(),
    };
    this.#rows.set(name, row);
    const seen = this.#addresses.get(address) ?? { networks: new Set<string>(), mentions: new Mentions() };
    this.#addresses.set(address, seen);
    seen.networks.add(network);
    seen.mentions.add(line);
    if (payment === null) {
      row.elsewhere.add(line);
      return;
    }
    row.payments += 1;
    const id = payment.asset.id ?? '';
    const sum = row.sums.get(id) ?? { asset: payment.asset, amount: 0n };
    row.sums.set(id, sum);
    sum.amount += payment.amount;
  }

  /** The rows as the surface draws them: those who are new first, then others who were paid before, then ours. */
  rows(
    nameOf: (address: string) => string | undefined,
    noteOf: (address: string) => string | undefined,
    wasPaid: EarlierPayments['wasPaid'],
  ): BatchRecipient[] {
    const rows = [...this.#rows.values()].map(({ address, network, payments, sums, elsewhere }) => {
      const name = nameOf(address) ?? null;
      const notes = [
        noteOf(address),
        elsewhere.count === 0 ? undefined : `${elsewhere.words}: see above`,
      ].filter((each) => each !== undefined);
      return {
        address,
        network,
        name,
        ...(wasPaid(network, address) ? { wasPaid: true } : {}),
        payments,
        sums: [...sums.values()].map(({ asset, amount }) => formatAsset(asset, amount)),
        ...(notes.length === 0 ? {} : { note: notes.join('. ') }),
      };
    });
    const rank = (row: BatchRecipient): number =>
      (row.note === undefined ? 1 : 0) + (row.name === null ? (row.wasPaid === true ? 2 : 0) : 4);
    return rows.sort((one, other) => rank(one) - rank(other));
  }
}
