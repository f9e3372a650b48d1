import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { batchRead } from './batches.ts';
import { call, nothing } from './call.ts';
import { fileHandle } from './files.ts';

const title = z.string().max(1_000);

/** Which column of a file says what, by the columns' titles. Without an asset's column, one asset is chosen for all. */
export const paymentColumns = z.object({
  to: title,
  amount: title,
  asset: title.nullable(),
  reference: title.nullable(),
});
export type PaymentColumns = z.infer<typeof paymentColumns>;

/** Payments out of a CSV: each line becomes a transaction that the payment form would build, and all of them a batch. */
export const paymentFilesCalls = {
  /** The titles of a file's columns, how many lines follow, the first of them, and which column likely says what. */
  columns: call(
    'read',
    z.object({ file: fileHandle }),
    z.object({
      titles: z.array(z.string()),
      lines: z.number().int(),
      first: z.array(z.array(z.string())),
      columns: z.object({
        to: z.string().nullable(),
        amount: z.string().nullable(),
        asset: z.string().nullable(),
        reference: z.string().nullable(),
      }),
    }),
  ),
  /** Builds every payment and keeps them as a batch, or says everything that is wrong with the lines. */
  read: call(
    'write',
    z.object({
      file: fileHandle,
      columns: paymentColumns,
      type: z.enum(TRANSACTION_TYPES),
      signWith: z.string().max(200),
      network: z.string().max(100),
      /** The asset of every line, where no column says it. */
      asset: z.string().max(200),
      /** By the names of the form's fields; the nonce is that of the first payment. */
      values: z.record(z.string().max(40), z.string().max(1_000)),
    }),
    batchRead,
  ),
  /** Saves an empty file with the usual columns; `path` is null when the operator called it off. */
  saveTemplate: call('write', nothing, z.object({ path: z.string().nullable() })),
};
