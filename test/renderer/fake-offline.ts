import type { OfflineItem, OfflineState } from '#preload/contract/offline.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import { toHex } from '#protocol/encoding.ts';
import { writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { requestFile, stampFile } from '../protocol/offline/files.ts';
import { NOW_MS, preview } from './fake-data.ts';

const DIGEST = 'b7ec5713a529bd296bfc2812b6572ac933421ded51d0e0badb0851e6eb39f81a';
const STEM = '1f0a9c77be6a4e10';

/** A request that was brought here, not stamped yet. */
export const openedRequest: OfflineItem = {
  id: '0b9f0c1e-6f0a-4a52-9f56-0d1f6a2b7c01',
  digest: DIGEST,
  previewId: preview.id,
  operation: preview.operation,
  summary: preview.summary,
  effect: preview.effect,
  sentence: preview.sentence,
  // It counts down by the window's own clock, from when it is opened: a worker may have this for long.
  get lapsesAtMs() {
    return Date.now() + 41 * 60_000;
  },
  profileName: 'Vault',
  publicKey: preview.credential.publicKey,
  credentialLabel: preview.credential.label,
  hasUnverified: true,
  lookupTables: [],
  previousTransactions: [],
  refusal: null,
  request: { name: `${STEM}.keyops-request`, size: 2_913, savedTo: null },
  isMadeHere: false,
  stamp: null,
  answer: null,
};

/** What is open on the double: its calls do what the real ones tell the window. */
export function fakeOffline(tell: (state: OfflineState) => void): Handlers<ConsoleContract>['offline'] {
  let items: OfflineItem[] = [];
  const change = (next: OfflineItem[]): void => {
    items = next;
    tell({ items, answers: [] });
  };
  const each = (id: string, make: (item: OfflineItem) => OfflineItem): void =>
    change(items.map((item) => (item.id === id ? make(item) : item)));
  return {
    state: () => Promise.resolve({ items, answers: [] }),
    take: () => {
      change([{ ...openedRequest }]);
      return Promise.resolve({ opened: [openedRequest.id], refused: [] });
    },
    scan: () => {
      change([{ ...openedRequest }]);
      return Promise.resolve({ opened: [openedRequest.id], refused: [] });
    },
    bytes: ({ kind }) =>
      Promise.resolve({ hex: toHex(writeOfflineFile(kind === 'stamp' ? stampFile : requestFile)) }),
    preview: () => Promise.resolve(preview),
    review: ({ id }) => {
      const stamp = { name: `${STEM}.keyops-stamp`, size: 402, savedTo: null };
      each(id, (item) => ({ ...item, stamp: { ...stamp, isMadeHere: true, atMs: NOW_MS } }));
      return Promise.resolve({ decision: 'approve' as const });
    },
    reviewAll: ({ ids }) => {
      for (const id of ids)
        each(id, (item) => ({
          ...item,
          stamp: {
            ...{ name: `${STEM}.keyops-stamp`, size: 402, isMadeHere: true, atMs: NOW_MS },
            savedTo: `/media/usb/${STEM}.keyops-stamp`,
          },
        }));
      return Promise.resolve({ decision: 'approve' as const, saved: ids.length, refused: [] });
    },
    prepare: () => {
      change([{ ...openedRequest, isMadeHere: true }]);
      return Promise.resolve({ id: openedRequest.id });
    },
    ofPreview: () => {
      change([{ ...openedRequest, isMadeHere: true }]);
      return Promise.resolve({ id: openedRequest.id });
    },
    addTable: ({ id }) => {
      each(id, (item) => ({
        ...item,
        hasUnverified: true,
        previewId: `${item.previewId}, again`,
        lookupTables: item.lookupTables.map(({ address }) => ({ address, from: 'added' as const })),
      }));
      return Promise.resolve(undefined);
    },
    addPrevious: ({ id }) => {
      each(id, (item) => ({
        ...item,
        previewId: `${item.previewId}, again`,
        previousTransactions: item.previousTransactions.map(({ id: of }) => ({
          id: of,
          from: 'added' as const,
        })),
      }));
      return Promise.resolve(undefined);
    },
    again: ({ id }) => Promise.resolve({ id }),
    send: () => Promise.resolve(undefined),
    save: ({ id, kind }) => {
      const path = `/media/usb/${STEM}.keyops-${kind}`;
      each(id, (item) => ({
        ...item,
        request: kind === 'request' ? { ...item.request, savedTo: path } : item.request,
        stamp: kind === 'stamp' && item.stamp !== null ? { ...item.stamp, savedTo: path } : item.stamp,
      }));
      return Promise.resolve({ path });
    },
    finish: () => Promise.resolve(undefined),
    discard: ({ id }) => {
      change(items.filter((item) => item.id !== id));
      return Promise.resolve(undefined);
    },
  };
}
