import type { Chain } from '#chains/chains.ts';
import {
  type TransferAsset,
  TransferRefused,
  type TransferRequest,
  type TypedPayment,
  visible,
} from '#chains/model/transfer.ts';
import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import { type BatchLine, batchInvalid, type csvRecords, requireDistinct } from '../batches/module.ts';
import { featureError } from '../errors.ts';
import { CellRefused, createSeries } from './payment-series.ts';
import type { PaymentRow } from './payment-row.ts';
import { WrongRows } from './wrong-rows.ts';

/** What is the same in every payment of a file. */
export interface PaymentSource {
  readonly chain: Chain;
  readonly columns: PaymentColumns;
  readonly signWith: string;
  readonly sender: { readonly address: string };
  readonly network: string;
  /** The asset of every line, where no column says it. */
  readonly asset: string;
  /** By the names of the form's fields; the nonce is that of the first payment. */
  readonly values: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** The digest of the wrong rows that the operator leaves out; without one, a wrong row is a problem of the whole file. */
  readonly leaveOut?: string | null;
}

/**
 * Makes a transaction of each line of a file, as the payment form would; no two of them are the same.
 * @param onTitles gets the titles of the columns once, and their row as the file has it
 * @throws AppError `BATCH_INVALID` for columns that the file doesn't have
 * @throws TransferRefused for what is wrong with every line alike, such as a nonce that is none
 */
export async function* paymentRows(
  records: ReturnType<typeof csvRecords>,
  source: PaymentSource,
  contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>,
  onTitles: (titles: readonly string[], raw: string) => Promise<void>,
): AsyncGenerator<PaymentRow, void, undefined> {
  const build = createSeries(source.chain);
  const { columns } = source;
  const recipients = createRecipients(source.chain, contacts);
  let titles: readonly string[] | null = null;
  for await (const { line, record, raw } of records) {
    if (titles === null) {
      titles = record.map((title) => title.trim());
      requireColumns(titles, columns);
      await onTitles(titles, raw);
      continue;
    }
    const at = titles;
    const textOf = (field: keyof PaymentColumns): string => {
      const title = columns[field];
      return title === null ? '' : (record[at.indexOf(title)] ?? '');
    };
    const cells = {
      to: textOf('to').trim(),
      amount: textOf('amount').trim(),
      asset: textOf('asset').trim(),
      reference: textOf('reference').trim(),
    };
    try {
      const to = recipients(seen('to', textOf('to')));
      const asset = columns.asset === null ? source.asset : assetOf(source, seen('asset', textOf('asset')));
      const amount = seen('amount', textOf('amount'));
      const reference = seen('reference', textOf('reference'));
      const made = { to, asset, ...build({ ...requestOf(source), to, asset, amount }, line) };
      yield { line, raw, cells: { ...cells, amount, reference }, made };
    } catch (error) {
      yield { line, raw, cells, made: whatIsWrong(error, columns) };
    }
  }
}

/** What is the same in each payment of a file, as the form has it. */
const requestOf = ({ sender, network, asset, values, nowMs }: PaymentSource): TransferRequest => ({
  ...{ sender, network, asset, values, nowMs },
  ...{ to: '', amount: '' },
});

/** Gives the one transaction that pays some lines of a file; null where each line has its own. */
export function wholeOf(source: PaymentSource): ((payments: readonly TypedPayment[]) => string) | null {
  const { series } = source.chain.transfer;
  return series.kind === 'together' ? (payments) => series.build(requestOf(source), payments) : null;
}

/**
 * The lines of a file as those of a batch; each has a name of its own. Where one transaction pays all, it is the one line, and
 * stands where the first payment does.
 * @throws as {@link paymentRows}; TransferRefused for what is wrong with the one transaction; AppError `PAYMENT_ROWS_CHANGED` where
 *   other rows are wrong than those that are left out
 */
export async function* paymentLines(
  records: ReturnType<typeof csvRecords>,
  source: PaymentSource,
  contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>,
  onTitles: (titles: readonly string[]) => Promise<void>,
): AsyncGenerator<BatchLine, void, undefined> {
  const { chain, columns, signWith, leaveOut = null } = source;
  const nameOnce = createNames();
  const entryOf = (line: number, unsignedTransaction: string, reference: string): BatchLine => ({
    entry: {
      line,
      operation: signTransaction.path,
      parameters: { signWith, unsignedTransaction, type: chain.type },
      reference: reference === '' ? null : reference,
    },
  });
  const whole = wholeOf(source);
  const together: { readonly line: number; readonly payment: TypedPayment; readonly reference: string }[] =
    [];
  const wrong = new WrongRows();
  for await (const { line, raw, cells, made } of paymentRows(records, source, contacts, onTitles)) {
    if ('message' in made) {
      const { field, message } = made;
      wrong.add({ line, raw });
      yield leaveOut === null
        ? { problem: { line, field: columns[field] ?? '', message } }
        : { leftOut: line };
      continue;
    }
    const { reference, amount } = cells;
    if (made.unsignedTransaction === null)
      together.push({ line, payment: { to: made.to, amount }, reference });
    else yield entryOf(line, made.unsignedTransaction, nameOnce(reference, line));
  }
  if (leaveOut !== null && wrong.digest() !== leaveOut) throw featureError('PAYMENT_ROWS_CHANGED');
  const [first, ...others] = together;
  if (whole === null || first === undefined || (leaveOut === null && wrong.count > 0)) return;
  // Many lines have no one name.
  const reference = others.length === 0 ? first.reference : '';
  yield entryOf(first.line, whole(together.map(({ payment }) => payment)), reference);
}

