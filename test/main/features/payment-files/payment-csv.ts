import type { Chain } from '#chains/chains.ts';
import type { KnownContacts } from '#main/context/console-context.ts';
import { type BatchLine, csvRecords } from '#main/features/batches/module.ts';
import { type PaymentSource, paymentLines } from '#main/features/payment-files/payment-lines.ts';

export const NOW = 1_795_219_200_000;

async function* textOf(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

/** The rows of a file, below the usual titles. */
export const recordsOf = (rows: readonly string[]) =>
  csvRecords(textOf(['to,amount,asset,reference', ...rows, ''].join('\n')));

export const NOBODY: Pick<KnownContacts, 'addresses' | 'nameOf'> = {
  addresses: [],
  nameOf: () => undefined,
};

/** What is the same in every row, with the form's own first values. */
export const sourceOf = (
  chain: Chain,
  sender: string,
  values: Readonly<Record<string, string>>,
): PaymentSource => ({
  chain,
  columns: { to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
  signWith: sender,
  sender: { address: sender },
  network: chain.transfer.networks[0]?.id ?? '',
  asset: '',
  values: {
    ...Object.fromEntries(chain.transfer.fields.map(({ name, initial }) => [name, initial])),
    ...values,
  },
  nowMs: NOW,
});

export async function linesOf(
  rows: readonly string[],
  source: PaymentSource,
  contacts = NOBODY,
): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  for await (const line of paymentLines(recordsOf(rows), source, contacts, () => Promise.resolve()))
    lines.push(line);
  return lines;
}

/** The unsigned transaction of a line. @throws Error with what is wrong with it */
export function unsignedIn(line: BatchLine | undefined): string {
  if (line === undefined || !('entry' in line)) throw new Error(JSON.stringify(line));
  return (line.entry.parameters as { unsignedTransaction: string }).unsignedTransaction;
}

/** What is wrong with a row, after its column's title; `none` where nothing is. */
export async function problemOf(row: string, source: PaymentSource): Promise<string> {
  const [line] = await linesOf([row], source);
  return line !== undefined && 'problem' in line ? `${line.problem.field}: ${line.problem.message}` : 'none';
}
