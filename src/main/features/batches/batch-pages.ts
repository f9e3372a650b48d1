import { formatAsset } from '#chains/model/amounts.ts';
import type { Asset } from '#chains/model/totals.ts';
import type {
  BatchOutline,
  BatchPage,
  BatchRecipient,
  BatchTotal,
  SpelledLine,
} from '#preload/contract/requests.ts';
import type { YieldToEventLoop } from '../../platform/pacing.ts';
import type { BatchPages } from '../approvals/module.ts';
import { Mentions } from './address-index.ts';
import type { Payment } from './plain-payment.ts';
import type { EarlierPayments } from './rare-recipients.ts';

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

  /**
   * The rows as the surface draws them: those who are new first, then others who were paid before, then ours. Of many, others have
   * their turn meanwhile.
   */
  async rows(
    {
      nameOf,
      noteOf,
      wasPaid,
    }: {
      readonly nameOf: (address: string) => string | undefined;
      readonly noteOf: (address: string) => string | undefined;
      readonly wasPaid: EarlierPayments['wasPaid'];
    },
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<BatchRecipient[]> {
    const rank = ({ note, name, wasPaid: before }: BatchRecipient): number =>
      (note === undefined ? 1 : 0) + (name === null ? (before === true ? 2 : 0) : 4);
    const ranks: BatchRecipient[][] = [];
    for (const { address, network, payments, sums, elsewhere } of this.#rows.values()) {
      await yieldToEventLoop();
      const name = nameOf(address) ?? null;
      const notes = [
        noteOf(address),
        elsewhere.count === 0 ? undefined : `${elsewhere.words}: see above`,
      ].filter((each) => each !== undefined);
      const row: BatchRecipient = {
        address,
        network,
        name,
        ...(wasPaid(network, address) ? { wasPaid: true } : {}),
        payments,
        sums: [...sums.values()].map(({ asset, amount }) => formatAsset(asset, amount)),
        ...(notes.length === 0 ? {} : { note: notes.join('. ') }),
      };
      (ranks[rank(row)] ??= []).push(row);
    }
    return ranks.flat();
  }
}

/** So many stand on one page, and more where there would be more pages than {@link PAGES}. */
const SIZES = { lines: 10, recipients: 12 } as const;
/** So many pages are looked through; of a long list each is longer. */
const PAGES = 20;
/** A page of lines ends where it is longer than so many characters: each crosses the bridge at once. */
const MOST_CHARACTERS = 1 << 20;

/** Cuts the lists of a batch into pages. Of many lines, others have their turn meanwhile. */
export async function batchPages(
  totals: BatchTotal[],
  lines: readonly SpelledLine[],
  recipients: readonly BatchRecipient[],
  how: { readonly linesOnPage?: number; readonly yieldToEventLoop: YieldToEventLoop },
): Promise<BatchPages> {
  const { linesOnPage = SIZES.lines, yieldToEventLoop } = how;
  const lengths: number[] = [];
  for (const line of lines) {
    lengths.push(lengthOf(line));
    await yieldToEventLoop();
  }
  const linePages = cut(lines, linesOnPage, (index) => lengths[index] ?? 0).map(
    ({ first, items }, page): BatchPage => ({
      list: 'lines',
      page,
      first,
      lines: items,
    }),
  );
  const recipientPages = cut(recipients, SIZES.recipients, () => 0).map(
    ({ first, items }, page): BatchPage => ({
      list: 'recipients',
      page,
      first,
      recipients: items,
    }),
  );
  const pages = { lines: linePages, recipients: recipientPages };
  const outline: BatchOutline = {
    totals,
    lines: { total: lines.length, pages: linePages.length },
    recipients: { total: recipients.length, pages: recipientPages.length },
    pages: [...linePages.slice(0, 1), ...recipientPages.slice(0, 1)],
  };
  return {
    outline,
    page: (list, page) => pages[list][page],
    all: () => [...linePages, ...recipientPages],
  };
}

function cut<T>(
  all: readonly T[],
  size: number,
  lengthAt: (index: number) => number,
): { readonly first: number; readonly items: T[] }[] {
  const most = Math.max(size, Math.ceil(all.length / PAGES));
  const pages: { first: number; items: T[] }[] = [];
  let characters = 0;
  for (const [index, item] of all.entries()) {
    const last = pages.at(-1);
    characters += lengthAt(index);
    if (last === undefined || last.items.length >= most || characters > MOST_CHARACTERS) {
      pages.push({ first: index + 1, items: [item] });
      characters = lengthAt(index);
    } else last.items.push(item);
  }
  return pages;
}

/** About how many characters a line takes on its way. */
function lengthOf({ sentence, facts, warnings }: SpelledLine): number {
  let length = 0;
  // Without a list of the texts: of 50,000 lines, those take longer than all that is done with them.
  for (const { value } of sentence) length += value.length;
  for (const { label, value, note = '' } of facts) length += label.length + value.length + note.length;
  for (const { title, text } of warnings) length += title.length + text.length;
  return length;
}
