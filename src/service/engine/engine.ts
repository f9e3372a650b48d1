import type { Caller } from '../authentication/caller.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import type { IssuerKeys } from '../oidc/issuer-keys.ts';
import type { Store } from '../storage/store.ts';
import type { GroupCommitWriter } from '../storage/writer.ts';
import type { SubmitContext } from './operation-handler.ts';
import type { HandlerFinder } from './proposal.ts';

/** What activities are made with. */
export interface Engine {
  readonly writer: GroupCommitWriter;
  readonly storageKey: StorageKey;
  readonly enclaveKeys: EnclaveKeys;
  readonly issuerKeys: IssuerKeys;
  readonly allowPrivateWebhooks: boolean;
  readonly now: () => number;
  readonly nextActivityId: () => string;
  readonly submitHandlerOf: HandlerFinder;
}

/** What a handler gets to work with, at the time of its activity. @param caller the user who made the request */
export const contextOf = (
  { storageKey, enclaveKeys, issuerKeys, allowPrivateWebhooks }: Engine,
  store: Store,
  caller: Caller,
  now: number,
): SubmitContext => ({ store, caller, storageKey, enclaveKeys, issuerKeys, allowPrivateWebhooks, now });
