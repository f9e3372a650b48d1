import type { z } from 'zod';
import type { OutputOf, QueryOperation, SubmitOperation } from '../../protocol/catalogue/operation.ts';
import type { Caller } from '../authentication/caller.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import type { Store } from '../storage/store.ts';

/** What an effect works with. */
export interface EffectContext {
  /** The transaction that the activity is recorded in: what the effect writes is kept with it, or not at all. */
  readonly store: Store;
  readonly caller: Caller;
  readonly storageKey: StorageKey;
  /** The service's own keys. */
  readonly enclaveKeys: EnclaveKeys;
  /** The time of the activity, in milliseconds since the epoch. */
  readonly now: number;
}

/** What an answer works with. */
export interface AnswerContext {
  readonly store: Store;
  readonly caller: Caller;
}

export interface Effect {
  readonly kind: 'submit';
  readonly operation: SubmitOperation;
  readonly perform: (context: EffectContext, parameters: unknown) => Promise<unknown>;
}

export interface Answer {
  readonly kind: 'query';
  readonly operation: QueryOperation;
  readonly give: (context: AnswerContext, parameters: unknown) => Promise<unknown>;
}

/** Declares what a submit operation does; its parameters have been parsed by the operation's schema. */
export function effect<O extends SubmitOperation>(
  operation: O,
  perform: (context: EffectContext, parameters: z.output<O['parameters']>) => Promise<OutputOf<O>>,
): Effect {
  return {
    kind: 'submit',
    operation,
    perform: (context, parameters) => perform(context, parameters as z.output<O['parameters']>),
  };
}

/** Declares how a query is answered; its parameters have been parsed by the query's schema. */
export function answer<O extends QueryOperation>(
  operation: O,
  give: (context: AnswerContext, parameters: z.output<O['parameters']>) => Promise<OutputOf<O>>,
): Answer {
  return {
    kind: 'query',
    operation,
    give: (context, parameters) => give(context, parameters as z.output<O['parameters']>),
  };
}
