import type { KnownContacts } from '../../context/console-context.ts';
import type { Clock } from '../../platform/clock.ts';
import { createYield } from '../../platform/pacing.ts';
import {
  NO_NAMES,
  type OwnNames,
  type PreviewParts,
  type PreviewReads,
  previewMakerOf,
  readOwnNames,
} from '../previews/module.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { GroupDescription, GroupText, Place } from '../request-groups/module.ts';
import type { StoredGroup } from '../../storage/request-groups.ts';
import { Mentions } from './address-index.ts';
import { BatchSummary } from './batch-summary.ts';
import { batchText } from './batch-text.ts';
import { earlierPayments } from './rare-recipients.ts';

/** What a batch is described as: its pages are always there. */
export interface BatchDescription extends GroupDescription {
  /** Describes a line that was left out of the batch. */
  leaveOut(line: number): void;
  /** The lines that are left out. */
  readonly leftOut: Mentions;
  end(): Promise<GroupText & Awaited<ReturnType<typeof batchText>>>;
}

interface BatchOptions {
  /** Which addresses are ours, and what they are called. */
  readonly namesOf?: (reads: PreviewReads) => Promise<OwnNames>;
  /** What one request says; its own preview where nothing else is given. */
  readonly read?: (operation: SubmitOperation, parameters: unknown, place: Place) => Promise<PreviewParts>;
  /** What was left out when the batch was made. */
  readonly leftOut?: StoredGroup['leftOut'];
  /** So many lines stand on one page of the surface at least. */
  readonly linesOnPage?: number;
}

/** Reads each request of a batch as its own preview would, and adds them up. */
export function describeBatch(
  reads: PreviewReads,
  clock: Clock,
  options: BatchOptions = {},
): BatchDescription {
  const { namesOf = readOwnNames } = options;
  const linesOnPage = options.linesOnPage === undefined ? {} : { linesOnPage: options.linesOnPage };
  const read: NonNullable<BatchOptions['read']> =
    options.read ??
    ((operation, parameters) => previewMakerOf(operation)(parameters, { operation, ...reads }));
  const leftOut = new Mentions(options.leftOut ?? undefined);
  const summed = new BatchSummary();
  const yieldToEventLoop = createYield();
  const earlier = earlierPayments(reads);
  let own = NO_NAMES;
  let contacts: Pick<KnownContacts, 'addresses' | 'nameOf'> = NO_NAMES;
  let verifiesUser = false;
  return {
    leftOut,
    leaveOut: (line) => leftOut.add(line),
    add: async (operation, parameters, place) => {
      const { line, position } = place;
      const parts = await read(operation, parameters, place);
      verifiesUser ||= parts.verifiesUser === true;
      await earlier.look(parameters, parts);
      summed.add({ line: line ?? position + 1, operation, parameters, parts }, clock.now());
      // Only where there is an address: a batch without one is read by users who may list no keys.
      if (!summed.addresses.isEmpty) {
        own = await namesOf(reads);
        contacts = (await reads.contacts?.()) ?? contacts;
      }
      await yieldToEventLoop();
      return parts.expectation;
    },
    end: async () => ({
      ...(await batchText(summed, own, earlier, { contacts, leftOut, yieldToEventLoop, ...linesOnPage })),
      ...(verifiesUser ? { verifiesUser: true as const } : {}),
    }),
  };
}
