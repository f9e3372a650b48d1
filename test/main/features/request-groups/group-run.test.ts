import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createResultsFile } from '#main/features/batches/results-file.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import { FakeService, type RunningSets, runSets } from '#test/fixtures/running-sets.ts';

const COUNT = 400;

describe('how many requests of a set are on their way', () => {
  let folder: string;
  let service: FakeService;
  let running: RunningSets;
  /** How many were on their way with each request, itself included. */
  let beside: number[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-runs-'));
    service = new FakeService();
    beside = [];
    let onWay = 0;
    service.before = async () => {
      onWay += 1;
      beside.push(onWay);
      // Long enough for every other worker to send its request.
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      onWay -= 1;
    };
  });
  afterEach(async () => {
    await running.sets.idle();
    await running.storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = async (count = COUNT): Promise<string> => {
    running = await runSets(folder, service);
    const results = await createResultsFile(join(folder, 'batch.jsonl'));
    const { id } = await running.sets.create(
      { purpose: 'batch', title: 'batch', results },
      Array.from({ length: count }, (_, index) => ({
        operation: setOrganizationFeature,
        line: index + 1,
        parameters: { name: 'FEATURE_NAME_WEBHOOK', value: String(index) },
      })),
    );
    await running.sets.run(id);
    return id;
  };
  const runAll = async (): Promise<void> => {
    const id = await begin();
    await running.sets.settled(id);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: COUNT, failed: 0 });
    expect(new Set([...service.activities.values()].map(({ value }) => value)).size).toBe(COUNT);
    expect(beside).toHaveLength(COUNT);
  };

  it('are eight at first, and 64 at most', async () => {
    await runAll();
    expect(beside.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(Math.max(...beside)).toBeGreaterThan(8);
    expect(Math.max(...beside)).toBeLessThanOrEqual(64);
  });

  it('is one where each waits long for its turn at a service that limits them', async () => {
    service.waitMs = 2_001;
    await runAll();
    expect(Math.max(...beside)).toBe(1);
  });

  it('are fewer while they wait long for their turn, and more again once they don’t', async () => {
    const { before } = service;
    service.before = async (value) => {
      service.waitMs = beside.length >= 100 && beside.length < 200 ? 2_001 : 0;
      await before(value);
    };
    await runAll();
    // Those that were on their way come home first.
    expect(new Set(beside.slice(170, 195))).toEqual(new Set([1]));
    expect(Math.max(...beside.slice(250))).toBeGreaterThan(8);
  });

  it.each([
    ['is paused', (id: string) => running.sets.pause(id), null],
    ['is locked', () => running.sets.reset(), null],
    // A timer of that length stands still while the computer sleeps.
    ['has slept through its approval', () => running.clock.forward(31 * 60_000), 'APPROVAL_OLD'],
  ])('attack: what waits out a refusal for its rate is sent once the console %s', async (_, act, code) => {
    let tries = 0;
    service.before = () => {
      tries += 1;
      const why = { delivery: 'not-sent', httpStatus: 429 } as const;
      return Promise.reject(new ServiceRefusal('RATE_LIMIT_EXCEEDED', 'Too many', 'Wait', why));
    };
    const id = await begin(20);
    await vi.waitFor(async () => {
      expect(tries).toBe(8);
      expect(await running.storage.groups.count(id)).toEqual({ new: 20 });
    }, 30_000);
    act(id);
    await running.sets.settled(id);
    expect(tries).toBe(8);
    expect(await running.storage.groups.count(id)).toEqual({ new: 20 });
    expect((await running.sets.view(id)).stopped?.code ?? null).toBe(code);
  });
});
