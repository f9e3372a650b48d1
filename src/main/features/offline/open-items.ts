import type { ClaimedTable } from '#chains/model/chain.ts';
import type { OfflineItem, OutgoingFile } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { toHex } from '#protocol/encoding.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  fileStemOf,
  hasUntrusted,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { namedTables } from './lookup-tables.ts';
import type { FolderOfFile } from './stamps-beside.ts';

/** A file that can leave this computer, and where it was saved. */
export interface Outgoing<F extends OfflineFile> {
  readonly file: F;
  savedTo: string | null;
}

/** A request that lies open in the window, with what became of it. */
export interface OpenItem {
  readonly id: string;
  readonly request: Outgoing<OfflineRequest>;
  readonly digest: string;
  readonly profileName: string;
  readonly credentialLabel: string;
  readonly preview: Preview;
  readonly refusal: OfflineItem['refusal'];
  readonly isMadeHere: boolean;
  /** Lookup tables that were added here, beside the file and not in it. */
  readonly tables: readonly ClaimedTable[];
  /** Bitcoin transactions that were added here in the same way, as bytes without witnesses. */
  readonly previous: readonly Uint8Array[];
  /** What its transaction could use of such, and which file has each. */
  readonly namedPrevious: OfflineItem['previousTransactions'];
  readonly from?: FolderOfFile | undefined;
  stamp?: Outgoing<OfflineStamp> & { readonly isMadeHere: boolean; readonly atMs: number };
  answer?: Outgoing<OfflineAnswer>;
}

/** What a file of a request is called. */
export const offlineNameOf = ({ body }: OfflineRequest, { format }: OfflineFile): string =>
  `${fileStemOf(body)}.${format}`;

const outgoingOf = (request: OfflineRequest, { file, savedTo }: Outgoing<OfflineFile>): OutgoingFile => ({
  name: offlineNameOf(request, file),
  size: writeOfflineFile(file).length,
  savedTo,
});

/** An open request as the window is told of it. */
export function offlineItemOf({ id, digest, request, stamp, answer, ...item }: OpenItem): OfflineItem {
  const { file } = request;
  const { operation, summary, effect, sentence } = item.preview;
  return {
    ...{ id, digest, operation, summary, effect, sentence },
    previewId: item.preview.id,
    lapsesAtMs: file.lapses,
    profileName: item.profileName,
    publicKey: toHex(file.credential.publicKey),
    credentialLabel: item.credentialLabel,
    hasUnverified: hasUntrusted(file) || item.tables.length > 0,
    lookupTables: namedTables(item.preview, file, item.tables),
    previousTransactions: item.namedPrevious,
    refusal: item.refusal,
    request: outgoingOf(file, request),
    isMadeHere: item.isMadeHere,
    stamp:
      stamp === undefined
        ? null
        : { ...outgoingOf(file, stamp), isMadeHere: stamp.isMadeHere, atMs: stamp.atMs },
    answer: answer === undefined ? null : { ...outgoingOf(file, answer), status: answer.file.status },
  };
}
