import type { z } from 'zod';
import type { Operation, OutputOf, QueryOperation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { WireForm } from '#protocol/wire.ts';
import type { Caller } from '../authentication/caller.ts';
import type { ServiceError } from '../errors.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { KeyThreads } from '../keys/key-threads.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { IssuerKeys } from '../oidc/issuer-keys.ts';
import type { Struct } from '#protocol/policies/value.ts';
import type { SolanaHistory } from '../solana/history.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import type { InTurns } from '../storage/turns.ts';
import type { VotePermissions } from './records.ts';

/** What a submit handler works with. */
export interface SubmitContext {
  /** The transaction that the activity is recorded in: what the handler writes is kept with it, or not at all. */
  readonly store: Store;
  readonly caller: Caller;
  readonly keyRing: KeyRing;
  /** The service's own keys. */
  readonly enclaveKeys: EnclaveKeys;
  /** Whether the service was started with `--allow-private-webhooks`. */
  readonly allowPrivateWebhooks: boolean;
  /** The form in which clients expect the service: defaults follow it where the two differ. */
  readonly wire: WireForm;
  /** The keys of OIDC issuers. */
  readonly issuerKeys: IssuerKeys;
  /** The time of the activity, in milliseconds since the epoch. */
  readonly now: number;
  /** What was prepared for it; to be asked with `preparedAs`. */
  readonly prepared: Prepared | undefined;
}

/** What is made before the transaction that needs it; whoever had it made wipes it, used or not. */
export interface Prepared {
  readonly wipe: () => void;
}

/** What a handler prepares with: the database outside of any transaction, and threads that work with keys. */
export interface PrepareContext extends Omit<SubmitContext, 'prepared'> {
  readonly organizationId: string;
  readonly keyThreads: KeyThreads;
}

/** Part of an answer that is ready; nothing of it has to be wiped, because only the asker gets it, or can open it. */
export abstract class PreparedAnswer<T> implements Prepared {
  readonly answer: T;

  constructor(answer: T) {
    this.answer = answer;
  }

  wipe(): void {
    // Nothing is secret from the asker.
  }
}

/** What could not be prepared for a request that others agreed to: it fails with this when it is carried out. */
export class PreparationFailed implements Prepared {
  readonly reason: ServiceError;

  constructor(reason: ServiceError) {
    this.reason = reason;
  }

  wipe(): void {
    // There is nothing.
  }
}

/** The transaction needs what nobody has prepared: votes that came at once allowed what neither allowed alone. */
export class NotPrepared extends Error {
  override readonly name = 'NotPrepared';
}

/**
 * What the handler's own `prepare` made.
 * @throws ServiceError that `prepare` threw
 * @throws NotPrepared, upon which it is prepared, and the transaction done again
 */
export function preparedAs<T extends Prepared>(
  { prepared }: Pick<SubmitContext, 'prepared'>,
  kind: new (...parts: never[]) => T,
): T {
  if (prepared instanceof kind) return prepared;
  if (prepared instanceof PreparationFailed) throw prepared.reason;
  throw new NotPrepared('Nothing was prepared for this.');
}

/** Work that takes longer is prepared in threads, in milliseconds; the rest is done at once. */
const AT_ONCE_MS = 10;

/** Whether work is too much to be done within a transaction. @param ms as `WORK_MS` has it */
export const isLargeWork = (ms: number): boolean => ms > AT_ONCE_MS;

/** What a query handler works with. */
export interface QueryContext extends InTurns {
  readonly caller: Caller;
  readonly solanaHistory: SolanaHistory;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the caller may still do to an activity. */
  readonly votePermissionsOn: (found: ActivityWithVotes) => Promise<VotePermissions>;
}

/** Where the things are that a request acts on. */
export interface ActedOn {
  readonly store: Store;
  readonly organizationId: string;
}

/** Who decides over an operation, where it is not the ordinary way (docs/policies.md, "The decision"). */
export interface Rules<P = unknown> {
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
  /** Whether `handle` writes nothing: such requests may be carried out beside each other. */
  readonly writesNothing?: boolean;
  /** What it computes, in milliseconds (`WORK_MS`): counted by the rate limit; nothing worth counting when absent. */
  readonly work?: (parameters: unknown) => number;
  /** What has to be computed or asked of the network before the transaction in which `handle` runs; absent where nothing has. */
  readonly prepare?: (context: PrepareContext, parameters: unknown) => Promise<Prepared | undefined>;
}

/** A submit operation that makes no activity of its own: it votes on another one. */
export interface VoteHandler {
  readonly kind: 'vote';
  readonly operation: SubmitOperation;
  readonly selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED';
  readonly fingerprintOf: (parameters: unknown) => string;
}

export interface QueryHandler {
  readonly kind: 'query';
  readonly operation: QueryOperation;
  readonly handle: (context: QueryContext, parameters: unknown) => Promise<unknown>;
  /** Whether `handle` may wait for another host: then it never holds the place of long answers. */
  readonly asksNetwork?: boolean;
  /** What it takes beyond an ordinary query, in milliseconds: counted by the rate limit. */
  readonly work?: (parameters: unknown) => number;
}

type Parsed<O extends Operation> = z.output<O['parameters']>;
type Handle<O extends SubmitOperation> = (
  context: SubmitContext,
  parameters: Parsed<O>,
) => Promise<OutputOf<O>>;

/** What a submit operation does: a function, with more where it has rules of its own or something to do first. */
type SubmitDefinition<O extends SubmitOperation> =
  | Handle<O>
  | {
      readonly handle: Handle<O>;
      readonly rules?: Rules<Parsed<O>>;
      readonly writesNothing?: true;
      readonly work?: (parameters: Parsed<O>) => number;
      readonly prepare?: (context: PrepareContext, parameters: Parsed<O>) => Promise<Prepared | undefined>;
    };

type Answer<O extends QueryOperation> = (
  context: QueryContext,
  parameters: Parsed<O>,
) => Promise<OutputOf<O>>;

/** What a query operation answers. */
type QueryDefinition<O extends QueryOperation> =
  | Answer<O>
  | {
      readonly handle: Answer<O>;
      readonly asksNetwork?: true;
      readonly work?: (parameters: Parsed<O>) => number;
    };

/** What an operation does; of one that votes on the activity that its `fingerprint` names, how it votes. */
type Definition<O> = O extends SubmitOperation
  ? Parsed<O> extends { fingerprint: string }
    ? VoteHandler['selection']
    : SubmitDefinition<O>
  : O extends QueryOperation
    ? QueryDefinition<O>
    : never;

/** What each operation of a file of the catalogue does, by the operation's name; a forgotten one does not compile. */
export type DefinitionsOf<Resource> = {
  readonly [Name in keyof Resource as Resource[Name] extends Operation ? Name : never]: Definition<
    Resource[Name]
  >;
};

export type OperationHandler = SubmitHandler | VoteHandler | QueryHandler;

/** Handlers of the operations of one file of the catalogue; their parameters have been parsed by the operations' schemas. */
export const handlersOf = <Resource extends object>(
  resource: Resource,
  definitions: DefinitionsOf<NoInfer<Resource>>,
): readonly OperationHandler[] =>
  Object.entries(definitions).map(([name, definition]) =>
    // The type of `definitions` says that the resource has an operation of each name, and what belongs to it.
    handlerOf((resource as Record<string, Operation>)[name] as never, definition as never),
  );

function handlerOf(
  operation: Operation,
  definition: SubmitDefinition<SubmitOperation> | VoteHandler['selection'] | QueryDefinition<QueryOperation>,
): OperationHandler {
  if (typeof definition === 'string')
    return {
      kind: 'vote',
      operation: operation as SubmitOperation,
      selection: definition,
      fingerprintOf: (parameters) => (parameters as { fingerprint: string }).fingerprint,
    };
  const defined = typeof definition === 'function' ? { handle: definition } : definition;
  if (operation.kind === 'query')
    return { kind: 'query', operation, ...(defined as Omit<QueryHandler, 'kind' | 'operation'>) };
  const rules = 'rules' in defined ? defined.rules : {};
  return { kind: 'submit', operation, ...(defined as Omit<SubmitHandler, 'kind' | 'operation'>), rules };
}
