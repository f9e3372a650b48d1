import { randomUUID } from 'node:crypto';
import {
  MOST_BY_CODES,
  type OfflineItem,
  type OfflineKind,
  type OfflineState,
  type OpenedAnswerView,
  type OutgoingFile,
} from '#preload/contract/offline.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { errorText } from '#protocol/define-errors.ts';
import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { offlineFrameError } from '#protocol/offline/errors.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
  fileStemOf,
  hasUntrusted,
  readAnyOfflineFile,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import { consoleError } from '../../platform/errors.ts';
import type { Host } from '../../platform/host.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type { ApprovalGate, ApprovalRequest } from '../approvals/module.ts';
import type { KeyExportParts } from '../key-export/module.ts';
import { offlineError } from './errors.ts';
import { shownOf, withFile } from './shown-request.ts';
import type { OfflineRequests, OpenedFile } from './offline-flow.ts';
import { requireStampOf } from './offline-requests.ts';
import { type FolderOfFile, saveInto } from './stamps-beside.ts';

/** What lies open in the window: requests with what became of them, and answers that were opened. */
export interface OfflineDesk {
  state(): OfflineState;
  /**
   * Takes a file of a round by its bytes, however they came.
   * @param from the folder that it was read from, where its stamp can be saved beside it
   * @returns the ID of the request or answer that it belongs to
   * @throws AppError why it is not taken
   */
  take(bytes: Uint8Array, from?: FolderOfFile): Promise<string>;
  /** @throws AppError `OFFLINE_CLOSED` */
  preview(id: string): Preview;
  /** Has a request approved and stamps it. @throws AppError */
  review(id: string): Promise<'approve' | 'deny' | 'expired'>;
  /** Has many requests approved at once, stamps them, and saves the stamps beside those that came from a folder. @throws AppError */
  reviewAll(ids: readonly string[]): Promise<ReviewedAll>;
  /** Makes a request, and opens it. @throws AppError */
  prepare(...given: Parameters<OfflineRequests['prepare']>): Promise<string>;
  /** Makes a request of a preview's bytes, and opens it. @throws AppError */
  ofPreview(...given: Parameters<OfflineRequests['ofPreview']>): Promise<string>;
  /** Puts a request with the same content and a new time in the place of one. @throws AppError */
  again(id: string): Promise<string>;
  /** @throws AppError `OFFLINE_NOT_STAMPED`, ServiceError */
  send(id: string): Promise<void>;
  save(id: string, kind: OfflineKind): Promise<string | null>;
  /** The bytes that `save` would write, for codes. @throws AppError `OFFLINE_CLOSED`, `OFFLINE_NOT_STAMPED`, `FRAME_TOO_LARGE` */
  bytes(id: string, kind: OfflineKind): Uint8Array;
  discard(id: string): void;
  /** Wipes what an answer brought, forgets the keys that opened it, and closes it. @throws AppError `OFFLINE_CLOSED`, KeychainError */
  finish(id: string): Promise<void>;
  /** Closes everything: the console is locked, or shows another profile. */
  reset(): void;
}

/** How a review of many ended, and what became of the stamps. */
interface ReviewedAll {
  readonly decision: 'approve' | 'deny' | 'expired';
  /** How many stamps were saved beside their requests. */
  readonly saved: number;
  /** Those that could not be saved there: they are open all the same. */
  readonly refused: readonly { name: string; code: string; message: string; remedy: string }[];
}

/** More than anybody has open; the oldest goes first. */
const MOST = 500;

interface Outgoing<F extends OfflineFile> {
  readonly file: F;
  savedTo: string | null;
}

interface Open {
  readonly id: string;
  readonly request: Outgoing<OfflineRequest>;
  readonly digest: string;
  readonly profileName: string;
  readonly credentialLabel: string;
  readonly preview: Preview;
  readonly refusal: OfflineItem['refusal'];
  readonly isMadeHere: boolean;
  readonly from?: FolderOfFile | undefined;
  stamp?: Outgoing<OfflineStamp> & { readonly isMadeHere: boolean; readonly atMs: number };
  answer?: Outgoing<OfflineAnswer>;
}

