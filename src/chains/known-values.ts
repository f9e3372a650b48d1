import { z } from 'zod';
import { parseStrictJson } from '#protocol/strict-json.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { type Chain, chainOf } from './chains.ts';
import { transferError } from './model/transfer-errors.ts';

/** The longest file of known values, in bytes: a few hundred previous transactions. */
export const MAX_KNOWN_VALUES_BYTES = 1 << 20;

type Values = Readonly<Record<string, string>>;
/** Reads what a node answered; null where it is the answer to something else. */
type NodeAnswer = (answer: unknown) => Values | null;

const quantity = z
  .string()
  .regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,15})$/)
  .transform((hex) => BigInt(hex).toString());
const unspent = z
  .array(
    z.looseObject({
      txid: z.string().regex(/^[0-9a-f]{64}$/),
      vout: z.int().min(0),
      // Bitcoin's nodes write numbers with decimals; one that stands for no whole satoshis is none of theirs.
      amount: z
        .number()
        .positive()
        .max(21_000_000)
        .refine((amount) => Number(amount.toFixed(8)) === amount),
    }),
  )
  .min(1);
const rawTransaction = z.string().regex(/^(?:[0-9a-f]{2}){60,}$/i);
const blockhash = z.looseObject({ value: z.looseObject({ blockhash: z.string().min(32).max(44) }) });
const block = z.looseObject({ blockID: z.string().regex(/^[0-9a-f]{64}$/) });

/** eth_getTransactionCount. */
const transactionCount: NodeAnswer = (answer) => {
  const parsed = quantity.safeParse(answer);
  return parsed.success ? { nonce: parsed.data } : null;
};

/** What the nodes of each chain answer to the questions that the forms name. */
const NODES: Readonly<Record<TransactionType, NodeAnswer>> = {
  TRANSACTION_TYPE_ETHEREUM: transactionCount,
  TRANSACTION_TYPE_TEMPO: transactionCount,
  // listunspent, getrawtransaction.
  TRANSACTION_TYPE_BITCOIN: (answer) => {
    const coins = unspent.safeParse(answer);
    if (coins.success)
      return {
        coins: coins.data.map(({ txid, vout, amount }) => `${txid}:${vout} ${amount.toFixed(8)}`).join('\n'),
      };
    const previous = rawTransaction.safeParse(answer);
    return previous.success ? { previous: previous.data } : null;
  },
  // getLatestBlockhash.
  TRANSACTION_TYPE_SOLANA: (answer) => {
    const parsed = blockhash.safeParse(answer);
    return parsed.success ? { blockhash: parsed.data.value.blockhash } : null;
  },
  // wallet/getnowblock.
  TRANSACTION_TYPE_TRON: (answer) => {
    const parsed = block.safeParse(answer);
    return parsed.success ? { block: parsed.data.blockID } : null;
  },
};

/**
 * Reads what a node answered to the question that the form names, without its JSON-RPC frame.
 * @returns the value by the name of the form's field; null for the answer to something else
 */
export const readNodeAnswer = (type: TransactionType, answer: unknown): Values | null => NODES[type](answer);

const text = z.string().max(100_000);
const value = z.union([
  text,
  z.int().transform(String),
  z.array(text).transform((lines) => lines.join('\n')),
]);
const ours = z.record(z.string().max(40), value);

/**
 * Reads what a payment's form must know out of a file that was brought from a computer with a network: a JSON object by the
 * names of the form's fields, or what a node answered to the question that the form names, with or without its JSON-RPC frame.
 * @returns the values by the names of the form's fields
 * @throws AppError `JSON_INVALID`, `TRANSFER_VALUES_UNREADABLE`
 */
export function readKnownValues(type: TransactionType, content: string): Values {
  const json = parseStrictJson(content, 'file of known values', { leavesRestToSchema: true });
  const chain = chainOf(type);
  const framed = z.looseObject({ result: z.unknown() }).safeParse(json);
  const answer = framed.success && framed.data.result !== undefined ? framed.data.result : json;
  const found = readNodeAnswer(type, answer) ?? ownValues(chain, json);
  if (found === null) throw transferError('TRANSFER_VALUES_UNREADABLE', { chain: chain.name });
  return found;
}

/** By the names of the form's fields, and no others: a name that is mistyped is not left out in silence. */
function ownValues({ transfer }: Chain, json: unknown): Values | null {
  const parsed = ours.safeParse(json);
  if (!parsed.success) return null;
  const names = Object.keys(parsed.data);
  const isKnown = (name: string): boolean => transfer.fields.some((field) => field.name === name);
  return names.length > 0 && names.every(isKnown) ? parsed.data : null;
}
