import { basename } from 'node:path';
import { errorText } from '#protocol/define-errors.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { OFFLINE_LIMITS } from '#protocol/offline/offline-files.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import type { FileParts } from '../files/module.ts';
import type { KeyExportParts } from '../key-export/module.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { featureError } from '../errors.ts';
import { previousPart, tablePart } from './added-parts.ts';
import { offlineError } from './errors.ts';
import { LONGER, filesAt, offlineFormatOf } from './files-at.ts';
import { readTableFile } from './lookup-tables.ts';
import { readPreviousFile } from './previous-transactions.ts';
import { type OfflineDesk, createOfflineDesk } from './offline-desk.ts';
import { type OfflineRequests, createOfflineRequests, rulesOfWindow } from './offline-flow.ts';
import { folderOfFile } from './stamps-beside.ts';

export type { OfflineCard } from './offline-card.ts';
export { LONGER, filesAt, offlineFormatOf, isFolder } from './files-at.ts';
export { cardOf, offlineCard, parametersOf } from './offline-card.ts';
export { carriedTables, readTableFile } from './lookup-tables.ts';
export { carriedPrevious, readPreviousFile } from './previous-transactions.ts';
export { createOfflineRequests, rulesOfTerminal, rulesOfWindow } from './offline-flow.ts';
export type { OfflineRequests } from './offline-flow.ts';
export { absentCredential, requireStampOf } from './offline-requests.ts';
export { folderOfFile, saveInto } from './stamps-beside.ts';
export type { FolderOfFile } from './stamps-beside.ts';

interface Brought {
  /** What a refusal calls it. */
  readonly name: string;
  /** Gives the ID of what it opened. */
  readonly take: () => Promise<string>;
}

/** Takes what was brought, one after the other; says of each that is not taken why. */
async function takeEach(brought: readonly Brought[]) {
  const opened = new Set<string>();
  const refused: { name: string; code: string; message: string; remedy: string }[] = [];
  for (const { name, take } of brought) {
    try {
      opened.add(await take());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, remedy } = errorText(error);
      refused.push({ name, code, message, remedy });
    }
  }
  return { opened: [...opened], refused };
}

type Needs = ConsoleContext & ApprovalParts & FileParts & KeyExportParts & PreviewModuleParts & RequestParts;

/** What others need of requests by file. */
export interface OfflineParts {
  readonly offlineFiles: {
    /** Reads requests, and refuses those for another organization or service. */
    readonly read: OfflineRequests['read'];
    /** Makes a request and opens it on the screen Offline; gives its ID there. @throws AppError */
    readonly prepare: OfflineDesk['prepare'];
  };
}

/** Requests by file, in the window. */
export const offline = defineModule({
  start: (needs: Needs): ModuleParts<'offline', OfflineParts> => {
    const { host, files, gate, clock, timing, held, profileId } = needs;
    const requests = createOfflineRequests(needs, rulesOfWindow(needs));
    const desk = createOfflineDesk({
      ...{ offline: requests, gate, host, clock, timing, held, profileId },
      onChange: () => host.send('console', 'offline.changed', desk.state()),
    });
    return {
      parts: {
        offlineFiles: {
          read: (...given) => requests.read(...given),
          prepare: (...given) => desk.prepare(...given),
        },
      },
      handlers: {
        offline: {
          state: () => Promise.resolve(desk.state()),
          take: async ({ file }) => {
            const paths = await filesAt(files.pathOf(file));
            return takeEach(
              paths.map((path) => ({
                name: basename(path),
                take: async () => {
                  const from = await folderOfFile(path);
                  const limit = OFFLINE_LIMITS[offlineFormatOf(path) ?? 'keyops-answer'];
                  // Read once: what is shown, approved and stamped are these bytes, whatever becomes of the file.
                  return desk.take(await readUpTo(path, LONGER * limit), from);
                },
              })),
            );
          },
          scan: async ({ files: scanned }) => {
            if (gate.current() !== null) throw featureError('CAMERA_REFUSED.approval');
            return takeEach(
              scanned.map((hex, index) => ({ name: String(index + 1), take: () => desk.take(fromHex(hex)) })),
            );
          },
          bytes: ({ id, kind }) => Promise.resolve({ hex: toHex(desk.bytes(id, kind)) }),
          preview: ({ id }) => Promise.resolve(desk.preview(id)),
          review: async ({ id }) => ({ decision: await desk.review(id) }),
          reviewAll: async ({ ids }) => {
            const { refused, ...rest } = await desk.reviewAll(ids);
            return { ...rest, refused: [...refused] };
          },
          prepare: async ({ operation, parameters, publicKey, curve }) => ({
            id: await desk.prepare(
              { operation, parameters },
              { publicKey: publicKey ?? undefined, curve: curve ?? undefined },
            ),
          }),
          ofPreview: async ({ previewId, publicKey, curve }) => {
            const { preview, resultHandler } = needs.flow.find(previewId);
            if (resultHandler !== undefined) throw offlineError('OFFLINE_PREVIEW_KEYED');
            const whom = { publicKey: publicKey ?? undefined, curve: curve ?? undefined };
            return { id: await desk.ofPreview(preview, whom) };
          },
          addTable: async ({ id, file }) => {
            await desk.add(id, tablePart(await readTableFile(files.pathOf(file))));
            return undefined;
          },
          addPrevious: async ({ id, file }) => {
            await desk.add(id, previousPart(await readPreviousFile(files.pathOf(file))));
            return undefined;
          },
          again: async ({ id }) => ({ id: await desk.again(id) }),
          send: async ({ id }) => {
            await desk.send(id);
            return undefined;
          },
          save: async ({ id, kind }) => ({ path: await desk.save(id, kind) }),
          finish: async ({ id }) => {
            await desk.finish(id);
            return undefined;
          },
          discard: ({ id }) => {
            desk.discard(id);
            return Promise.resolve(undefined);
          },
        },
      },
      onLock: () => desk.reset(),
      onProfileChange: () => desk.reset(),
      close: () => requests.close(),
    };
  },
});
