import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { call } from './call.ts';

const type = z.enum(TRANSACTION_TYPES);
const text = z.string();

/** One thing that a payment's form asks for; what its members say is in `src/chains/model/transfer.ts`. */
const transferField = z.object({
  name: text,
  label: text,
  aside: text.optional(),
  where: text,
  initial: text,
  group: z.enum(['known', 'fee']),
  isOptional: z.boolean().optional(),
  isLong: z.boolean().optional(),
  isNonce: z.boolean().optional(),
  standIn: text.optional(),
});
export type PaymentField = z.infer<typeof transferField>;

/** How a list's payments become transactions, and what whoever pays one has to know. */
const transferSeries = z.object({ kind: z.enum(['numbered', 'apart', 'together']), note: text });
export type PaymentSeries = z.infer<typeof transferSeries>;

const transferAsset = z.object({ id: text, symbol: text, name: text, decimals: z.number().int() });
export type PaymentAsset = z.infer<typeof transferAsset>;

export const paymentProblem = z.object({ field: text, code: text, message: text, remedy: text });
export type PaymentProblem = z.infer<typeof paymentProblem>;

/** The longest text of a field: a thousand coins, or the transactions that they are of. */
const MOST_TEXT = 4_000_000;
/** A field's text. */
export const typed = z.string().max(MOST_TEXT);

const payment = z.object({
  type,
  /** What signs, and whose money it is: the id of a private key, or the address of an account. */
  signWith: z.string().max(200),
  network: z.string().max(100),
  to: z.string().max(1_000),
  /** The name of the contact that was chosen: it must still have that address. Null for an address that was typed. */
  contact: z.string().nullable(),
  asset: z.string().max(200),
  amount: z.string().max(1_000),
  values: z.record(z.string().max(40), typed),
});
export type PaymentDraft = z.infer<typeof payment>;

const lastNonce = z.object({
  /** In decimal; null where none is known. */
  nonce: text.nullable(),
  /** Signed by this console, signed by others of the organization, or waiting for approval. */
  from: z.enum(['here', 'organization', 'waiting']),
  /** Of waiting requests that don’t follow on from it, the lowest first. */
  apart: z.array(text),
  /** Whether the organization’s transactions were looked through, down to the oldest. */
  isWhole: z.boolean(),
});
export type LastNonce = z.infer<typeof lastNonce>;

const nodeRemark = z.discriminatedUnion('kind', [
  /** The node wants more than is taken from a node unseen. */
  z.object({ kind: z.literal('tooHigh'), field: text, said: text, most: text }),
  /** The node didn't say it. */
  z.object({ kind: z.literal('unanswered'), field: text }),
  /** So many coins are left out, because they are in no block yet. */
  z.object({ kind: z.literal('unconfirmed'), count: z.number().int() }),
  /** The node knows no coins that are in a block. */
  z.object({ kind: z.literal('noCoins') }),
  /** It takes more than is asked of a node at once. */
  z.object({ kind: z.literal('tooMuch'), field: text }),
  /** The node counts fewer transactions than are known of here: the next of those was taken. */
  z.object({ kind: z.literal('nonceBehind'), said: text, last: text, from: lastNonce.shape.from }),
  /** The node counts more than are known of here: its number was taken. */
  z.object({ kind: z.literal('nonceAhead'), said: text, next: text }),
]);
export type PaymentNodeRemark = z.infer<typeof nodeRemark>;

/** What a node said that a payment must know. */
const nodeValues = z.object({
  /** Its host. */
  host: text,
  atMs: z.number(),
  /** By the names of the form's fields. */
  values: z.record(text, typed),
  remarks: z.array(nodeRemark),
});
export type PaymentNodeValues = z.infer<typeof nodeValues>;

/** Payments by form: what a chain asks for, and the transaction out of it. Nothing is stamped here. */
export const transfersCalls = {
  /** What a chain's form asks for. */
  form: call(
    'read',
    z.object({ type }),
    z.object({
      networks: z.array(z.object({ id: text, name: text })),
      fields: z.array(transferField),
      series: transferSeries,
    }),
  ),
  /** What can be sent on a network, out of the local lists. */
  assets: call('read', z.object({ type, network: z.string().max(100) }), z.array(transferAsset)),
  /** The nonce that counts as the last of a key on a network, signed or waiting for approval, and where it comes from. */
  lastNonce: call(
    'read',
    z.object({ type, signWith: z.string().max(200), network: z.string().max(100) }),
    lastNonce,
  ),
  /** Asks the node that the profile names for a network what a payment of a key must know; its address is all that is told. */
  askNode: call(
    'read',
    z.object({ type, signWith: z.string().max(200), network: z.string().max(100) }),
    nodeValues,
  ),
  /** Builds the unsigned transaction, or says what is wrong with which field. */
  build: call(
    'read',
    payment,
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), unsignedTransaction: text }),
      z.object({ ok: z.literal(false), problems: z.array(paymentProblem) }),
    ]),
  ),
};
