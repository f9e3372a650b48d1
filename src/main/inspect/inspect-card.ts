import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { buildCard } from '#preload/approval-card/card-model.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import type { SigningContext } from '../context/context-resolver.ts';
import { type BatchLine, batchInvalid } from '../features/batches/read-lines.ts';
import { BatchRefused, checkedRequests } from '../features/batches/checked-requests.ts';
import { describeBatch } from '../features/batches/describe-batch.ts';
import { type CardText, writeCard } from '../features/previews/card-text.ts';
import type { PreviewReads } from '../features/previews/preview-maker.ts';
import { DigestList, groupPreview } from '../features/request-groups/review-group.ts';
import { prepare } from '../features/requests/prepare.ts';
import { type Clock, TIMING } from '../platform/clock.ts';
import type { InspectInput } from './inspect-input.ts';
import { inspectReads } from './inspect-reads.ts';

/** Who would stamp: nobody. The card has these words where the surface names the credential and the organization. */
const NOBODY: SigningContext = {
  profile: {
    id: 'inspect',
    name: 'Not connected',
    organizationId: '00000000-0000-4000-8000-000000000000',
    organizationName: 'Not connected',
  },
  credential: {
    kind: 'key',
    publicKey: '',
    profileId: 'inspect',
    curve: 'API_KEY_CURVE_P256',
    label: 'None',
    createdAtMs: 0,
    expiresAtMs: null,
  },
  moves: 0,
};

/**
 * Makes the card that the approval surface would show for a request, or for several under one approval.
 * @throws AppError why the console would refuse it
 */
export async function inspectCard(
  input: InspectInput,
  interfaces: ContractInterfaces,
  clock: Clock,
): Promise<CardText> {
  const reads = inspectReads(input.ours, interfaces);
  const preview =
    'requests' in input
      ? await batchPreview(input.requests, reads, clock)
      : (await prepare({ ...input, session: NOBODY, clock, previewMs: TIMING.previewMs, reads })).preview;
  const nowMs = clock.now();
  const card = buildCard({ preview, deniesAtMs: nowMs + TIMING.reviewMs, nowMs, theme: 'system' });
  return writeCard(card, isBlind(preview));
}

async function batchPreview(
  requests: Extract<InspectInput, { requests: unknown }>['requests'],
  reads: PreviewReads,
  clock: Clock,
): Promise<Preview> {
  const description = describeBatch(reads, clock);
  const nowMs = clock.now();
  const digests = new DigestList();
  try {
    for await (const { operation, parameters } of checkedRequests(linesOf(requests), description)) {
      const position = digests.size;
      const body = submitBody(operation, NOBODY.profile.organizationId, nowMs + position, parameters);
      digests.add(position, toUtf8(body));
    }
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error;
    const [first] = error.problems;
    throw batchInvalid(`Request ${first?.line ?? 1}, ${first?.field ?? ''}: ${first?.message ?? ''}`, error);
  }
  const words = await description.end();
  const preview = groupPreview({ session: NOBODY, nowMs, timing: TIMING }, digests, words);
  // The surface asks for one page after the other; here they are all on the card.
  return { ...preview, batch: { ...words.batch.outline, pages: words.batch.all() } };
}

async function* linesOf(
  requests: Extract<InspectInput, { requests: unknown }>['requests'],
): AsyncGenerator<BatchLine> {
  for (const [index, { operation, parameters }] of requests.entries()) {
    yield await Promise.resolve({ entry: { line: index + 1, operation, parameters, reference: null } });
  }
}

/** Whether a part of it could not be read; of a batch, whether that holds for one of its lines. */
const isBlind = ({ reading, warnings }: Preview): boolean =>
  reading?.blind === true || warnings.some(({ code }) => code.startsWith('BLIND_'));
