import {
  address as asAddress,
  createSolanaRpc,
  signature as asSignature,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import type { z } from 'zod';
import {
  blockAnswer,
  signatureList,
  statusList,
  transactionAnswer,
  type TransactionAnswer,
} from './rpc-answers.ts';
import { sourceFailed } from './errors.ts';

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
