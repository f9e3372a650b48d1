import type { PaymentColumns } from '#preload/contract/payment-files.ts';
import type { BuiltPayment } from './payment-series.ts';

/** A line of a file as a payment: the transaction that the form would build, or what is wrong. */
export interface PaymentRow {
  readonly line: number;
  /** As the file has it. */
  readonly raw: string;
  /** As the file has them, without the blanks around them; empty where no column says it. */
  readonly cells: Readonly<Record<keyof PaymentColumns, string>>;
  readonly made:
    | ({ readonly to: string; readonly asset: string } & BuiltPayment)
    | { readonly field: keyof PaymentColumns; readonly message: string };
}
