import {
  type Rpc,
  type SolanaRpcApi,
  address as asAddress,
  signature as asSignature,
  createSolanaRpc,
} from '@solana/kit';
import { z } from 'zod';
import { sourceFailed } from './errors.ts';

/** Integers come as bigint wherever they can outgrow a double. */
const integer = z.union([z.bigint(), z.number().int()]).transform(BigInt);
const count = z.union([z.bigint(), z.number().int()]).transform(Number).pipe(z.number().int().min(0));
const base58Text = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,1800}$|^$/);
const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const confirmation = z.enum(['processed', 'confirmed', 'finalized']).nullish();

/** `getSignaturesForAddress`: newest first. */
const signatureList = z
  .array(z.object({ signature, slot: count, confirmationStatus: confirmation }))
  .max(1000);

/** `getSignatureStatuses`: in the order of what was asked, null for what the node does not know. */
const statusList = z.object({
  value: z.array(z.object({ confirmationStatus: confirmation }).nullable()),
});

/** `getBlock` without its transactions. */
const blockAnswer = z.object({ blockhash: address, blockTime: integer.nullable() }).nullable();

const compiledInstruction = z.object({
  programIdIndex: count,
  accounts: z.array(count).max(256),
  data: base58Text,
});
export type RpcInstruction = z.output<typeof compiledInstruction>;

const tokenBalance = z.object({
  accountIndex: count,
  mint: address,
  owner: address.optional(),
  uiTokenAmount: z.object({ decimals: count.pipe(z.number().max(255)) }),
});

/** `getTransaction` in the encoding `json`; null for what the node does not know. */
const transactionAnswer = z
  .object({
    slot: count,
    meta: z.object({
      err: z.unknown(),
      fee: integer,
      innerInstructions: z
        .array(z.object({ index: count, instructions: z.array(compiledInstruction) }))
        .nullish(),
      preTokenBalances: z.array(tokenBalance).nullish(),
      postTokenBalances: z.array(tokenBalance).nullish(),
      loadedAddresses: z.object({ writable: z.array(address), readonly: z.array(address) }).nullish(),
    }),
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({
        accountKeys: z.array(address).min(1).max(256),
        header: z.object({ numRequiredSignatures: count, numReadonlySignedAccounts: count }),
        instructions: z.array(compiledInstruction),
      }),
    }),
  })
  .nullable();
export type TransactionAnswer = NonNullable<z.output<typeof transactionAnswer>>;

const commitment = 'confirmed';
/** For one question to the node. */
const TIMEOUT_MS = 10_000;
export const SIGNATURES_AT_ONCE = 1000;

/** A signature in the history of an address. */
export interface ListedSignature {
  readonly signature: string;
  readonly slot: number;
}

/** A Solana node that is asked over JSON-RPC. Its answers are checked before anything of them is used. */
export class RpcSource {
  readonly #rpc: Rpc<SolanaRpcApi>;

  /** @param url of the operator's choosing: any host, and it may hold a key, so it is never repeated in an error */
  constructor(url: string) {
    this.#rpc = createSolanaRpc(url);
  }

  /** The signatures of an address, newest first: those older than `before` and newer than `until`, 1000 at most. */
  async signatures(
    address: string,
    { before, until }: { readonly before?: string; readonly until?: string },
  ): Promise<ListedSignature[]> {
    return await this.#ask('its list of signatures', signatureList, (abortSignal) =>
      this.#rpc
        .getSignaturesForAddress(asAddress(address), {
          commitment,
          limit: SIGNATURES_AT_ONCE,
          ...(before === undefined ? {} : { before: asSignature(before) }),
          ...(until === undefined ? {} : { until: asSignature(until) }),
        })
        .send({ abortSignal }),
    );
  }

  /** A transaction by its signature. @throws ServiceError UNAVAILABLE, also when the node does not have it */
  async transaction(text: string): Promise<TransactionAnswer> {
    const found = await this.#ask('a transaction', transactionAnswer, (abortSignal) =>
      this.#rpc
        .getTransaction(asSignature(text), {
          commitment,
          encoding: 'json',
          maxSupportedTransactionVersion: 0,
        })
        .send({ abortSignal }),
    );
    if (found === null) throw sourceFailed('its node lists a transaction that it does not have');
    if (found.transaction.signatures[0] !== text)
      throw sourceFailed('its node answered with another transaction');
    return found;
  }

  /** The hash of the block of a slot, and its time in seconds since the epoch. */
  async block(slot: number): Promise<{ readonly hash: string; readonly time: number }> {
    const found = await this.#ask('a block', blockAnswer, (abortSignal) =>
      this.#rpc
        .getBlock(BigInt(slot), {
          commitment,
          transactionDetails: 'none',
          rewards: false,
          maxSupportedTransactionVersion: 0,
        })
        .send({ abortSignal }),
    );
    if (found === null) throw sourceFailed('its node does not have the block of a transaction');
    if (found.blockTime === null) throw sourceFailed('its node does not know the time of a block');
    return { hash: found.blockhash, time: Number(found.blockTime) };
  }

  /** Which of these transactions are final. */
  async finalized(signatures: readonly string[]): Promise<ReadonlySet<string>> {
    if (signatures.length === 0) return new Set();
    const { value } = await this.#ask('the status of transactions', statusList, (abortSignal) =>
      this.#rpc
        .getSignatureStatuses(signatures.map(asSignature), { searchTransactionHistory: true })
        .send({ abortSignal }),
    );
    return new Set(signatures.filter((_, index) => value[index]?.confirmationStatus === 'finalized'));
  }

  async #ask<S extends z.ZodType>(
    what: string,
    schema: S,
    send: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<z.output<S>> {
    let answer: unknown;
    try {
      answer = await send(AbortSignal.timeout(TIMEOUT_MS));
    } catch {
      // Neither the node's words nor the address that it was asked at belong into an answer or a log.
      throw sourceFailed(`its node did not give ${what}`);
    }
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    throw sourceFailed(`its node gave ${what} in another form${at === '' ? '' : ` (${at})`}`);
  }
}
