import type { Fact } from '#chains/model/decoded.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { STAMP_SET } from '#preload/approval-card/verbs.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { fileStemOf, hasUntrusted, type OfflineRequest } from '#protocol/offline/offline-files.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type { BatchPages } from '../approvals/module.ts';
import { describeBatch } from '../batches/module.ts';
import { NO_NAMES } from '../previews/module.ts';
import { DigestList, groupPreview } from '../request-groups/module.ts';
import { offlineError, offlineWarning } from './errors.ts';
import { type LookedAt, parametersOf } from './offline-card.ts';
import { WEIGHT } from './offline-preview.ts';
import { type OwnReads, signerOf, trustedReads } from './offline-reads.ts';

/** Many request files under one approval: what is shown of them, and what the approval is bound to. */
export interface OfflineBatch {
  /** As the approval surface takes it; its digest is `digest`. */
  readonly preview: Preview;
  readonly pages: BatchPages;
  /** SHA-256 as hex over the preview digest of each request, in order, and over all that is shown of them together. */
  readonly digest: string;
  /** For each request, in order, the digest of its own preview. */
  readonly previewDigests: readonly string[];
}

/** So many files are said one by one; the order of more is that of the window's list. */
const SAID = 30;

/** Which file is meant by a line: the card speaks of lines, as of those of an online batch's file. */
const linesOf = (requests: readonly OfflineRequest[]): Fact[] =>
  requests.length > SAID
    ? []
    : requests.map(({ body }, index) => ({
        label: `Line ${index + 1}`,
        value: `${fileStemOf(body)}.keyops-request`,
        kind: 'text',
      }));

/** The most requests under one approval. */
export const MOST_IN_BATCH = 200;

/**
 * Reads many requests as an online batch is read: totals, recipients, what stands out. Only what this console knows by itself is
 * shown of them; what the files brought is left out, and a request that cannot be read without it is approved by itself.
 * @param looked each request as it was looked at by itself
 * @throws AppError `OFFLINE_BATCH`
 */
export async function describeOfflineBatch(
  items: readonly { readonly request: OfflineRequest; readonly looked: LookedAt }[],
  session: SigningContext,
  own: OwnReads,
  { clock, timing }: { readonly clock: Clock; readonly timing: Timing },
): Promise<OfflineBatch> {
  let current: unknown;
  const reads = {
    ...trustedReads(own, session, null),
    listAccounts: () => Promise.resolve(signerOf(current)),
  };
  // Who signs is the file's word: it makes nobody a recipient that is known.
  const description = describeBatch(reads, clock, { namesOf: () => Promise.resolve(NO_NAMES) });
  const bodies = new DigestList();
  const seen = new Set<string>();
  for (const [position, { request }] of items.entries()) {
    const name = fileStemOf(request.body);
    if (seen.has(name)) throw offlineError('OFFLINE_BATCH.twice', { name });
    seen.add(name);
    current = parametersOf(request);
    try {
      await description.add(submitOperation(request.operation), current, { position, line: position + 1 });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw offlineError('OFFLINE_BATCH.unreadable', { name, why: error.message });
    }
    bodies.add(position, request.body);
  }
  const words = await description.end();
  const made = groupPreview({ session, nowMs: clock.now(), timing }, bodies, {
    ...words,
    summary: 'Stamp a batch of requests',
  });
  const previewDigests = items.map(({ looked }) => looked.card.previewDigest);
  const previews = items.map(({ looked }) => looked.card.preview);
  const again = items.filter(({ looked }) => looked.stampedAtMs !== undefined).length;
  const brought = items.filter(({ request }) => hasUntrusted(request)).length;
  const shown = {
    effect: previews.reduce(
      (most, { effect }) => (WEIGHT[effect] > WEIGHT[most] ? effect : most),
      made.effect,
    ),
    summary: made.summary,
    // Nothing is sent from here.
    sentence: made.sentence.map((part, index) =>
      index === 0 ? { ...part, value: part.value.replace(/^Sign and send/, 'Stamp') } : part,
    ),
    facts: [
      ...made.facts,
      ...linesOf(items.map(({ request }) => request)),
      ...(brought === 0
        ? []
        : [{ label: 'The files’ own words', value: `Left out, of ${brought} files`, kind: 'text' as const }]),
    ],
    warnings: [
      ...(again === 0 ? [] : [offlineWarning('OFFLINE_SOME_STAMPED', { count: again })]),
      ...made.warnings,
    ],
  };
  const pages = words.batch.all();
  const digest = sha256Hex(toUtf8(JSON.stringify(['keyops-batch', 1, previewDigests, shown, pages])));
  return {
    preview: {
      ...made,
      ...shown,
      operation: STAMP_SET,
      digest,
      ...(previews.some(({ verifiesUser }) => verifiesUser === true) ? { verifiesUser: true as const } : {}),
      // No longer than a service would take each of them.
      expiresAtMs: Math.min(made.expiresAtMs, ...items.map(({ request }) => request.lapses)),
    },
    pages: words.batch,
    digest,
    previewDigests,
  };
}
