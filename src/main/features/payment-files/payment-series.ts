import type { Chain } from '#chains/chains.ts';
import type { TogetherForm, TransferRequest } from '#chains/model/transfer.ts';
import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';

/** A cell that can't be paid by, in the words that stand behind its column's title. */
export class CellRefused extends Error {
  readonly field: keyof PaymentColumns;

  constructor(field: keyof PaymentColumns, message: string) {
    super(message);
    this.field = field;
  }
}

/** So many payments may be the same one again. */
const MOST_REPEATS = 100;

/** A payment as the form takes it. */
export interface BuiltPayment {
  /** Null where one transaction pays the whole file. */
  readonly unsignedTransaction: string | null;
  /** In the asset's smallest unit; null where the transaction says it. */
  readonly amount: bigint | null;
}

/** Builds the payment of a line. @throws CellRefused; TransferRefused as the form */
type BuildPayment = (request: TransferRequest, line: number) => BuiltPayment;

/**
 * Builds the payments of a file, one after the other: each as a transaction of its own, by its number where the chain has such
 * and otherwise so that no two are the same, or each checked alone where one transaction pays all.
 */
export function createSeries(chain: Chain): BuildPayment {
  const { series } = chain.transfer;
  if (series.kind === 'together') return together(series);
  const build = series.kind === 'numbered' ? numbered(chain) : apart(chain);
  return (request, line) => ({ unsignedTransaction: build(request, line), amount: null });
}

function together({ most, check }: TogetherForm): BuildPayment {
  let payments = 0;
  return (request) => {
    const amount = check(request);
    payments += 1;
    if (payments > most)
      throw new CellRefused('to', `one transaction pays at most ${most.toLocaleString('en')} lines`);
    return { unsignedTransaction: null, amount };
  };
}

type BuildTransaction = (request: TransferRequest, line: number) => string;

/** The nonce counts upward from the first one's; a line that is wrong leaves no gap. */
function numbered({ transfer }: Chain): BuildTransaction {
  const nonce = transfer.fields.find(({ isNonce }) => isNonce === true)?.name ?? '';
  let position = 0n;
  return (request) => {
    const first = request.values[nonce]?.trim() ?? '';
    const own = /^\d{1,20}$/.test(first) ? (BigInt(first) + position).toString() : first;
    const built = transfer.build({ ...request, values: { ...request.values, [nonce]: own } });
    position += 1n;
    return built;
  };
}

/**
 * The network takes the same transaction once, so the second of two equal payments would be lost without a word: each is told
 * how many came before it. What is built is compared nevertheless.
 */
function apart({ transfer }: Chain): BuildTransaction {
  const nameOf = (built: string): string => sha256Hex(toUtf8(built));
  const repeats = new Map<string, number>();
  const lines = new Map<string, number>();
  return (request, line) => {
    const first = transfer.build(request);
    const payment = nameOf(first);
    const repeat = repeats.get(payment) ?? 0;
    if (repeat > MOST_REPEATS)
      throw new CellRefused('to', `gets the same payment more than ${MOST_REPEATS} times; pay one sum`);
    const built = repeat === 0 ? first : transfer.build({ ...request, repeat });
    const other = lines.get(nameOf(built));
    if (other !== undefined)
      throw new CellRefused(
        'to',
        `the payment is the transaction of line ${other} again, which is paid once`,
      );
    repeats.set(payment, repeat + 1);
    lines.set(nameOf(built), line);
    return built;
  };
}
