import { randomUUID } from 'node:crypto';
import { formatTime } from '#chains/model/amounts.ts';
import type { Preview } from '#preload/contract/requests.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import { offlineWarning } from './errors.ts';
import type { LookedAt } from './offline-card.ts';

/** The preview, with what an approval of a file is about beside its body. */
export const withFile = (preview: Preview, request: OfflineRequest, digest: string): Preview => ({
  ...preview,
  facts: [
    ...preview.facts,
    { label: 'Request file', value: digest, kind: 'hash' },
    { label: 'Lapses', value: formatTime(BigInt(Math.floor(request.lapses / 1000))), kind: 'time' },
  ],
});

/** What the approval surface shows of a request that can be stamped now: no longer than a service would take it. */
export function shownOf(
  request: OfflineRequest,
  { card, stampedAtMs }: LookedAt,
  { clock, timing }: { readonly clock: Clock; readonly timing: Timing },
): Preview {
  const nowMs = clock.now();
  const preview = withFile(card.preview, request, card.requestDigest);
  const at = formatTime(BigInt(Math.floor((stampedAtMs ?? 0) / 1000)));
  return {
    ...preview,
    id: randomUUID(),
    createdAtMs: nowMs,
    expiresAtMs: Math.min(nowMs + timing.reviewMs, request.lapses),
    warnings: [
      ...(stampedAtMs === undefined ? [] : [offlineWarning('OFFLINE_STAMPED_BEFORE', { at })]),
      ...preview.warnings,
    ],
  };
}
