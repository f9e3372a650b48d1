import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Target } from '../../service-client/client.ts';
import type { Expectation } from '../previews/module.ts';
import type { ResultHandler } from './result-handler.ts';

/** A request on its way: its bytes, whom it goes to, and what its result is checked against. */
export interface SentRequest {
  readonly operation: SubmitOperation;
  /** The exact bytes; nobody else may write to them. */
  readonly body: Uint8Array;
  readonly target: Target;
  readonly profileId: string;
  readonly expectation: Expectation;
  /** What its flow does with the answer. */
  readonly followUp?: ResultHandler | undefined;
  /** Whether these bytes were sent before: then a refusal for their age says nothing about the first time. */
  readonly resumed: boolean;
}
