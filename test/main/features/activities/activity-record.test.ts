// Activities as a file: what a spreadsheet reads, and what can be checked on a computer that trusts nobody.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  checkRecord,
  countActivities,
  recordCsv,
  recordJson,
  recordOf,
} from '#main/features/activities/activity-record.ts';
import type { NameOf } from '#main/features/previews/module.ts';
import type { ContextResolver } from '#main/context/context-resolver.ts';
import type { Activity } from '#protocol/activity.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { transferParameters } from '#test/fixtures/batch-files.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { offlinePair } from '#test/fixtures/offline-pair.ts';
import { BOB, ORGANIZATION, bobKey, bodyOf, voteOf, waitingActivity } from './fake-activity.ts';

const policy = (policyName: string) => ({ policyName, effect: 'EFFECT_ALLOW', condition: 'true', notes: '' });
const waiting = (n: number, name = `Policy ${n}`): Activity =>
  waitingActivity(createPolicy, policy(name), {
    id: `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  });
/** A service that has these, newest first. */
const listing =
  (all: readonly Activity[]): ContextResolver['query'] =>
  (_operation, parameters) => {
    const { limit, before } = (parameters as { paginationOptions: { limit: string; before?: string } })
      .paginationOptions;
    const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
    return Promise.resolve({ activities: all.slice(from, from + Number(limit)) }) as never;
  };
const ALL = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };
const place = { organizationId: ORGANIZATION, savedAt: '2026-11-23T10:00:00.000Z' };
const jsonOf = async (all: readonly Activity[]): Promise<string> =>
  recordJson(await recordOf(listing(all), ALL), place);
const read = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, record_delimiter: '\r\n' });
const rowsOf = async (all: readonly Activity[]): Promise<Record<string, string>[]> =>
  read(await recordCsv(await recordOf(listing(all), ALL)));
const PAID = '0x3535353535353535353535353535353535353535';
const payTo = (to: string): Activity =>
  waitingActivity(signTransaction, transferParameters({ signWith: 'key', to }), { id: randomUUID() });
const payment = payTo(PAID);

/** How many activities have been looked at when others have their first turn, with each look at the time a millisecond later. */
async function lookedAtInOneTurn(all: readonly Activity[], work: (looked: NameOf) => Promise<string>) {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
  const looked = new Set<string>();
  let first: number | undefined;
  setImmediate(() => (first = looked.size));
  const text = await work((address) => {
    looked.add(address);
    return undefined;
  });
  vi.restoreAllMocks();
  expect(looked.size).toBe(all.length);
  return { first, text };
}

describe('a record of activities', () => {
  it('has every page, newest first, and says where it ends before the oldest', async () => {
    const all = Array.from({ length: 250 }, (_, n) => waiting(n));
    const whole = await recordOf(listing(all), ALL);
    expect([whole.activities.length, whole.isWhole]).toEqual([250, true]);
    const part = await recordOf(listing(all), ALL, 120);
    expect([part.activities.length, part.isWhole]).toEqual([120, false]);
    expect(part.activities.map(({ activity }) => activity.id)).toEqual(all.slice(0, 120).map(({ id }) => id));
  });

  it('is written with turns for others between its activities', async () => {
    const all = Array.from({ length: 60 }, (_, n) => payTo(`0x${String(n).padStart(40, 'a')}`));
    const record = await recordOf(listing(all), ALL);
    const csv = await lookedAtInOneTurn(all, (nameOf) => recordCsv(record, { nameOf }));
    expect(read(csv.text)).toHaveLength(60);
    const json = await lookedAtInOneTurn(all, (nameOf) => recordJson(record, place, { nameOf }));
    expect(checkRecord(json.text).passed).toBe(true);
    for (const { first } of [csv, json]) expect(first).toBeLessThan(20);
  });

  it.each([0, 1, 3])('is written as JSON writes it, with %d activities', async (count) => {
    const all = Array.from({ length: count }, (_, n) => waiting(n, 'A name\nof two lines'));
    const text = await jsonOf(all);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 1)}\n`);
    expect(JSON.parse(text)).toMatchObject({ ...place, isWhole: true, activities: all });
  });

  it('counts what a filter lets through', async () => {
    const all = Array.from({ length: 250 }, (_, n) => waiting(n));
    expect(await countActivities(listing(all), ALL)).toEqual({ count: 250, isWhole: true });
    expect(await countActivities(listing(all), ALL, 120)).toEqual({ count: 120, isWhole: false });
    expect(await countActivities(listing(all), { ...ALL, sinceMs: Date.now() })).toEqual({
      count: 0,
      isWhole: true,
    });
  });

  it('names who approved and who rejected, and whether each stamp is valid', async () => {
    const asked = waiting(1);
    const rejection = bodyOf({ type: 'ACTIVITY_TYPE_REJECT_ACTIVITY' }, { fingerprint: asked.fingerprint });
    const rejected = voteOf(BOB, 'Bob', bobKey, rejection, 'VOTE_SELECTION_REJECTED');
    const [row] = await rowsOf([{ ...asked, votes: [...asked.votes, rejected] }]);
    expect(row).toMatchObject({
      ...{ operation: 'create_policy', state: 'consensus_needed', 'requested by': 'Alice', stamps: 'valid' },
      ...{ approvals: '1', 'approved by': 'Alice', rejections: '1', 'rejected by': 'Bob' },
    });
  });

  it('is checked elsewhere, without the service', async () => {
    const { passed, detail } = checkRecord(await jsonOf([waiting(1), waiting(2)]));
    expect([passed, detail]).toEqual([true, expect.stringMatching(/^2 activities, 2 stamps: /)]);
  });

  it('attack: a name that a spreadsheet runs', async () => {
    const [asked] = [waiting(1)];
    const vote = asked.votes[0];
    const named = { ...asked, votes: [{ ...vote, user: { userId: BOB, userName: '=HYPERLINK("x")' } }] };
    const [row] = await rowsOf([named as Activity]);
    expect(row?.['requested by']).toBe('\'=HYPERLINK("x")');
  });

  it('has whom each pays, whole, and their names as contacts', async () => {
    const record = await recordOf(listing([payment, waiting(1)]), ALL);
    const [row, other] = read(await recordCsv(record, { nameOf: () => 'Acme GmbH' }));
    expect(row).toMatchObject({ recipients: PAID, contacts: 'Acme GmbH' });
    expect(other).toMatchObject({ recipients: '', contacts: '' });
    const text = await recordJson(record, place, { nameOf: () => 'Acme GmbH' });
    expect((JSON.parse(text) as { recipients: unknown }).recipients).toEqual([
      { activityId: payment.id, addresses: [PAID], contacts: ['Acme GmbH'] },
    ]);
    expect(checkRecord(text)).toMatchObject({
      passed: true,
      detail: expect.stringContaining('are the word of who saved them') as string,
    });
  });

  it('has what the files of batches call them', async () => {
    const record = await recordOf(listing([payment, waiting(1)]), ALL);
    const references = new Map([[payment.id, '=INV\u202e7']]);
    const rows = read(await recordCsv(record, { references }));
    expect(rows.map(({ reference }) => reference)).toEqual(["'=INV[U+202E]7", '']);
    const text = await recordJson(record, place, { references });
    expect((JSON.parse(text) as { references: unknown }).references).toEqual([
      { activityId: payment.id, reference: '=INV[U+202E]7' },
    ]);
    expect(checkRecord(text).detail).toContain(
      'names, references and recipients beside them are the word of',
    );
  });

  it.each(['=HYPERLINK("x")', '+1', '@SUM(A1)', ' -2', '\u202e=1'])(
    'attack: a contact called %j, which a spreadsheet would run',
    async (name) => {
      const [row] = read(await recordCsv(await recordOf(listing([payment]), ALL), { nameOf: () => name }));
      expect(row?.['contacts']).not.toMatch(/^\s*[=+\-@]/u);
      expect(row?.['request']).toMatch(/^Send 0\.1 ETH to “/);
    },
  );

  it.each<[string, (activity: Activity) => Activity]>([
    ['shows another request than was stamped', (each) => ({ ...each, intent: waiting(9, 'Other').intent })],
    ['has another’s vote', (each) => ({ ...each, votes: waiting(9, 'Other').votes })],
    ['lost its votes', (each) => ({ ...each, votes: [] })],
    ['is of another organization', (each) => ({ ...each, organizationId: BOB })],
    [
      'has a vote under another key',
      (each) => ({ ...each, votes: each.votes.map((vote) => ({ ...vote, publicKey: bobKey.publicKey })) }),
    ],
    [
      'counts a rejection as an approval',
      (each) => ({
        ...each,
        votes: [
          ...each.votes,
          voteOf(
            BOB,
            'Bob',
            bobKey,
            bodyOf({ type: 'ACTIVITY_TYPE_REJECT_ACTIVITY' }, { fingerprint: each.fingerprint }),
          ),
        ],
      }),
    ],
  ])('attack: an activity that %s', async (_what, change) => {
    const text = await jsonOf([waiting(1), change(waiting(2))]);
    expect(checkRecord(text).passed).toBe(false);
  });

  it('attack: one activity twice, to be counted twice', async () => {
    expect(checkRecord(await jsonOf([waiting(1), waiting(1)])).passed).toBe(false);
  });

  it('attack: any bytes in its place, or any value of a stamp changed: it throws nothing and passes nothing', async () => {
    const text = await jsonOf([waiting(1)]);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (other) => !checkRecord(other).passed));
    fc.assert(fc.property(fc.jsonValue(), (other) => !checkRecord(JSON.stringify(other)).passed));
    const { signature = '', message = '' } = waiting(1).votes[0] ?? {};
    fc.assert(
      fc.property(fc.constantFrom(signature, JSON.stringify(message).slice(1, -1)), fc.nat(), (part, n) => {
        const at = text.indexOf(part) + (n % part.length);
        const other = text[at] === '1' ? '2' : '1';
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        return text.includes(part) && !checkRecord(changed).passed;
      }),
    );
  });
});

