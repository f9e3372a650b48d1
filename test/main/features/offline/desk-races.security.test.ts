// What happens to an open request while something else is under way on it: nothing slips past an approval, and nothing is lost.
import { expect, test } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import type { ClaimedTable } from '#chains/model/chain.ts';
import { type AddedPart, tablePart } from '#main/features/offline/added-parts.ts';
import { createOfflineDesk } from '#main/features/offline/offline-desk.ts';
import {
  type OfflineAnswer,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { systemClock } from '#main/platform/clock.ts';
import { keyOf, table } from '#test/chains/solana/lookups.ts';
import { answerFile, requestFile, stampFile } from '#test/protocol/offline/files.ts';
import { preview, reading } from '#test/renderer/fake-data.ts';

type Parts = Parameters<typeof createOfflineDesk>[0];
type Desk = ReturnType<typeof createOfflineDesk>;
const tableOf = (index: number): ClaimedTable => ({
  table: table.toBase58(),
  addresses: [keyOf(index).toBase58()],
});
const added = (index: number): AddedPart => tablePart(tableOf(index));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );
const fileNo = (number: number): OfflineRequest => ({ ...requestFile, body: toUtf8(`{"n":${number}}`) });

/** A desk over requests that read as a transaction with one table; `during` runs while a request is decoded or stamped. */
function deskWith(
  during: {
    look?: () => Promise<void>;
    review?: () => Promise<unknown>;
    stamp?: () => Promise<void>;
    again?: () => Promise<void>;
    send?: () => Promise<OfflineAnswer>;
  } = {},
) {
  const tablesSeen: (readonly ClaimedTable[])[] = [];
  const shown: Preview = { ...preview, reading: { ...reading, lookupTables: [table.toBase58()] } };
  const offline = {
    look: async (request: OfflineRequest, { tables = [] }: { tables?: readonly ClaimedTable[] } = {}) => {
      tablesSeen.push(tables);
      await during.look?.();
      const requestDigest = toHex(digestOfFile(request));
      return {
        card: { preview: shown, requestDigest, previewDigest: 'approved' },
        ...{ profile: { name: 'Local' }, credential: { label: 'key' }, stampedAtMs: undefined },
      };
    },
    lookAtAll: async () => {
      await during.look?.();
      return { preview: shown, pages: [], digest: 'approved' };
    },
    stampAll: async (
      requests: readonly OfflineRequest[],
      _: string,
      onStamp: (stamp: OfflineStamp, index: number) => void,
    ) => {
      await during.stamp?.();
      for (const index of requests.keys()) onStamp(stampFile, index);
    },
    stamp: async () => {
      await during.stamp?.();
      return stampFile;
    },
    again: async () => {
      await during.again?.();
      return fileNo(2);
    },
    send: () => during.send?.() ?? Promise.resolve(answerFile),
  };
  const approval = { decision: 'approve', approval: { consume: () => undefined } };
  const gate = {
    permit: () => ({ consume: () => undefined }),
    review: async () => {
      await during.review?.();
      return approval;
    },
    current: () => null,
  };
  const desk = createOfflineDesk({
    ...{ offline, gate, clock: systemClock, timing: { reviewMs: 60_000 } },
    ...{ host: {}, held: {}, profileId: () => 'local', onChange: () => undefined },
  } as unknown as Parts);
  return { desk, tablesSeen };
}

