import type { Chain } from '#chains/chains.ts';
import type { TransferRequest } from '#chains/model/transfer.ts';
import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { paymentFileError } from './errors.ts';

/** A cell that can't be paid by, in the words that stand behind its column's title. */
export class CellRefused extends Error {
  readonly field: keyof PaymentColumns;

  constructor(field: keyof PaymentColumns, message: string) {
    super(message);
    this.field = field;
  }
}

/** So many payments may be the same one again. */
const MOST_REPEATS = 1_000;

/** Builds the payment of a line. @throws CellRefused; TransferRefused as the form */
type BuildPayment = (request: TransferRequest, line: number) => string;

/**
 * Builds the payments of a file, one after the other, each as a transaction of its own: by its number where the chain has
 * such, otherwise so that no two are the same.
 * @throws AppError `PAYMENT_FILE_CHAIN`
 */
export function createSeries(chain: Chain): BuildPayment {
  const { transfer, name } = chain;
  if (transfer.series === null) throw paymentFileError('PAYMENT_FILE_CHAIN', { chain: name });
  return transfer.series.kind === 'numbered' ? numbered(chain) : apart(chain);
}

/** The nonce counts upward from the first one's; a line that is wrong leaves no gap. */
function numbered({ transfer }: Chain): BuildPayment {
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
function apart({ transfer }: Chain): BuildPayment {
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