/** What keeps a request from being stamped here, and not from being carried or made anew. */
const CARRIED = new Set(['OFFLINE_CREDENTIAL_UNKNOWN', 'OFFLINE_LAPSED']);

export function createOfflineDesk(parts: {
  readonly offline: OfflineRequests;
  readonly gate: ApprovalGate<ApprovalRequest>;
  readonly host: Pick<Host, 'save'>;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly held: KeyExportParts['held'];
  /** The profile that is shown. */
  readonly profileId: () => string;
  readonly onChange: () => void;
}): OfflineDesk {
  const { offline, gate, clock, timing, held, onChange } = parts;
  const open = new Map<string, Open>();
  const answers = new Map<string, OpenedAnswerView>();
  /** What lets go of the keys that opened an answer, by its ID. */
  const keysOf = new Map<string, () => Promise<void>>();
  const closeAnswer = (id: string): void => {
    const exportId = answers.get(id)?.exportId ?? null;
    answers.delete(id);
    keysOf.delete(id);
    if (exportId !== null) held.wipe(exportId);
  };
  /** Has what an answer brought held as an export; gives its ID, and the outcome with what was checked. */
  const holdPlaintexts = (
    { operation, plaintexts }: OpenedFile,
    outcome: Outcome,
  ): Pick<OpenedAnswerView, 'exportId' | 'outcome'> => {
    if (plaintexts.length === 0 || outcome.state !== 'completed') return { exportId: null, outcome };
    const { activityId, verifications } = outcome;
    const { id, checks } = held.hold(
      { operation, activityId, checks: verifications, plaintexts },
      parts.profileId(),
    );
    return { exportId: id, outcome: { ...outcome, verifications: [...verifications, ...checks] } };
  };
  // What was begun before a lock, or for another profile, ends there.
  let turn = 0;
  const since = (mine: number): void => {
    if (turn !== mine) throw consoleError('CONSOLE_LOCKED');
  };

  const find = (id: string): Open => {
    const item = open.get(id);
    if (item === undefined) throw offlineError('OFFLINE_CLOSED');
    return item;
  };
  const fileOf = (item: Open, kind: OfflineKind): Outgoing<OfflineFile> => {
    const file = item[kind];
    if (file === undefined) throw offlineError(kind === 'stamp' ? 'OFFLINE_NOT_STAMPED' : 'OFFLINE_CLOSED');
    return file;
  };
  const keep = (item: Open): void => {
    const [oldest] = open.keys();
    if (open.size >= MOST && oldest !== undefined) open.delete(oldest);
    open.set(item.id, item);
    onChange();
  };

  /** Reads a request for the window: as one to be stamped here or, where that cannot be, to be carried. */
  const openRequest = async (
    request: OfflineRequest,
    { id = randomUUID(), isMadeHere }: { readonly id?: string | undefined; readonly isMadeHere: boolean },
  ): Promise<Open> => {
    const digest = toHex(digestOfFile(request));
    const base = { id, request: { file: request, savedTo: null }, digest, isMadeHere };
    try {
      const looked = await offline.look(request);
      return {
        ...base,
        profileName: looked.profile.name,
        credentialLabel: looked.credential.label,
        preview: shownOf(request, looked, { clock, timing }),
        refusal: null,
      };
    } catch (error) {
      if (!(error instanceof AppError) || !CARRIED.has(error.code)) throw error;
      const { code, message, remedy } = errorText(error);
      const { card, profile } = await offline.read(request);
      return {
        ...base,
        profileName: profile.name,
        credentialLabel: card.preview.credential.label,
        preview: withFile(card.preview, request, card.requestDigest),
        refusal: { code, message, remedy },
      };
    }
  };

  const makeHere = async (make: () => Promise<OfflineRequest>): Promise<string> => {
    const mine = turn;
    const request = await make();
    const digest = toHex(digestOfFile(request));
    // A preview that is saved twice is one request.
    const known = [...open.values()].find((item) => item.digest === digest);
    if (known !== undefined) return known.id;
    const item = await openRequest(request, { isMadeHere: true });
    since(mine);
    keep(item);
    return item.id;
  };

  const saveBeside = async (items: readonly Open[]): Promise<Pick<ReviewedAll, 'saved' | 'refused'>> => {
    const refused: { name: string; code: string; message: string; remedy: string }[] = [];
    let saved = 0;
    for (const { from, request, stamp } of items) {
      if (from === undefined || stamp === undefined) continue;
      const name = nameOf(request.file, stamp.file);
      try {
        stamp.savedTo = await saveInto(from, name, writeOfflineFile(stamp.file));
        saved += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { code, message, remedy } = errorText(error);
        refused.push({ name, code, message, remedy });
      }
    }
    onChange();
    return { saved, refused };
  };

  const takers = {
    'keyops-request': async (request: OfflineRequest, from: FolderOfFile | undefined): Promise<string> => {
      const digest = toHex(digestOfFile(request));
      const known = [...open.values()].find((item) => item.digest === digest);
      const mine = turn;
      const item = await openRequest(request, {
        id: known?.id,
        isMadeHere: known?.isMadeHere ?? false,
      });
      since(mine);
      // Opened again it is read again; what became of it stays.
      keep({ ...known, ...item, from: from ?? known?.from, request: known?.request ?? item.request });
      return item.id;
    },
    'keyops-stamp': (stamp: OfflineStamp): Promise<string> => {
      const digest = toHex(stamp.request);
      const item = [...open.values()].find((each) => each.digest === digest);
      if (item === undefined) throw offlineError('OFFLINE_REQUEST_MISSING');
      requireStampOf(item.request.file, stamp);
      item.stamp = { file: stamp, savedTo: null, isMadeHere: false, atMs: clock.now() };
      onChange();
      return Promise.resolve(item.id);
    },
    'keyops-answer': async (answer: OfflineAnswer): Promise<string> => {
      const mine = turn;
      const opened = await offline.open(answer, true);
      // Locked meanwhile: nothing of it is held, and its keys stay, so that the file can be opened again.
      if (opened.plaintexts.length === 0) await opened.forgetKeys();
      if (turn !== mine) for (const { plaintext } of opened.plaintexts) plaintext.wipe();
      since(mine);
      const { note } = opened;
      const { path, summary } = submitOperation(opened.operation);
      const id = toHex(answer.request);
      closeAnswer(id);
      answers.set(id, { id, operation: path, summary, note, ...holdPlaintexts(opened, opened.outcome) });
      keysOf.set(id, opened.forgetKeys);
      // Its round is over, but where it waits for votes and a newer answer may come.
      for (const item of open.values()) if (item.digest === id) open.delete(item.id);
      onChange();
      return id;
    },
  };

  return {
    state: () => ({ items: [...open.values()].map(viewOf), answers: [...answers.values()] }),
    take: async (bytes, from) => {
      const file = readAnyOfflineFile(bytes);
      switch (file.format) {
        case 'keyops-request':
          return takers[file.format](file, from);
        case 'keyops-stamp':
          return takers[file.format](file);
        case 'keyops-answer':
          return takers[file.format](file);
      }
    },
    preview: (id) => find(id).preview,
    review: async (id) => {
      const permit = gate.permit();
      const mine = turn;
      const item = find(id);
      const request = item.request.file;
      // Decoded once more: what is shown now is what an approval is bound to.
      const looked = await offline.look(request);
      since(mine);
      const preview = shownOf(request, looked, { clock, timing });
      const subject = { id: preview.id, digest: preview.digest, preview };
      const decided = await gate.review(permit, subject, preview.expiresAtMs - clock.now());
      if (decided.decision !== 'approve') return decided.decision;
      since(mine);
      decided.approval.consume({ id: preview.id, digest: sha256Hex(request.body) });
      const file = await offline.stamp(request, looked.card.previewDigest);
      since(mine);
      item.stamp = { file, savedTo: null, isMadeHere: true, atMs: clock.now() };
      onChange();
      return 'approve';
    },
    reviewAll: async (ids) => {
      const permit = gate.permit();
      const mine = turn;
      const items = [...new Set(ids)].map(find);
      const requests = items.map((item) => item.request.file);
      const { preview, pages, digest } = await offline.lookAtAll(requests);
      since(mine);
      const subject = { id: preview.id, digest, preview, batch: pages };
      const decided = await gate.review(permit, subject, preview.expiresAtMs - clock.now());
      if (decided.decision !== 'approve') return { decision: decided.decision, saved: 0, refused: [] };
      since(mine);
      decided.approval.consume({ id: preview.id, digest });
      await offline.stampAll(requests, digest, (file, index) => {
        since(mine);
        const item = items[index];
        if (item !== undefined) item.stamp = { file, savedTo: null, isMadeHere: true, atMs: clock.now() };
      });
      since(mine);
      onChange();
      return { decision: 'approve', ...(await saveBeside(items)) };
    },
    prepare: (...given) => makeHere(() => offline.prepare(...given)),
    ofPreview: (...given) => makeHere(() => offline.ofPreview(...given)),
    again: async (id) => {
      const mine = turn;
      const request = await offline.again(find(id).request.file);
      const item = await openRequest(request, { id, isMadeHere: true });
      since(mine);
      keep(item);
      return id;
    },
    send: async (id) => {
      const mine = turn;
      const item = find(id);
      if (item.stamp === undefined) throw offlineError('OFFLINE_NOT_STAMPED');
      const file = await offline.send(item.request.file, item.stamp.file);
      since(mine);
      item.answer = { file, savedTo: null };
      onChange();
    },
    save: async (id, kind) => {
      const item = find(id);
      const outgoing = fileOf(item, kind);
      // A dialog may stand open for as long as nobody is there: after a lock nothing is written any more.
      const path = await parts.host.save(nameOf(item.request.file, outgoing.file), () => {
        fileOf(find(id), kind);
        return writeOfflineFile(outgoing.file);
      });
      if (path !== null) outgoing.savedTo = path;
      onChange();
      return path;
    },
    bytes: (id, kind) => {
      const bytes = writeOfflineFile(fileOf(find(id), kind).file);
      if (bytes.length > MOST_BY_CODES) throw offlineFrameError('FRAME_TOO_LARGE', { limit: MOST_BY_CODES });
      return bytes;
    },
    discard: (id) => {
      open.delete(id);
      closeAnswer(id);
      onChange();
    },
    finish: async (id) => {
      const forget = keysOf.get(id);
      if (forget === undefined) throw offlineError('OFFLINE_CLOSED');
      await forget();
      closeAnswer(id);
      onChange();
    },
    reset: () => {
      turn += 1;
      open.clear();
      for (const id of [...answers.keys()]) closeAnswer(id);
      onChange();
    },
  };
}

const nameOf = ({ body }: OfflineRequest, { format }: OfflineFile): string => `${fileStemOf(body)}.${format}`;

const outgoingOf = (request: OfflineRequest, { file, savedTo }: Outgoing<OfflineFile>): OutgoingFile => ({
  name: nameOf(request, file),
  size: writeOfflineFile(file).length,
  savedTo,
});

function viewOf({ id, digest, request, stamp, answer, ...item }: Open): OfflineItem {
  const { file } = request;
  const { operation, summary, effect, sentence } = item.preview;
  return {
    ...{ id, digest, operation, summary, effect, sentence },
    lapsesAtMs: file.lapses,
    profileName: item.profileName,
    publicKey: toHex(file.credential.publicKey),
    credentialLabel: item.credentialLabel,
    hasUnverified: hasUntrusted(file),
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
