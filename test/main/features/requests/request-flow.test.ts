import { expect, it, vi } from 'vitest';
import { createApprovalGate } from '#main/features/approvals/approval-gate.ts';
import type { ApprovalRequest } from '#main/features/approvals/module.ts';
import { createRequestFlow, type FlowParts } from '#main/features/requests/request-flow.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { TIMING } from '#main/platform/clock.ts';
import type { Target } from '#main/service-client/client.ts';
import { serviceRefusal } from '#main/service-client/service-refusal.ts';
import { createRequestSeal } from '#main/vault/row-seals.ts';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const CREDENTIAL = {
  kind: 'key' as const,
  publicKey: '02aa',
  profileId: 'hosted',
  curve: 'API_KEY_CURVE_P256' as const,
  label: 'Laptop',
  createdAtMs: 0,
  expiresAtMs: null,
};

/** A flow of a profile that moves when a test says so; the service is played, because nothing may reach it. */
function flowOfMoving() {
  const state: {
    moves: number;
    submitted: number;
    steadyMs: number;
    onTarget?: () => void;
    /** What the service answers; it is reached in vain where that is left out. */
    onSubmit?: (body: Uint8Array) => Promise<Activity>;
    onQuery?: () => Promise<{ activity: Activity }>;
  } = { ...{ moves: 0, submitted: 0, steadyMs: 0 } };
  const clock = fakeClock(Date.UTC(2026, 10, 21));
  const gate = createApprovalGate<ApprovalRequest>(
    clock,
    () => {
      const shown = gate.current();
      if (shown !== null) queueMicrotask(() => void gate.decide(shown.subject.id, 'approve'));
    },
    { isLocked: () => false, admit: () => undefined, prove: () => null },
  );
  const seal = createRequestSeal(memoryKeychain());
  const rows: Parameters<FlowParts['requests']['add']>[0][] = [];
  const nobody = () => Promise.reject(new AppError('NO_SERVICE', 'No service is asked.', 'Ask one.'));
  const flow = createRequestFlow({
    clock,
    gate,
    timing: TIMING,
    steadyMs: () => state.steadyMs,
    requestSeal: seal,
    requests: {
      add: (row: (typeof rows)[number]) => Promise.resolve(rows.push(row)),
      settle: () => Promise.resolve(),
      find: (fingerprint: string) => Promise.resolve(rows.find((row) => row.fingerprint === fingerprint)),
      findUnanswered: (fingerprint: string) =>
        Promise.resolve(rows.find((row) => row.fingerprint === fingerprint)),
    },
    client: {
      submit: (_target: Target, _operation: unknown, body: Uint8Array) => {
        state.submitted += 1;
        return state.onSubmit?.(body) ?? Promise.reject(new Error('It reached a service.'));
      },
      query: () => state.onQuery?.() ?? nobody(),
    },
    journal: { append: () => Promise.resolve() },
    isLocked: () => false,
    admit: () => undefined,
    watchProfile: () => () => undefined,
    reads: { ask: nobody, self: nobody } as unknown as PreviewReads,
    onJournalFault: () => undefined,
    onRecorded: () => undefined,
    session: () =>
      Promise.resolve({
        profile: { id: 'hosted', name: 'Hosted', organizationId: 'org', organizationName: 'Acme' },
        credential: CREDENTIAL,
        moves: state.moves,
      }),
    target: () => {
      state.onTarget?.();
      const { moves } = state;
      return Promise.resolve({
        ...{ moves, organizationId: 'org', stamper: { publicKey: '02aa' } },
      } as unknown as Target);
    },
  } as unknown as FlowParts);
  return { flow, gate, state, seal, rows, clock };
}

it('attack: a profile moves between the approval and the look-up of where the request goes', async () => {
  const { flow, gate, state, rows } = flowOfMoving();
  const preview = await flow.prepare('set_organization_feature', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: '01',
  });
  state.onTarget = () => void (state.moves = 1);
  gate.gesture();
  await expect(flow.review(preview.id)).rejects.toMatchObject({ code: 'PROFILE_MOVED' });
  expect([state.submitted, rows.length]).toEqual([0, 0]);
});

it('attack: a lock while a request is on its way, whose answer would keep a key in memory behind it', async () => {
  const { flow, gate, state } = flowOfMoving();
  let abandoned = 0;
  const handler = {
    completed: () => Promise.resolve([]),
    onAbandoned: () => {
      abandoned += 1;
    },
  };
  const preview = await flow.prepare(
    'set_organization_feature',
    { name: 'FEATURE_NAME_WEBHOOK', value: '01' },
    handler,
  );
  state.onSubmit = () => {
    flow.reset();
    return Promise.reject(
      serviceRefusal('SERVICE_CONNECTION_LOST', { host: 'vault.example', delivery: 'uncertain' }),
    );
  };
  gate.gesture();
  expect(await flow.review(preview.id)).toMatchObject({ state: 'unanswered' });
  expect(abandoned).toBe(1);
});