describe('a record that the console saves', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  beforeAll(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
  });
  afterAll(async () => {
    await world.stop();
    await service.stop();
  });

  it('is what keyops verifies on another computer', async () => {
    const saved = await world.running.call<{ count: number; isWhole: boolean }>('activities.save', {
      ...ALL,
      form: 'json',
    });
    expect(saved).toMatchObject({ isWhole: true });
    expect(saved.count).toBeGreaterThan(0);
    const { name = '', text = '' } = world.running.host.saved.at(-1) ?? {};
    expect(name).toMatch(/^activities-\d{4}-\d{2}-\d{2}\.activities\.json$/);
    const pair = await offlinePair(service);
    const folder = mkdtempSync(join(tmpdir(), 'keyops-record-'));
    const file = join(folder, name);
    writeFileSync(file, text);
    const ran = await pair.offline.run(['verify', file]);
    expect([ran.exit, ran.out]).toEqual([0, expect.stringMatching(/^ok .* activities, .* stamps: each is/)]);
    writeFileSync(file, text.replace('"ACTIVITY_TYPE_CREATE_API_KEYS', '"ACTIVITY_TYPE_DELETE_API_KEYS'));
    expect((await pair.offline.run(['verify', file])).exit).toBe(6);
    pair.remove();
    rmSync(folder, { recursive: true });
  });

  it('comes as CSV, too, of what the filter lets through', async () => {
    const filter = { ...ALL, types: ['ACTIVITY_TYPE_CREATE_WALLET'] };
    const saved = await world.running.call('activities.save', { ...filter, form: 'csv' });
    expect(saved).toMatchObject({ count: 0, isWhole: true });
    expect(world.running.host.saved.at(-1)?.text).toMatch(/^ID,requested at,.*\r\n$/);
  });
});
