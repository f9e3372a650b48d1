import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createResultsFile } from '#main/features/batches/results-file.ts';
import type { DraftRequest } from '#main/features/request-groups/request-groups.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import { FakeService, runSets } from '#test/fixtures/running-sets.ts';

const LINES = 300;
const alike: readonly DraftRequest[] = Array.from({ length: LINES }, (_, index) => ({
  operation: setOrganizationFeature,
  line: index + 1,
  parameters: { name: 'FEATURE_NAME_WEBHOOK', value: 'aa' },
}));

it.each([
  ['soon after each other', 100],
  ['with the clock set back in between', -60_000],
])('two batches of the same lines, approved %s, are both carried out', async (_, passMs) => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-alike-'));
  const service = new FakeService();
  const { sets, clock, storage } = await runSets(folder, service);
  for (const name of ['a.jsonl', 'b.jsonl']) {
    const results = await createResultsFile(join(folder, name));
    const { id } = await sets.create({ purpose: 'batch', title: name, results }, alike);
    await sets.run(id);
    await sets.settled(id);
    expect(await sets.view(id)).toMatchObject({ state: 'ended', done: LINES });
    if (passMs > 0) clock.forward(passMs);
    else clock.setBack(-passMs);
  }
  expect(service.activities.size).toBe(2 * LINES);
  await sets.idle();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});