it('attack: a clock that is set back keeps no preview alive', async () => {
  const { flow, gate, state, clock } = flowOfMoving();
  const preview = await flow.prepare('set_organization_feature', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: '01',
  });
  clock.sleepThrough(-24 * 60 * 60_000);
  state.steadyMs = TIMING.previewMs - 1;
  expect(flow.find(preview.id).preview.id).toBe(preview.id);
  state.steadyMs = TIMING.previewMs;
  expect(() => flow.find(preview.id)).toThrow(expect.objectContaining({ code: 'PREVIEW_EXPIRED' }));
  gate.gesture();
  await expect(flow.review(preview.id)).rejects.toMatchObject({ code: 'PREVIEW_EXPIRED' });
  expect(state.submitted).toBe(0);
});

it('a preview ends by the wall clock where that went on while the computer slept', async () => {
  const { flow, clock } = flowOfMoving();
  const preview = await flow.prepare('set_organization_feature', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: '01',
  });
  clock.sleepThrough(TIMING.previewMs);
  expect(() => flow.find(preview.id)).toThrow(expect.objectContaining({ code: 'PREVIEW_EXPIRED' }));
});

it('attack: a profile moves while a sent request is looked up, and gets it at its new place', async () => {
  const { flow, state, seal, rows } = flowOfMoving();
  const body = '{"parameters":{}}';
  const row = {
    operation: 'set_organization_feature',
    body,
    profileId: 'hosted',
    publicKey: '02aa',
    expectation: '{"kind":"none"}',
  };
  const fingerprint = fingerprintOf(toUtf8(body));
  rows.push({ ...row, fingerprint, sentAtMs: 0, mac: await seal.make({ ...row, moves: 0 }) });
  state.onTarget = () => void (state.moves = 1);
  await expect(flow.resume(fingerprint)).rejects.toMatchObject({ code: 'REQUEST_CHANGED' });
  expect(state.submitted).toBe(0);
});

const FEATURE = { name: 'FEATURE_NAME_WEBHOOK', value: '01' };
const activityOf = (body: Uint8Array, status: Activity['status']): Activity =>
  ({
    ...{ id: 'a', status, fingerprint: fingerprintOf(body), votes: [] },
    ...{ type: setOrganizationFeature.type, organizationId: 'org' },
    result: { setOrganizationFeatureResult: { features: [] } },
  }) as unknown as Activity;
/** What the flow behind a request does with its answer, counted. */
const handlerOf = () => {
  const came: string[] = [];
  const handler = {
    completed: () => {
      came.push('completed');
      return Promise.resolve([]);
    },
    waits: () => void came.push('waits'),
    onAbandoned: () => void came.push('abandoned'),
  };
  return { came, handler };
};

it('attack: a request on its way is resumed, and what waits for its answer never gets it', async () => {
  const { flow, gate, state, rows } = flowOfMoving();
  let answer: (activity: Activity) => void = () => undefined;
  state.onSubmit = () => new Promise((resolve) => (answer = resolve));
  const { came, handler } = handlerOf();
  const preview = await flow.prepare('set_organization_feature', FEATURE, handler);
  gate.gesture();
  const sent = flow.review(preview.id);
  await vi.waitFor(() => expect(state.submitted).toBe(1), 30_000);
  const [row] = rows;
  const resumed = flow.resume(row?.fingerprint ?? '');
  answer(activityOf(toUtf8(row?.body ?? ''), 'ACTIVITY_STATUS_COMPLETED'));
  expect(await resumed).toEqual(await sent);
  expect([await sent, came, state.submitted]).toMatchObject([{ state: 'completed' }, ['completed'], 1]);
});

it('attack: an activity is looked at twice at once, and its answer taken twice', async () => {
  const { flow, gate, state } = flowOfMoving();
  let body = new Uint8Array();
  state.onSubmit = (sent) => {
    body = Uint8Array.from(sent);
    return Promise.resolve(activityOf(body, 'ACTIVITY_STATUS_PENDING'));
  };
  const { came, handler } = handlerOf();
  const preview = await flow.prepare('set_organization_feature', FEATURE, handler);
  gate.gesture();
  expect(await flow.review(preview.id)).toMatchObject({ state: 'waiting', activityId: 'a' });
  let looks = 0;
  state.onQuery = () => {
    looks += 1;
    return Promise.resolve({ activity: activityOf(body, 'ACTIVITY_STATUS_COMPLETED') });
  };
  const [first, second] = await Promise.all([flow.revisit('a'), flow.revisit('a')]);
  expect([first, looks, came]).toMatchObject([second, 1, ['waits', 'completed']]);
});

it('attack: a preview that was stamped for a file is approved here too, where nobody could resume it', async () => {
  const { flow, gate, state, rows } = flowOfMoving();
  const { came, handler } = handlerOf();
  const preview = await flow.prepare('set_organization_feature', FEATURE, handler);
  const kept = { ...(rows[0] ?? ({} as (typeof rows)[number])), expectation: '{"offline":{}}' };
  state.onTarget = () => void rows.push({ ...kept, fingerprint: `sha256:${preview.digest}` });
  gate.gesture();
  await expect(flow.review(preview.id)).rejects.toMatchObject({ code: 'REQUEST_STAMPED_FOR_FILE' });
  expect([state.submitted, rows.length, came]).toEqual([0, 1, ['abandoned']]);
});
