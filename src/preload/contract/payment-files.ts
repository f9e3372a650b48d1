import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { batchRead } from './batches.ts';
import { call, nothing } from './call.ts';
import { fileHandle } from './files.ts';
import { paymentProblem, typed } from './transfers.ts';

const title = z.string().max(1_000);

/** Which column of a file says what, by the columns' titles. Without an asset's column, one asset is chosen for all. */
export const paymentColumns = z.object({
  to: title,
  amount: title,
  asset: title.nullable(),
  reference: title.nullable(),
});
export type PaymentColumns = z.infer<typeof paymentColumns>;

const count = z.number().int().min(0);
/** As a file has it: cut, and with what can't be seen made visible. */
const cell = z.string().max(2_000);

/** A line of a file as a payment, with what wants attention about it. */
const paymentRowView = z.object({
  line: z.number().int().min(1),
  /** What the cells say. */
  to: cell,
  /** Of a line that can be paid, in the one form of its asset's amounts. */
  amount: cell,
  asset: cell,
  reference: cell,
  /** Who is paid; null where the line can't be paid. */
  address: z.string().nullable(),
  /** What the organization or a contact calls the address. */
  name: z.string().nullable(),
  /**
   * `wrong` can't be paid, `alike` looks like another address, `again` is the payment of an earlier line once more, `new` was
   * never paid and is nobody that is known.
   */
  state: z.enum(['wrong', 'alike', 'again', 'new', 'ready']),
  /** The earlier line that pays as much to the same address; null where there is none. */
  again: z.number().int().nullable(),
  problem: z
    .object({ field: z.enum(['to', 'amount', 'asset', 'reference']), message: z.string() })
    .nullable(),
  /** Which address it could be taken for: somebody's, or that of an earlier line. */
  resembles: z
    .object({ address: z.string(), name: z.string().nullable(), line: z.number().int().nullable() })
    .nullable(),
});
export type PaymentRowView = z.infer<typeof paymentRowView>;

/** What the payments of a file come to, before anything is made of them. */
const lookedAtPayments = z.object({
  state: z.literal('looked'),
  counts: z.object({ wrong: count, alike: count, again: count, new: count, ready: count }),
  /** What wants attention first; at most a hundred lines of each state. */
  rows: z.array(paymentRowView),
  /** Of the lines that can be paid, by asset. */
  totals: z.array(z.object({ payments: count, total: z.string() })),
  /** The most that they cost together. */
  fees: z.array(z.string()),
  /** What one transaction of all lines lacks or has wrong; then it has no fees. */
  lacks: z.array(paymentProblem),
  /** Over the rows that can't be paid, for who leaves out these very ones. */
  wrongDigest: z.string(),
});
export type LookedAtPayments = z.infer<typeof lookedAtPayments>;

const filledIn = z.object({
  file: fileHandle,
  columns: paymentColumns,
  type: z.enum(TRANSACTION_TYPES),
  signWith: z.string().max(200),
  network: z.string().max(100),
  /** The asset of every line, where no column says it. */
  asset: z.string().max(200),
  /** By the names of the form's fields; the nonce is that of the first payment. */
  values: z.record(z.string().max(40), typed),
});
export type FilledInPayments = z.infer<typeof filledIn>;

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
  /**
   * Looks through the lines, and keeps nothing but which columns were chosen; what has a stand-in, as a nonce, need not be there yet. `unready` has what the form lacks
   * beside that, `superseded` is the answer where a later look took this one's place.
   */
  look: call(
    // Its rows are nothing for a window that was locked meanwhile.
    'read',
    filledIn,
    z.discriminatedUnion('state', [
      lookedAtPayments,
      z.object({ state: z.literal('unready'), problems: z.array(paymentProblem) }),
      z.object({ state: z.literal('superseded') }),
    ]),
  ),
  /** Builds every payment and keeps them as a batch, or says everything that is wrong with lines that aren't left out. */
  read: call(
    'write',
    // The digest of a look: other wrong rows than those are not left out.
    filledIn.extend({ leaveOut: z.string().max(64).nullable() }),
    batchRead,
  ),
  /** Saves the rows that can't be paid as they came, with what is wrong; `path` is null when the operator called it off. */
  saveWrong: call('write', filledIn, z.object({ path: z.string().nullable(), count })),
  /** Saves an empty file with the usual columns; `path` is null when the operator called it off. */
  saveTemplate: call('write', nothing, z.object({ path: z.string().nullable() })),
};
