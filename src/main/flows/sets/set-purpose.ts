import type { Outcome, Preview } from '../../../preload/contract/requests.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import type { StoredRequest, StoredSet } from '../../storage/request-sets.ts';

/** What the approval surface says about a set. */
export type SetWords = Pick<Preview, 'effect' | 'summary' | 'sentence' | 'facts' | 'warnings'>;

/** Where a request stands in its set, and in the file that it came from. */
export type Place = Pick<StoredRequest, 'position' | 'line'>;

/** Puts a set into words out of the very bodies that would be stamped, one after the other. */
export interface SetDescription {
  /** @throws ProtocolError when a request cannot be read: then the set cannot be approved */
  add(operation: SubmitOperation, parameters: unknown, place: Place): Promise<void>;
  end(): SetWords;
}

/** Takes what came of each request, before the request counts as settled; after a crash it may be told again. */
export interface SetSink {
  settled(request: StoredRequest, outcome: Outcome): Promise<void>;
  close(): Promise<void>;
}

/** What a set is for: how it is described, and who takes its results. */
export interface PurposeParts {
  describe(set: StoredSet): SetDescription;
  open(set: StoredSet): Promise<SetSink>;
}
