import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Preview } from '../../../preload/contract/requests.ts';
import { submitBody } from '../../../protocol/catalogue/operation.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { toUtf8 } from '../../../protocol/encoding.ts';
import { ProtocolError } from '../../../protocol/error.ts';
import type { Clock } from '../../clock.ts';
import type { Session } from '../../session.ts';
import type { RequestSetStore, StoredRequest, StoredSet } from '../../storage/request-sets.ts';
import type { Timing } from '../../timing.ts';
import type { ApprovalDesk } from '../approval-desk.ts';
import { readParameters, submitOperation } from '../prepare.ts';
import type { Reviewed } from '../request-flow.ts';
import { DigestList } from './digest-list.ts';
import type { SetDescription, SetWords } from './set-purpose.ts';

const PAGE = 200;
const stored = z.looseObject({ parameters: z.unknown() });

/** The operation and the checked parameters of a stored request. @throws ProtocolError */
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
 * @throws ProtocolError when a stored request cannot be read
 */
async function gather(
  sets: RequestSetStore,
  set: StoredSet,
  nowMs: number,
  description: SetDescription,
): Promise<DigestList> {
  const counts = await sets.count(set.id);
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const list = new DigestList();
  for (let after = -1; ;) {
    const page = await sets.page(set.id, ['new', 'sent'], after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return list;
    const renewed: { position: number; body: string }[] = [];
    for (const request of page) {
      const { operation, parameters } = readRequest(request);
      await description.add(operation, parameters, request);
      let { body } = request;
      if (request.state === 'new') {
        // Each its own millisecond: requests that are alike must not share a fingerprint.
        body = submitBody(operation, set.organizationId, nowMs - total + request.position, parameters);
        renewed.push({ position: request.position, body });
      }
      list.add(request.position, toUtf8(body));
    }
    await sets.renew(set.id, renewed);
    after = last.position;
  }
}

/** @throws ProtocolError `SET_OF_ANOTHER` when a set was prepared for another profile or credential */
export function requireSameSession(set: StoredSet, { profile, credential }: Session): void {
  if (profile.id === set.profileId && credential.publicKey === set.publicKey) return;
  throw new ProtocolError(
    'SET_OF_ANOTHER',
    'This was prepared for another profile or credential than the selected ones.',
    'Select those that it was prepared with.',
  );
}

/**
 * Puts what is left of a set before the person, once for all of it.
 * @returns the digests that were approved, or how it was turned down
 * @throws ProtocolError `SET_OF_ANOTHER` when it was prepared for another profile or credential, and those of the desk
 */
export async function reviewSet(options: {
  readonly sets: RequestSetStore;
  readonly set: StoredSet;
  readonly session: Session;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly desk: ApprovalDesk<Reviewed>;
  readonly description: SetDescription;
  /** That it goes on after an approval of the same flow, which stands for the press that asks for it. */
  readonly follows?: 'approval' | undefined;
}): Promise<{ decision: 'approve'; list: DigestList } | { decision: 'deny' | 'expired' }> {
  const { sets, set, session, clock, timing, desk, description } = options;
  requireSameSession(set, session);
  const permit = desk.permit(options.follows);
  const list = await gather(sets, set, clock.now(), description);
  const preview = previewOf(session, clock.now(), timing, list, description.end());
  const decided = await desk.review(
    permit,
    { id: preview.id, digest: preview.digest, preview },
    timing.reviewMs,
  );
  if (decided.decision !== 'approve') return decided;
  decided.approval.spend({ id: preview.id, digest: list.digest() });
  return { decision: 'approve', list };
}

function previewOf(
  session: Session,
  nowMs: number,
  timing: Timing,
  list: DigestList,
  words: SetWords,
): Preview {
  const { label, publicKey, curve } = session.credential;
  return {
    id: randomUUID(),
    operation: 'request_set',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + timing.reviewMs,
    ...words,
    facts: [{ label: 'Requests', value: list.size.toLocaleString('en'), kind: 'number' }, ...words.facts],
    reading: null,
    pending: [],
    body: '',
    digest: list.digest(),
    credential: { label, publicKey, curve },
    profile: { ...session.profile },
  };
}
