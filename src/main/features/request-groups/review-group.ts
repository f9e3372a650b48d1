import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { REQUEST_SET } from '#preload/approval-card/verbs.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { type SubmitOperation, submitBody } from '#protocol/catalogue/operation.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import { readParameters, submitOperation } from '../../service-client/request-parts.ts';
import type { RequestGroupStore, StoredGroup, StoredRequest } from '../../storage/request-groups.ts';
import type { ApprovalGate, ApprovalRequest, BatchPages } from '../approvals/module.ts';
import type { Expectation } from '../previews/module.ts';
import { groupError } from './errors.ts';
import type { GroupDescription, GroupText } from './group-purpose.ts';
import type { StampTimes } from './stamp-times.ts';

const PAGE = 200;
/** How much longer a review lasts for each further page of a batch, and for all of them at most. */
const PAGE_READING_MS = 15_000;
const MOST_READING_MS = 15 * 60_000;
const stored = z.looseObject({ parameters: z.unknown() });

/** The digests of many bodies in their order: what one approval of all of them is bound to. */
export class DigestList {
  readonly #digests = new Map<number, Uint8Array>();
  readonly #expectations = new Map<number, Expectation>();

  /** How many bodies it covers. */
  get size(): number {
    return this.#digests.size;
  }

  /** Adds the body of a request in its place, and what its result is checked against. */
  add(position: number, body: Uint8Array, expectation?: Expectation): void {
    this.#digests.set(position, sha256(body));
    if (expectation !== undefined) this.#expectations.set(position, expectation);
  }

  /** What was added with the body in this place. */
  expectationAt(position: number): Expectation | undefined {
    return this.#expectations.get(position);
  }

  /** Whether this very body was added in this place. */
  covers(position: number, body: Uint8Array): boolean {
    const known = this.#digests.get(position);
    return known !== undefined && toHex(known) === toHex(sha256(body));
  }

  /** SHA-256 over the SHA-256 digests (32 bytes each) in the order they were added, as hex. */
  digest(): string {
    const whole = sha256.create();
    for (const digest of this.#digests.values()) whole.update(digest);
    return toHex(whole.digest());
  }
}

/** The operation and the checked parameters of a stored request. @throws AppError */
export function readRequest({ operation: path, body }: Pick<StoredRequest, 'operation' | 'body'>): {
  operation: SubmitOperation;
  parameters: unknown;
} {
  const operation = submitOperation(path);
  return { operation, parameters: readParameters(operation, stored.parse(JSON.parse(body)).parameters) };
}

/**
 * Sets the time of every request that was never sent anew, and reads all that are left: what is described is what the
 * digests are of. Bodies that may have been sent stay as they are, byte for byte.
 * @throws AppError when a stored request cannot be read
 */
async function gather(
  groups: RequestGroupStore,
  set: StoredGroup,
  timesOf: (count: number) => number,
  description: GroupDescription,
): Promise<{ list: DigestList; importsSecrets: boolean }> {
  const counts = await groups.count(set.id);
  const fromMs = timesOf(Object.values(counts).reduce((sum, each) => sum + each, 0));
  const list = new DigestList();
  let importsSecrets = false;
  for (let after = -1; ;) {
    const page = await groups.page(set.id, ['new', 'sent'], after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return { list, importsSecrets };
    const renewed: { position: number; body: string }[] = [];
    for (const request of page) {
      const { operation, parameters } = readRequest(request);
      const expectation = await description.add(operation, parameters, request);
      importsSecrets ||= operation.importsSecrets === true;
      let { body } = request;
      if (request.state === 'new') {
        // Each its own millisecond: requests that are alike must not share a fingerprint.
        body = submitBody(operation, set.organizationId, fromMs + request.position, parameters);
        renewed.push({ position: request.position, body });
      }
      list.add(request.position, toUtf8(body), expectation);
    }
    await groups.renew(set.id, renewed);
    after = last.position;
  }
}

/** @throws AppError `SET_OF_ANOTHER` when a set was prepared for another profile or credential, or the profile moved since */
export function requireSameContext(set: StoredGroup, { profile, credential, moves }: SigningContext): void {
  if (profile.id !== set.profileId || credential.publicKey !== set.publicKey)
    throw groupError('SET_OF_ANOTHER.context');
  requireSamePlace(set, moves);
}

/** @throws AppError `SET_OF_ANOTHER` when the profile leads to another place than a set was made for */
export function requireSamePlace(set: Pick<StoredGroup, 'moves'>, moves: number): void {
  if (set.moves !== moves) throw groupError('SET_OF_ANOTHER.moved');
}

/**
 * Puts what is left of a set before the person, once for all of it.
 * @returns the digests that were approved, or how it was turned down
 * @throws AppError `SET_OF_ANOTHER` when it was prepared for another profile or credential, and those of the gate
 */
export async function reviewGroup(options: {
  readonly groups: RequestGroupStore;
  readonly set: StoredGroup;
  readonly session: SigningContext;
  readonly clock: Clock;
  readonly times: StampTimes;
  readonly timing: Timing;
  readonly gate: ApprovalGate<ApprovalRequest>;
  readonly description: GroupDescription;
  /** Throws once a profile was selected: what describes the set is read from the selected one. */
  readonly requireSame: () => void;
  /** The id of an approval of the same flow that it goes on after, which stands for the press that asks for it. */
  readonly follows?: string | undefined;
}): Promise<{ decision: 'approve'; list: DigestList; previewId: string } | { decision: 'deny' | 'expired' }> {
  const { groups, set, session, clock, times, timing, gate, description } = options;
  requireSameContext(set, session);
  const permit = gate.permit(options.follows);
  const { list, importsSecrets } = await gather(
    groups,
    set,
    (count) => times.take(clock.now(), count),
    description,
  );
  const words = await description.end();
  options.requireSame();
  const made = groupPreview({ session, nowMs: clock.now(), timing }, list, words);
  const preview: Preview =
    importsSecrets || words.verifiesUser === true ? { ...made, verifiesUser: true } : made;
  const { batch } = words;
  const subject = { id: preview.id, digest: preview.digest, preview };
  const limitMs = preview.expiresAtMs - preview.createdAtMs;
  const decided = await gate.review(permit, batch === undefined ? subject : { ...subject, batch }, limitMs);
  if (decided.decision !== 'approve') return decided;
  decided.approval.consume({ id: preview.id, digest: list.digest() });
  return { decision: 'approve', list, previewId: preview.id };
}

/** Each further page that must be seen gives time to read it. */
const readingOf = (batch: BatchPages | undefined): number => {
  if (batch === undefined) return 0;
  const { lines, recipients } = batch.outline;
  return Math.max(0, lines.pages + recipients.pages - 1) * PAGE_READING_MS;
};

/** What the approval surface shows of a set; of a batch, the first page of each of its lists. */
export function groupPreview(
  { session, nowMs, timing }: { session: SigningContext; nowMs: number; timing: Timing },
  list: DigestList,
  { batch, act, readingMs = readingOf(batch), ...words }: GroupText,
): Preview {
  const { label, publicKey, curve } = session.credential;
  return {
    id: randomUUID(),
    operation: act ?? REQUEST_SET,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + timing.reviewMs + Math.min(MOST_READING_MS, readingMs),
    ...words,
    facts: [{ label: 'Requests', value: list.size.toLocaleString('en'), kind: 'number' }, ...words.facts],
    reading: null,
    pending: [],
    ...(batch === undefined ? {} : { batch: batch.outline }),
    body: '',
    digest: list.digest(),
    credential: { label, publicKey, curve },
    profile: { ...session.profile },
  };
}
