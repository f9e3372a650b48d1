import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResultsFile } from '#main/features/batches/results-file.ts';
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

  const runAll = async (): Promise<void> => {
    running = await runSets(folder, service);
    const results = await createResultsFile(join(folder, 'batch.jsonl'));
    const { id } = await running.sets.create(
      { purpose: 'batch', title: 'batch', results },
      Array.from({ length: COUNT }, (_, index) => ({
        operation: setOrganizationFeature,
        line: index + 1,
        parameters: { name: 'FEATURE_NAME_WEBHOOK', value: String(index) },
      })),
    );
    await running.sets.run(id);
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
});
