import { describe, expect, it } from 'vitest';
import { findActivity, LOOKED_FOR } from '#main/service-client/find-activity.ts';
import type { Client, Target } from '#main/service-client/client.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';

const STAMPED_MS = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;

/** Looks for the fingerprint `x` in a list of activities, newest first: each `[fingerprint, minutes after the stamp]`. */
async function search(listed: readonly (readonly [string, number])[]) {
  const all = listed.map(([fingerprint, minutes], index) => ({
    id: String(index),
    fingerprint,
    createdAt: new Date(STAMPED_MS + minutes * MINUTE).toISOString(),
  }));
  let asked = 0;
  const query: Client['query'] = (_target, _operation, parameters) => {
    asked += 1;
    const { paginationOptions } = parameters as { paginationOptions: { limit: string; before?: string } };
    const start = paginationOptions.before === undefined ? 0 : Number(paginationOptions.before) + 1;
    return Promise.resolve({
      activities: all.slice(start, start + Number(paginationOptions.limit)),
    } as never);
  };
  const sent = { operation: createPrivateKeys, fingerprint: 'x', stampedAtMs: STAMPED_MS };
  const found = await findActivity({ query }, {} as Target, sent);
  return { found: typeof found === 'string' ? found : found.id, asked };
}
const later = (count: number): [string, number][] => Array.from({ length: count }, () => ['other', 60]);

describe('the activity of a request that was sent before', () => {
  it('is found pages behind the newest', async () => {
    expect(await search([...later(2_500), ['x', 0]])).toMatchObject({ found: '2500' });
  });

  it('is found where the service’s clock is behind the one that stamped', async () => {
    expect(await search([...later(150), ['x', -4]])).toMatchObject({ found: '150' });
  });

  it.each([0, 1, 99, 100, 250])('is not there where the list of %i ends without it', async (count) => {
    expect(await search(later(count))).toMatchObject({ found: 'none' });
  });

  it('is not looked for among what is older than the service would have taken', async () => {
    const old = Array.from({ length: 1_000 }, (): [string, number] => ['other', -6]);
    expect(await search([...later(100), ...old])).toEqual({ found: 'none', asked: 2 });
  });

  it('attack: a list without end is not taken for a no', async () => {
    expect(await search(later(LOOKED_FOR + 1))).toEqual({ found: 'unsure', asked: LOOKED_FOR / 100 });
  });
});
