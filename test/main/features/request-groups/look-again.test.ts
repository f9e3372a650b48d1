import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResultsFile } from '#main/features/batches/results-file.ts';
import type { DraftRequest } from '#main/features/request-groups/request-groups.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import { FakeService, type RunningSets, runSets } from '#test/fixtures/running-sets.ts';

const ANOTHER = { id: 'another', fingerprint: `sha256:${'f'.repeat(64)}` };
const requests: readonly DraftRequest[] = ['00', '01'].map((value, index) => ({
  operation: setOrganizationFeature,
  line: index + 1,
  parameters: { name: 'FEATURE_NAME_WEBHOOK', value },
}));

describe('attack: a second look at what waits is answered with another activity', () => {
  let folder: string;
  let service: FakeService;
  let running: RunningSets;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-look-'));
    service = new FakeService();
    running = await runSets(folder, service);
  });
  afterEach(async () => {
    await running.sets.idle();
    await running.storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['ACTIVITY_STATUS_FAILED', ANOTHER],
    ['ACTIVITY_STATUS_REJECTED', ANOTHER],
    ['ACTIVITY_STATUS_COMPLETED', ANOTHER],
    ['ACTIVITY_STATUS_FAILED', { fingerprint: ANOTHER.fingerprint }],
    ['ACTIVITY_STATUS_FAILED', { id: ANOTHER.id }],
  ] as const)('%s: the lines wait on, and nothing is done twice (%j)', async (status, other) => {
    const { sets, clock } = running;
    const results = await createResultsFile(join(folder, 'batch.jsonl'));
    const { id } = await sets.create({ purpose: 'batch', title: 'batch', results }, requests);
    service.after = (activity) => ({ ...activity, status: 'ACTIVITY_STATUS_PENDING' });
    await sets.run(id);
    await sets.settled(id);
    service.after = (activity) => ({ ...activity, ...other, status });
    await expect(sets.refresh(id)).rejects.toMatchObject({
      code: 'id' in other ? 'SERVICE_ANSWER_INVALID' : 'SERVICE_ANSWER_MISMATCH',
    });
    expect(await sets.view(id)).toMatchObject({ waiting: 2, failed: 0, done: 0 });
    // Nobody can have a line done again that may still be carried out.
    await expect(sets.tryAgain(id)).resolves.toMatchObject({ waiting: 2 });
    clock.forward(60_000);
    service.after = (activity) => activity;
    expect(await sets.refresh(id)).toMatchObject({ waiting: 0, done: 2 });
    expect(service.activities.size).toBe(requests.length);
    const lines = readFileSync(results, 'utf8').split('\n').slice(0, -1);
    expect(lines.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual([
      ...['waiting', 'waiting', 'completed', 'completed'],
    ]);
  });
});
