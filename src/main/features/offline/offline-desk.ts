import {
  MOST_BY_CODES,
  type OfflineKind,
  type OfflineState,
  type OpenedAnswerView,
} from '#preload/contract/offline.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { offlineFrameError } from '#protocol/offline/errors.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
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
import { type AddedPart, withAddedParts } from './added-parts.ts';
import { type OpenItem, type Outgoing, offlineNameOf, offlineItemOf } from './open-items.ts';
import { createRequestOpener } from './request-opener.ts';
import { shownOf } from './shown-request.ts';
import type { LookedAt } from './offline-card.ts';
import type { OfflineRequests, OpenedFile } from './offline-flow.ts';
import { requireStampOf } from './offline-requests.ts';
import { type SavedBeside, saveBeside } from './save-beside.ts';
import type { FolderOfFile } from './stamps-beside.ts';

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
  /**
   * Puts a request with the same content and a new time in the place of one, unless that would lose what became of it.
   * @throws AppError `OFFLINE_AGAIN_LATE` and others
   */
  again(id: string): Promise<string>;
  /**
   * Decodes a request again with a part that the operator gave, a table in the place of any other of that address. A request that was
   * made here carries it; one that was brought stays as it is, for its stamp has to fit the file that was sent.
   * @throws AppError `OFFLINE_CLOSED`, `OFFLINE_TABLE_LATE`, and where the request doesn't name it
   */
  add(id: string, part: AddedPart): Promise<void>;
  /** @throws AppError `OFFLINE_NOT_STAMPED`, `OFFLINE_ANSWER_KEPT`, ServiceError */
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
interface ReviewedAll extends SavedBeside {
  readonly decision: 'approve' | 'deny' | 'expired';
}

