import type { WireForm } from '#protocol/wire.ts';
import type { Caller } from '../authentication/caller.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import type { KeyThreads } from '../keys/key-threads.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { IssuerKeys } from '../oidc/issuer-keys.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import type { PrepareContext, Prepared, SubmitContext } from './operation-handler.ts';
import type { HandlerFinder } from './proposal.ts';

/** What activities are made with. */
export interface Engine {
  readonly writer: Writer;
  readonly keyRing: KeyRing;
  readonly enclaveKeys: EnclaveKeys;
  readonly issuerKeys: IssuerKeys;
  readonly keyThreads: KeyThreads;
  readonly allowPrivateWebhooks: boolean;
  readonly wire: WireForm;
  readonly now: () => number;
  /** @param others the newest that another process made */
  readonly nextActivityId: (others?: string) => string;
  readonly submitHandlerOf: HandlerFinder;
}

/** Who asks, for whom something is done, and when (milliseconds since the epoch). */
interface Occasion {
  readonly store: Store;
  readonly caller: Caller;
  readonly now: number;
}

/** What a handler gets to work with. @param prepared what was made for it before */
export const contextOf = (
  { keyRing, enclaveKeys, issuerKeys, allowPrivateWebhooks, wire }: Engine,
  occasion: Occasion,
  prepared: Prepared | undefined,
): SubmitContext => ({
  ...{ keyRing, enclaveKeys, issuerKeys, allowPrivateWebhooks, wire },
  ...occasion,
  prepared,
});

/** What a handler gets to prepare with. */
export const preparationOf = (engine: Engine, occasion: Occasion): PrepareContext => ({
  ...contextOf(engine, occasion, undefined),
  organizationId: occasion.caller.organizationId,
  keyThreads: engine.keyThreads,
});
