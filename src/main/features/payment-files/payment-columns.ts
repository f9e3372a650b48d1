import { z } from 'zod';
import { type PaymentColumns, paymentColumns } from '#preload/contract/payment-files.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';

/** Which column says what, as far as it is known. */
export type LikelyColumns = { readonly [Name in keyof PaymentColumns]: string | null };

/** What columns are usually called, the surest first. */
const USUAL: Readonly<Record<keyof PaymentColumns, readonly string[]>> = {
  to: ['to', 'recipient', 'beneficiary', 'payee', 'address', 'contact'],
  amount: ['amount', 'value', 'sum', 'total'],
  asset: ['asset', 'token', 'currency', 'ccy', 'symbol', 'coin'],
  reference: ['reference', 'ref', 'invoice', 'id', 'note'],
};

/** The first line of a template, in the order of {@link USUAL}. */
export const TEMPLATE = 'to,amount,asset,reference\r\n';

/** The columns whose titles are usual names, in any case. */
export function likelyColumns(titles: readonly string[]): LikelyColumns {
  const find = (names: readonly string[]): string | null =>
    names.flatMap((name) => titles.filter((title) => title.trim().toLowerCase() === name))[0] ?? null;
  const { to, amount, asset, reference } = USUAL;
  return { to: find(to), amount: find(amount), asset: find(asset), reference: find(reference) };
}

const kept = z.array(z.object({ head: z.string(), columns: paymentColumns }));

/** So many kinds of files are remembered; the one that was used longest ago goes. */
const KEPT = 20;

const headOf = (titles: readonly string[]): string => sha256Hex(toUtf8(JSON.stringify(titles)));

/** The columns that were chosen for a file with these very titles; undefined where none were, or nothing readable is kept. */
export function rememberedColumns(
  setting: string | undefined,
  titles: readonly string[],
): PaymentColumns | undefined {
  return readKept(setting).find(({ head }) => head === headOf(titles))?.columns;
}

/** The setting with these columns as the last that were chosen. */
export function withColumns(
  setting: string | undefined,
  titles: readonly string[],
  columns: PaymentColumns,
): string {
  const head = headOf(titles);
  const others = readKept(setting).filter((each) => each.head !== head);
  return JSON.stringify([{ head, columns }, ...others].slice(0, KEPT));
}

function readKept(setting: string | undefined): z.infer<typeof kept> {
  try {
    return kept.safeParse(JSON.parse(setting ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
