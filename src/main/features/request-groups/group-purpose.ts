import type { APPROVE_SET, REJECT_SET } from '#preload/approval-card/verbs.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { StoredGroup, StoredRequest } from '../../storage/request-groups.ts';
import type { BatchPages } from '../approvals/module.ts';
import type { Expectation } from '../previews/module.ts';

/** What the approval surface says about a set; of a batch its lists come by pages. */
export interface GroupText extends Pick<Preview, 'effect' | 'summary' | 'sentence' | 'facts' | 'warnings'> {
  readonly batch?: BatchPages;
  /** What the act is called on the surface, where it is another than sending requests. */
  readonly act?: typeof APPROVE_SET | typeof REJECT_SET;
  /** How much longer than one request its review lasts, in ms; by its pages where nothing is given. */
  readonly readingMs?: number;
  /** That a person has to prove that they are here, though the effect alone would not ask for it. */
  readonly verifiesUser?: true;
}

/** Where a request stands in its set, and in the file that it came from. */
export type Place = Pick<StoredRequest, 'position' | 'line'>;

/** Puts a set into words out of the very bodies that would be stamped, one after the other. */
export interface GroupDescription {
  /**
   * @returns what the request's result is checked against
   * @throws AppError when a request cannot be read: then the set cannot be approved
   */
  add(operation: SubmitOperation, parameters: unknown, place: Place): Promise<Expectation>;
  end(): GroupText | Promise<GroupText>;
}

/** Takes what came of each request, before the request counts as settled; after a crash it may be told again. */
export interface ResultWriter {
  settled(request: StoredRequest, outcome: Outcome): Promise<void>;
  close(): Promise<void>;
}

/** What a set is for: how it is described, and who takes its results. */
export interface PurposeParts {
  describe(set: StoredGroup): GroupDescription;
  open(set: StoredGroup): Promise<ResultWriter>;
}
