import { fromHex, sha256Hex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import { type OfflineRequest, type OfflineStamp, digestOfFile } from '#protocol/offline/offline-files.ts';
import { STAMP_HEADER, parseStamp, verifyStamp } from '#protocol/stamp.ts';
import { holdsWebauthnVote } from '#protocol/webauthn-stamp.ts';
import type { Journal } from '../../journal/journal.ts';
import { offlineError } from './errors.ts';

/** Refuses a stamp that is not the request's, or does not hold. @throws AppError `OFFLINE_STAMP_FOREIGN`, `OFFLINE_STAMP_INVALID` */
export function requireStampOf(request: OfflineRequest, stamp: OfflineStamp): void {
  if (!isSameBytes(stamp.body, fromHex(sha256Hex(request.body))))
    throw offlineError('OFFLINE_STAMP_FOREIGN', { what: 'its body is another' });
  if (!isSameBytes(stamp.request, digestOfFile(request)))
    throw offlineError('OFFLINE_STAMP_FOREIGN', {
      what: 'the request file was changed after it was stamped',
    });
  const publicKey = toHex(request.credential.publicKey);
  if (stamp.header !== STAMP_HEADER) {
    if (request.credential.kind === 'passkey' && holdsWebauthnVote(publicKey, request.body, stamp.value))
      return;
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it isn’t the passkey’s over this body' });
  }
  let parsed;
  try {
    parsed = parseStamp(stamp.value);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it is malformed', cause });
  }
  if (parsed.publicKey !== publicKey)
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it is by another key than the request’s' });
  if (!verifyStamp(parsed, request.body))
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'its signature is over other bytes' });
}

const PAGE = 500;

/** Whether the journal has a line about that body with that outcome, from when it was stamped on. */
export async function hasLine(
  journal: Pick<Journal, 'list'>,
  { digest, outcome }: { readonly digest: string; readonly outcome: string },
  sinceMs: number,
): Promise<boolean> {
  let before: number | null = null;
  for (;;) {
    const lines = await journal.list(before, PAGE, 'all');
    if (lines.some((line) => line.digest === digest && line.outcome === outcome)) return true;
    const last = lines.at(-1);
    if (last === undefined || lines.length < PAGE || Date.parse(last.time) < sinceMs) return false;
    before = last.number;
  }
}
