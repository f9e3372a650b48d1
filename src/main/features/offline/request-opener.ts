import { randomUUID } from 'node:crypto';
import { errorText } from '#protocol/define-errors.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { type OfflineRequest, digestOfFile } from '#protocol/offline/offline-files.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import type { OfflineRequests } from './offline-flow.ts';
import type { OpenItem } from './open-items.ts';
import { shownOf, withFile } from './shown-request.ts';

/** What keeps a request from being stamped here, and not from being carried or made anew. */
const CARRIED = new Set(['OFFLINE_CREDENTIAL_UNKNOWN', 'OFFLINE_LAPSED']);

/** Makes what reads a request for the window: as one to be stamped here or, where that cannot be, to be carried. */
export const createRequestOpener =
  ({
    offline,
    ...times
  }: {
    readonly offline: Pick<OfflineRequests, 'look' | 'read'>;
    readonly clock: Clock;
    readonly timing: Timing;
  }) =>
  async (
    request: OfflineRequest,
    {
      id = randomUUID(),
      isMadeHere,
      tables = [],
      previous = [],
    }: Pick<OpenItem, 'isMadeHere'> & Partial<Pick<OpenItem, 'id' | 'tables' | 'previous'>>,
  ): Promise<OpenItem> => {
    const digest = toHex(digestOfFile(request));
    const base = { id, request: { file: request, savedTo: null }, digest, isMadeHere, tables, previous };
    try {
      const looked = await offline.look(request, { tables, previous });
      return {
        ...base,
        profileName: looked.profile.name,
        credentialLabel: looked.credential.label,
        preview: shownOf(request, looked, times),
        namedPrevious: looked.card.previousTransactions,
        refusal: null,
      };
    } catch (error) {
      if (!(error instanceof AppError) || !CARRIED.has(error.code)) throw error;
      const { code, message, remedy } = errorText(error);
      const { card, profile } = await offline.read(request, { tables, previous });
      return {
        ...base,
        profileName: profile.name,
        credentialLabel: card.preview.credential.label,
        preview: withFile(card.preview, request, card.requestDigest),
        namedPrevious: card.previousTransactions,
        refusal: { code, message, remedy },
      };
    }
  };
