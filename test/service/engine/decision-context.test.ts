import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { readDecisionContext, readPoliciesAhead } from '#service/engine/decision-context.ts';
import { insertRootQuorum } from '#service/storage/organization.ts';
import { insertRow } from '#service/storage/rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { turnsDuring } from '#test/fixtures/turns.ts';

describe('policies that are read before a decision', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decision-context-'));
    store = await openStore(folder);
    await sql`INSERT INTO organization VALUES ('o', 'o', 1)`.execute(store);
    await insertRootQuorum(store, 'o', { threshold: 1, userIds: ['u'] });
  });
  afterEach(async () => {
    await store.destroy();
    rmSync(folder, { recursive: true });
  });
  const add = (id: string, condition: string) =>
    insertRow(store, 'policy', {
      ...{ id, organization_id: 'o', name: id, effect: 'EFFECT_ALLOW', condition, consensus: null },
      ...{ time: null, notes: '', created_at: 1, updated_at: 1 },
    });
  /** Unlike any other: what one text says is read once for a process. */
  const long = (name: string) => `activity.action == '${name}'${' || true'.repeat(1_200)}`;
  const ahead = () => turnsDuring(() => readPoliciesAhead(store, 'o'));

  test('attack: a hundred long ones after a start: others have a turn after each, once', async () => {
    for (let at = 0; at < 100; at += 1) await add(`p${at}`, long(`first ${at}`));
    expect(await ahead()).toBeGreaterThanOrEqual(100);
    expect(await ahead()).toBeLessThan(50);
    await add('another', long('another'));
    expect(await ahead()).toBeLessThan(50);
    const { policies } = await readDecisionContext(store, 'o');
    expect(policies).toHaveLength(101);
  });

  it('leaves one that can’t be read to the decision', async () => {
    for (let at = 0; at < 10; at += 1) await add(`p${at}`, long(`second ${at}`));
    await add('wrong', `${long('wrong')} ||`);
    await readPoliciesAhead(store, 'o');
    await expect(readDecisionContext(store, 'o')).rejects.toThrow('expression');
  });
});
