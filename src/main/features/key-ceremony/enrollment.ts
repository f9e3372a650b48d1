import { fingerprintOf } from '#protocol/activity.ts';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { submitResponse } from '#protocol/catalogue/operation.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import type { CeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { credentialsOf } from '#protocol/offline/check-transcript.ts';
import {
  type OfflineAnswer,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
} from '#protocol/offline/offline-files.ts';
import type { CeremonyAct, Transcript } from '#protocol/offline/transcript.ts';
import { parametersOf, requireStampOf } from '../offline/module.ts';
import { ceremonyError } from './errors.ts';

/** The three files of a registration. */
export interface EnrollmentFiles {
  readonly request: OfflineRequest;
  readonly stamp: OfflineStamp;
  readonly answer: OfflineAnswer;
}

const refused = (why: string): AppError => ceremonyError('CEREMONY_ENROLLMENT', { why });

/**
 * Holds a registration against the ceremony: the request registers its keys and no other, somebody stamped exactly that, and the
 * answer says of it that it was done. The service doesn’t sign answers: that it was, is the word of whoever carried it.
 * @returns an entry for each person whose key it registers
 * @throws AppError `CEREMONY_ENROLLMENT`, `OFFLINE_STAMP_FOREIGN`, `OFFLINE_STAMP_INVALID`
 */
export function enrollmentActs(
  transcript: Transcript,
  { request, stamp, answer }: EnrollmentFiles,
): Extract<CeremonyAct, { step: 'enroll' }>[] {
  if (request.operation !== createApiKeys.path) throw refused('the request creates no API keys');
  if (request.organization !== transcript.organization)
    throw refused('the request is for another organization');
  const parsed = createApiKeys.parameters.safeParse(parametersOf(request));
  if (!parsed.success) throw refused('the request’s parameters aren’t those of new API keys');
  requireStampOf(request, stamp);
  const requestDigest = digestOfFile(request);
  if (!isSameBytes(answer.request, requestDigest) || !isSameBytes(answer.body, stamp.body))
    throw refused('the answer is for another request');
  const activity = completedActivity(request, answer);
  const kept = [...credentialsOf(transcript)];
  return parsed.data.apiKeys.map(({ publicKey, curveType }) => {
    const [of, credential] =
      kept.find(([, each]) => each.step === 'create' && toHex(each.publicKey) === publicKey) ?? [];
    if (of === undefined || credential === undefined)
      throw refused(`the request registers a key that wasn’t made here, ${publicKey}`);
    if (credential.curve !== curveType) throw refused(`${of}’s key is registered with another curve`);
    return {
      step: 'enroll',
      of,
      user: parsed.data.userId,
      enroller: request.credential.publicKey,
      request: requestDigest,
      stamp: digestOfFile(stamp),
      answer: digestOfFile(answer),
      activity,
    };
  });
}

function completedActivity(request: OfflineRequest, answer: OfflineAnswer): string {
  if (answer.status !== 200) throw refused(`the service refused it with HTTP ${answer.status}`);
  let value: unknown;
  try {
    value = JSON.parse(fromUtf8(answer.answer, 'answer'));
  } catch (cause) {
    throw ceremonyError('CEREMONY_ENROLLMENT', { why: 'the answer is no JSON', cause });
  }
  const parsed = submitResponse.safeParse(value);
  if (!parsed.success) throw refused('the answer holds no activity');
  const { id, status, fingerprint, organizationId, type } = parsed.data.activity;
  if (
    fingerprint !== fingerprintOf(request.body) ||
    organizationId !== request.organization ||
    type !== createApiKeys.type
  )
    throw refused('the answer is about another request');
  if (status !== 'ACTIVITY_STATUS_COMPLETED') throw refused(`its activity has the status ${status}`);
  return id;
}

/** The parameters that register one of a ceremony’s keys. @throws AppError `CEREMONY_STEP.person` */
export function enrollmentParameters({ credentials }: CeremonyKeys, name: string, userId: string): unknown {
  const credential = credentials.find((each) => each.name === name);
  if (credential === undefined) throw ceremonyError('CEREMONY_STEP.person', { name });
  const { publicKey, curve: curveType } = credential;
  return { userId, apiKeys: [{ apiKeyName: name, publicKey, curveType }] };
}