/** Gives each line a name of its own: what many lines are called, such as “Salary”, is told apart by the line. */
function createNames(): (name: string, line: number) => string {
  const names = new Set<string>();
  return (name, line) => {
    let own = name;
    // What a line calls itself may be what another one was given.
    while (names.has(own)) own = `${own} (line ${line})`;
    if (own !== '') names.add(own);
    return own;
  };
}

function requireColumns(titles: readonly string[], columns: PaymentColumns): void {
  requireDistinct(titles.filter((title) => title !== ''));
  const wanted = [columns.to, columns.amount, columns.asset, columns.reference].filter(
    (title) => title !== null,
  );
  requireDistinct(wanted);
  const missing = wanted.find((title) => !titles.includes(title));
  if (missing !== undefined) throw batchInvalid(`The file has no column “${missing.slice(0, 64)}”.`);
}

/** A cell in which everything can be seen, without the blanks around it. */
function seen(field: keyof PaymentColumns, cell: string): string {
  try {
    return visible(cell).trim();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CellRefused(field, error.message);
  }
}

/** An address as the chain spells it; null for a text that is none of its addresses. */
function spelledBy(chain: Chain, text: string): string | null {
  try {
    return chain.spellAddress(text);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What contacts are called, with their addresses on any chain. */
function addressesByName({
  addresses,
  nameOf,
}: Pick<KnownContacts, 'addresses' | 'nameOf'>): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const address of addresses) {
    const name = nameOf(address);
    if (name === undefined) continue;
    const known = byName.get(plain(name)) ?? new Set();
    byName.set(plain(name), known.add(address));
  }
  return byName;
}

/**
 * Gives the address that a cell means. An address comes first, so that a contact who is called like one is never paid in
 * its place; a name is that of one contact with one address on the chain.
 */
function createRecipients(
  chain: Chain,
  contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>,
): (cell: string) => string {
  const isAddress = (text: string): boolean => spelledBy(chain, text) !== null;
  let byName: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  // Of one name alone: to check the addresses of all contacts takes as long as many payments.
  const onChain = oncePerObject((all: ReadonlySet<string>) => [...all].filter(isAddress));
  return (cell) => {
    if (cell === '' || isAddress(cell)) return cell;
    byName ??= addressesByName(contacts);
    const [address, ...others] = onChain(byName.get(plain(cell)) ?? new Set());
    // What could be an address is told by the chain's own words.
    if (address === undefined && /\s/.test(cell))
      throw new CellRefused('to', `no contact is called “${cell.slice(0, 64)}”`);
    if (address === undefined) return cell;
    if (others.length > 0)
      throw new CellRefused(
        'to',
        `this contact has ${others.length + 1} addresses on ${chain.name}; write the one`,
      );
    return address;
  };
}

/** The asset of a symbol in its exact spelling, since some differ by case alone, or of a contract's address. */
function assetOf({ chain, network }: PaymentSource, cell: string): string {
  if (cell === '') throw new CellRefused('asset', 'is empty; write a symbol, or the contract’s address');
  const assets = chain.transfer.assets(network);
  const address = spelledBy(chain, cell);
  const named = (each: TransferAsset): boolean =>
    each.symbol === cell || (each.id !== '' && address !== null && chain.sameAddress(each.id, address));
  const [found, ...others] = assets.filter(named);
  if (found === undefined)
    throw new CellRefused('asset', `no local list has an asset “${cell.slice(0, 64)}” on this network`);
  if (others.length > 0)
    throw new CellRefused(
      'asset',
      `${others.length + 1} assets are called that; write the contract’s address`,
    );
  return found.id;
}

/**
 * In which column it is wrong, and how.
 * @throws what is wrong with every line alike, such as a nonce that is none
 */
function whatIsWrong(
  error: unknown,
  columns: PaymentColumns,
): { readonly field: keyof PaymentColumns; readonly message: string } {
  if (error instanceof CellRefused) return { field: error.field, message: error.message };
  if (!(error instanceof TransferRefused)) throw error;
  for (const { field, message, remedy } of error.problems)
    if (field === 'to' || field === 'amount' || field === 'asset') {
      if (columns[field] !== null) return { field, message: `${message} ${remedy}` };
    }
  throw error;
}