/** More than anybody has open; the oldest goes first. */
const MOST = 500;

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
  const open = new Map<string, OpenItem>();
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

  const find = (id: string): OpenItem => {
    const item = open.get(id);
    if (item === undefined) throw offlineError('OFFLINE_CLOSED');
    return item;
  };
  const fileOf = (item: OpenItem, kind: OfflineKind): Outgoing<OfflineFile> => {
    const file = item[kind];
    if (file === undefined) throw offlineError(kind === 'stamp' ? 'OFFLINE_NOT_STAMPED' : 'OFFLINE_CLOSED');
    return file;
  };
  const findFile = (digest: string): OpenItem | undefined =>
    [...open.values()].find((item) => item.digest === digest);
  /** The same request as it lies open now: its file may have been opened again meanwhile. */
  const latest = (item: OpenItem): OpenItem => {
    const now = open.get(item.id);
    return now?.digest === item.digest ? now : item;
  };
  const keepStamp = (item: OpenItem, file: OfflineStamp): void => {
    latest(item).stamp = { file, savedTo: null, isMadeHere: true, atMs: clock.now() };
  };
  const keep = (item: OpenItem): void => {
    const [oldest] = open.keys();
    // One that takes its own place needs no other's.
    if (!open.has(item.id) && open.size >= MOST && oldest !== undefined) open.delete(oldest);
    open.set(item.id, item);
    onChange();
  };

  const openRequest = createRequestOpener({ offline, clock, timing });

  const makeHere = async (make: () => Promise<OfflineRequest>): Promise<string> => {
    const mine = turn;
    const request = await make();
    const digest = toHex(digestOfFile(request));
    // A preview that is saved twice is one request.
    const known = findFile(digest);
    if (known !== undefined) return known.id;
    const item = await openRequest(request, { isMadeHere: true });
    since(mine);
    keep(item);
    return item.id;
  };

  /** How many approvals were given whose stamps are being made. */
  let stamping = 0;
  const whileStamping = (make: () => Promise<void>): Promise<void> => {
    stamping += 1;
    return make().finally(() => void (stamping -= 1));
  };

  /** Adds a part to a request that was made here, or beside one that was brought. */
  const add = async (id: string, part: AddedPart): Promise<void> => {
    const mine = turn;
    const item = find(id);
    requireChangeable(item);
    part.requireNamed(item.preview);
    const { isMadeHere, request, from } = item;
    const read = isMadeHere
      ? await openRequest(part.into(request.file), { id, isMadeHere })
      : await openRequest(request.file, { id, isMadeHere, ...part.beside(item) });
    since(mine);
    // What became of it meanwhile is not undone.
    if (find(id) !== item) return add(id, part);
    requireChangeable(item);
    keep({ ...read, from, request: isMadeHere ? read.request : request });
  };
  /** Those being sent: one for each sending of a request. */
  const sending = new Set<{ readonly id: string }>();
  /** What has a good answer, or is being sent, is not given up for a new request. */
  const requireReplaceable = ({ id, answer }: OpenItem): void => {
    if (answer?.file.status === 200) throw offlineError('OFFLINE_AGAIN_LATE.answered');
    if ([...sending].some((one) => one.id === id)) throw offlineError('OFFLINE_AGAIN_LATE.sending');
    if (isUnderWay()) throw offlineError('OFFLINE_AGAIN_LATE.review');
  };
  const isUnderWay = (): boolean => gate.current() !== null || stamping > 0;
  /** What is shown for an approval, is being stamped or has a stamp stays as it is. */
  const requireChangeable = ({ stamp }: OpenItem): void => {
    if (stamp !== undefined) throw offlineError('OFFLINE_TABLE_LATE.stamped');
    if (isUnderWay()) throw offlineError('OFFLINE_TABLE_LATE.review');
  };

  const takers = {
    'keyops-request': async (request: OfflineRequest, from: FolderOfFile | undefined): Promise<string> => {
      const digest = toHex(digestOfFile(request));
      const known = findFile(digest);
      const mine = turn;
      const item = await openRequest(request, {
        ...(known === undefined ? {} : { id: known.id, tables: known.tables, previous: known.previous }),
        isMadeHere: known?.isMadeHere ?? false,
      });
      since(mine);
      // What became of it meanwhile is not undone.
      if (findFile(digest) !== known) return takers['keyops-request'](request, from);
      // Opened again it is read again; what became of it stays.
      keep({ ...known, ...item, from: from ?? known?.from, request: known?.request ?? item.request });
      return item.id;
    },
    'keyops-stamp': (stamp: OfflineStamp): Promise<string> => {
      const digest = toHex(stamp.request);
      const item = findFile(digest);
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
    state: () => ({ items: [...open.values()].map(offlineItemOf), answers: [...answers.values()] }),
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
      let item: OpenItem;
      let looked: LookedAt;
      do {
        item = find(id);
        looked = await offline.look(item.request.file, { tables: item.tables, previous: item.previous });
        since(mine);
        // A table that came meanwhile is shown as well.
      } while (find(id) !== item);
      const { tables, previous } = item;
      const request = item.request.file;
      const preview = shownOf(request, looked, { clock, timing });
      const subject = { id: preview.id, digest: preview.digest, preview };
      const decided = await gate.review(permit, subject, preview.expiresAtMs - clock.now());
      if (decided.decision !== 'approve') return decided.decision;
      since(mine);
      decided.approval.consume({ id: preview.id, digest: sha256Hex(request.body) });
      await whileStamping(async () => {
        const file = await offline.stamp(request, looked.card.previewDigest, { tables, previous });
        since(mine);
        keepStamp(item, file);
      });
      onChange();
      return 'approve';
    },
    reviewAll: async (ids) => {
      const permit = gate.permit();
      const mine = turn;
      let items: OpenItem[];
      let batch: Awaited<ReturnType<typeof offline.lookAtAll>>;
      do {
        items = [...new Set(ids)].map(find);
        batch = await offline.lookAtAll(items.map((item) => item.request.file));
        since(mine);
      } while (items.some((item) => find(item.id) !== item));
      const requests = items.map((item) => item.request.file);
      const { preview, pages, digest } = batch;
      const subject = { id: preview.id, digest, preview, batch: pages };
      const decided = await gate.review(permit, subject, preview.expiresAtMs - clock.now());
      if (decided.decision !== 'approve') return { decision: decided.decision, saved: 0, refused: [] };
      since(mine);
      decided.approval.consume({ id: preview.id, digest });
      await whileStamping(() =>
        offline.stampAll(requests, digest, (file, index) => {
          since(mine);
          const item = items[index];
          if (item !== undefined) keepStamp(item, file);
        }),
      );
      since(mine);
      onChange();
      const beside = await saveBeside(items.map(latest));
      onChange();
      return { decision: 'approve', ...beside };
    },
    prepare: (...given) => makeHere(() => offline.prepare(...given)),
    ofPreview: (...given) => makeHere(() => offline.ofPreview(...given)),
    again: async (id) => {
      const mine = turn;
      const item = find(id);
      requireReplaceable(item);
      const { stamp, answer } = item;
      const request = await offline.again(withAddedParts(item.request.file, item));
      const anew = await openRequest(request, { id, isMadeHere: true });
      since(mine);
      const now = find(id);
      requireReplaceable(now);
      if (now !== item || now.stamp !== stamp || now.answer !== answer)
        throw offlineError('OFFLINE_AGAIN_LATE.changed');
      keep(anew);
      return id;
    },
    add,
    send: async (id) => {
      const mine = turn;
      const item = find(id);
      if (item.stamp === undefined) throw offlineError('OFFLINE_NOT_STAMPED');
      const one = { id };
      sending.add(one);
      const file = await offline
        .send(item.request.file, item.stamp.file)
        .finally(() => void sending.delete(one));
      since(mine);
      const sent = latest(item);
      // A refusal says no more than that the service doesn’t take the request now.
      if (sent.answer?.file.status === 200 && file.status !== 200)
        throw offlineError('OFFLINE_ANSWER_KEPT', { status: file.status });
      sent.answer = { file, savedTo: null };
      onChange();
    },
    save: async (id, kind) => {
      const item = find(id);
      const outgoing = fileOf(item, kind);
      // A dialog may stand open for as long as nobody is there: after a lock nothing is written any more.
      const path = await parts.host.save(offlineNameOf(item.request.file, outgoing.file), () => {
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