test('attack: a table is added while the approved stamp is made, as while a passkey is asked', async () => {
  let tried: unknown;
  const { desk, tablesSeen } = deskWith({
    stamp: async () => {
      tried = await codeOf(desk.add(id, added(7)));
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  expect(tried).toBe('OFFLINE_TABLE_LATE');
  const [item] = desk.state().items;
  expect(item).toMatchObject({ stamp: { isMadeHere: true }, lookupTables: [{ from: null }] });
  expect(tablesSeen.flat()).toEqual([]);
});

test('attack: a request is made anew while its approved stamp is made: the stamp isn’t lost', async () => {
  let tried: unknown;
  const { desk } = deskWith({
    stamp: async () => {
      tried = await codeOf(desk.again(id));
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  expect(tried).toBe('OFFLINE_AGAIN_LATE');
  expect(desk.state().items).toMatchObject([{ id, stamp: { isMadeHere: true } }]);
});

test('attack: a stamped request lapses while it is sent and is made anew: its answer isn’t lost, nor its content done twice', async () => {
  let tried: unknown;
  const { desk } = deskWith({
    send: async () => {
      tried = await codeOf(desk.again(id));
      return answerFile;
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  await desk.send(id);
  expect(tried).toBe('OFFLINE_AGAIN_LATE');
  const [item] = desk.state().items;
  expect(item).toMatchObject({ id, stamp: { isMadeHere: true }, answer: { status: 200 } });
  // Nor is it made anew afterwards, beside its good answer.
  expect(await codeOf(desk.again(id))).toBe('OFFLINE_AGAIN_LATE');
});

test('attack: of two sendings one ends, and the request is made anew during the other: the answer isn’t lost', async () => {
  const end: ((answer: OfflineAnswer) => void)[] = [];
  const { desk } = deskWith({ send: () => new Promise((resolve) => end.push(resolve)) });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  const sent = [desk.send(id), desk.send(id)];
  end[0]?.({ ...answerFile, status: 403 });
  await sent[0];
  expect(await codeOf(desk.again(id))).toBe('OFFLINE_AGAIN_LATE');
  end[1]?.(answerFile);
  await sent[1];
  expect(desk.state().items).toMatchObject([{ id, answer: { status: 200 } }]);
});

test.each([
  ['stamped', (desk: Desk, id: string) => desk.review(id), { stamp: { isMadeHere: true } }],
  ['sent', (desk: Desk, id: string) => desk.send(id), { answer: { status: 403 } }],
  ['opened again', (desk: Desk) => desk.take(writeOfflineFile(requestFile)), { answer: null }],
] as const)(
  'attack: a request is %s while a new one is made of it: nothing is lost',
  async (what, act, left) => {
    let isBusy = true;
    const { desk } = deskWith({
      again: async () => {
        await act(desk, id);
        isBusy = false;
      },
      send: () => Promise.resolve({ ...answerFile, status: 403 }),
    });
    const id = await desk.take(writeOfflineFile(requestFile));
    if (what === 'sent') await desk.review(id);
    const [before] = desk.state().items;
    expect(await codeOf(desk.again(id))).toBe('OFFLINE_AGAIN_LATE');
    expect(isBusy).toBe(false);
    expect(desk.state().items).toMatchObject([{ id, digest: before?.digest, ...left }]);
  },
);

test('attack: a request is closed while a new one is made of it: it doesn’t come back', async () => {
  const { desk } = deskWith({
    again: () => {
      desk.discard(id);
      return Promise.resolve();
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  expect(await codeOf(desk.again(id))).toBe('OFFLINE_CLOSED');
  expect(desk.state().items).toEqual([]);
});

test('attack: what was carried out is sent again and refused: the refusal doesn’t replace the answer', async () => {
  const statuses = [200, 403];
  const { desk } = deskWith({
    send: () => Promise.resolve({ ...answerFile, status: statuses.shift() ?? 500 }),
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  await desk.send(id);
  expect(await codeOf(desk.send(id))).toBe('OFFLINE_ANSWER_KEPT');
  expect(desk.state().items).toMatchObject([{ answer: { status: 200 } }]);
});

test('attack: a table is added while the request is decoded for its approval: it is decoded again with it', async () => {
  let isReview = false;
  const { desk, tablesSeen } = deskWith({
    look: async () => {
      if (!isReview) return;
      isReview = false;
      await desk.add(id, added(7));
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  isReview = true;
  await desk.review(id);
  expect(tablesSeen.at(-1)).toEqual([tableOf(7)]);
  expect(desk.state().items).toMatchObject([
    { stamp: { isMadeHere: true }, lookupTables: [{ from: 'added' }] },
  ]);
});

test('attack: a table is added while many are decoded for one approval, and while they are stamped: no stamp is lost', async () => {
  let isReview = false;
  let tried: unknown;
  const { desk } = deskWith({
    look: async () => {
      if (!isReview) return;
      isReview = false;
      await desk.add(first, added(7));
    },
    stamp: async () => {
      tried = await codeOf(desk.add(first, added(8)));
    },
  });
  const first = await desk.take(writeOfflineFile(fileNo(1)));
  const ids = [first, await desk.take(writeOfflineFile(fileNo(2)))];
  isReview = true;
  await desk.reviewAll(ids);
  expect(tried).toBe('OFFLINE_TABLE_LATE');
  for (const { stamp } of desk.state().items) expect(stamp).not.toBeNull();
});

test('attack: a file is opened again while a table is added: the table stays', async () => {
  let isOpening = false;
  const { desk } = deskWith({
    look: async () => {
      if (!isOpening) return;
      isOpening = false;
      await desk.add(id, added(7));
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  isOpening = true;
  expect(await desk.take(writeOfflineFile(requestFile))).toBe(id);
  expect(desk.state().items).toMatchObject([{ lookupTables: [{ from: 'added' }] }]);
});

test('attack: a file is opened again while its approval is shown: the stamp isn’t lost, and takes no table', async () => {
  const { desk } = deskWith({ review: () => desk.take(writeOfflineFile(requestFile)) });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.review(id);
  expect(desk.state().items).toMatchObject([{ stamp: { isMadeHere: true } }]);
  expect(await codeOf(desk.add(id, added(7)))).toBe('OFFLINE_TABLE_LATE');
});

test('attack: a request is closed while its file is opened again: it doesn’t bring back what was added', async () => {
  let isOpening = false;
  const { desk } = deskWith({
    look: () => {
      if (isOpening) desk.discard(id);
      isOpening = false;
      return Promise.resolve();
    },
  });
  const id = await desk.take(writeOfflineFile(requestFile));
  await desk.add(id, added(7));
  isOpening = true;
  await desk.take(writeOfflineFile(requestFile));
  expect(desk.state().items).toMatchObject([{ lookupTables: [{ from: null }] }]);
});

test('attack: one file is opened twice at once: it is one request', async () => {
  const { desk } = deskWith();
  const bytes = writeOfflineFile(requestFile);
  const [one, other] = await Promise.all([desk.take(bytes), desk.take(bytes)]);
  expect(one).toBe(other);
  expect(desk.state().items).toHaveLength(1);
});

test('attack: a table for one request closes no other where as many are open as can be', async () => {
  const { desk } = deskWith();
  let last = '';
  for (let number = 0; number < 500; number += 1) last = await desk.take(writeOfflineFile(fileNo(number)));
  await desk.add(last, added(7));
  expect(desk.state().items).toHaveLength(500);
});
