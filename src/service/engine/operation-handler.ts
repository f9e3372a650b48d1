import type { z } from 'zod';
import type { OutputOf, QueryOperation, SubmitOperation } from '../../protocol/catalogue/operation.ts';
import type { Caller } from '../authentication/caller.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import type { Lookup } from '../oidc/identify.ts';
import type { IssuerKeys } from '../oidc/issuer-keys.ts';
import type { Struct } from '../../protocol/policies/value.ts';
import type { SolanaHistory } from '../solana/history.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import type { VotePermissions } from './record.ts';

/** What an effect works with. */
export interface SubmitContext {
  /** The transaction that the activity is recorded in: what the effect writes is kept with it, or not at all. */
  readonly store: Store;
  readonly caller: Caller;
  readonly storageKey: StorageKey;
  /** The service's own keys. */
  readonly enclaveKeys: EnclaveKeys;
  /** Whether the service was started with `--allow-private-webhooks`. */
  readonly allowPrivateWebhooks: boolean;
  /** The keys of OIDC issuers. */
  readonly issuerKeys: IssuerKeys;
  /** The time of the activity, in milliseconds since the epoch. */
  readonly now: number;
}

/** What an answer works with. */
export interface QueryContext {
  readonly store: Store;
  readonly caller: Caller;
  readonly solanaHistory: SolanaHistory;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the caller may still say about an activity. */
  readonly votePermissionsOn: (found: ActivityWithVotes) => Promise<VotePermissions>;
}

/** Where the things are that a request acts on. */
export interface ActedOn {
  readonly store: Store;
  readonly organizationId: string;
}

/** Who decides over an operation, where it is not the ordinary way (docs/policies.md, "The decision"). */
export interface Rules<P = unknown> {
  /** The root quorum alone decides; no policy is asked. */
  readonly rootOnly?: boolean;
  /** The user whose own credentials a request changes: that user needs no policy for it, and a deny policy still counts. */
  readonly ownerOf?: (parameters: P, callerId: string) => string;
  /** The values of the condition's keywords that depend on what is acted on: `private_key`, `wallet`, `eth` and so on. */
  readonly conditionValues?: (context: ActedOn, parameters: P) => Promise<Struct>;
  /** The same for each of several things: policies are asked about every one, and the strictest answer counts. */
  readonly eachConditionValues?: (context: ActedOn, parameters: P) => Promise<readonly Struct[]>;
}

export interface SubmitHandler {
  readonly kind: 'submit';
  readonly operation: SubmitOperation;
  readonly handle: (context: SubmitContext, parameters: unknown) => Promise<unknown>;
  readonly rules: Rules;
  /** What has to be asked of the network, before the transaction in which `perform` runs; absent where nothing has. */
  readonly prepare?: (lookup: Lookup, parameters: unknown) => Promise<void>;
}

/** A submit operation that makes no activity of its own: it votes on another one. */
export interface VoteHandler {
  readonly kind: 'ballot';
  readonly operation: SubmitOperation;
  readonly selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED';
  readonly fingerprintOf: (parameters: unknown) => string;
}

export interface QueryHandler {
  readonly kind: 'query';
  readonly operation: QueryOperation;
  readonly handle: (context: QueryContext, parameters: unknown) => Promise<unknown>;
}

/** Declares what a submit operation does; its parameters have been parsed by the operation's schema. */
export function submitHandler<O extends SubmitOperation>(
  operation: O,
  perform: (context: SubmitContext, parameters: z.output<O['parameters']>) => Promise<OutputOf<O>>,
  rules: Rules<z.output<O['parameters']>> = {},
  prepare?: (lookup: Lookup, parameters: z.output<O['parameters']>) => Promise<void>,
): SubmitHandler {
  return {
    kind: 'submit',
    operation,
    handle: (context, parameters) => perform(context, parameters as z.output<O['parameters']>),
    // Only parameters that the schema made get to the rules.
    rules: rules as Rules,
    ...(prepare && {
      prepare: (lookup: Lookup, parameters: unknown) =>
        prepare(lookup, parameters as z.output<O['parameters']>),
    }),
  };
}

/** Declares an operation that votes on the activity that its `fingerprint` names. */
export function voteHandler(
  operation: SubmitOperation<z.ZodType<{ fingerprint: string }>>,
  selection: VoteHandler['selection'],
): VoteHandler {
  return {
    kind: 'ballot',
    operation,
    selection,
    fingerprintOf: (parameters) => (parameters as { fingerprint: string }).fingerprint,
  };
}

/** Declares how a query is answered; its parameters have been parsed by the query's schema. */
export function queryHandler<O extends QueryOperation>(
  operation: O,
  give: (context: QueryContext, parameters: z.output<O['parameters']>) => Promise<OutputOf<O>>,
): QueryHandler {
  return {
    kind: 'query',
    operation,
    handle: (context, parameters) => give(context, parameters as z.output<O['parameters']>),
  };
}
