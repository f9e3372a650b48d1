// Every operation of the catalogue goes round by file: prepared, stamped apart, sent, answered, verified.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { type OfflinePair, offlinePair } from '../../fixtures/offline-pair.ts';
import { validRequest } from '../../service/conformance/valid-requests.ts';
import { World } from '../../service/conformance/world.ts';

const submits = catalogue.filter(
  (operation): operation is typeof operation & SubmitOperation => operation.kind === 'submit',
);

describe('by file', () => {
  let world: World;
  let pair: OfflinePair;
  beforeAll(async () => {
    world = await World.start();
    world.service.now = Date.now();
    pair = await offlinePair(world.service);
  });
  afterAll(async () => {
    pair.remove();
    await world.stop();
  });

  it.each(submits.map((operation) => [`submit/${operation.path}`, operation] as const))(
    'offline: operation %s: prepared, stamped apart, sent, answered, verified',
    async (_name, operation) => {
      const { offline, online, files, publicKey } = pair;
      world.service.now = Date.now();
      const parameters = await validRequest(operation.path, world);
      const at = (kind: string): string => join(files, `${operation.path}.keyops-${kind}`);
      const body = join(files, 'parameters.json');
      writeFileSync(body, JSON.stringify(parameters));

      const prepared = await online.run([
        ...['prepare', operation.path, '--body', body, '--key', publicKey, '--out', at('request'), '--json'],
      ]);
      expect(prepared.err).toBe('');
      expect(prepared.exit).toBe(0);
      const approved = await offline.run(['approve', at('request'), '--json']);
      expect(approved.exit).toBe(0);
      const digest = String(approved.json['previewDigest']);
      const stamped = await offline.run([
        'stamp',
        at('request'),
        '--preview-digest',
        digest,
        '--out',
        at('stamp'),
        '--json',
      ]);
      expect(stamped.err).toBe('');
      expect(stamped.exit).toBe(0);

      const before = world.service.now;
      world.service.now = Date.now();
      const sent = await online.run(['send', at('request'), at('stamp'), '--out', at('answer'), '--json']);
      expect(sent.err).toBe('');
      expect([sent.exit, sent.json['status']]).toEqual([0, 200]);
      expect(world.service.now).toBeGreaterThanOrEqual(before);

      const opened = await offline.run(['open', at('answer'), '--json']);
      const outcome = opened.json['outcome'] as { state: string; verifications: { passed: boolean }[] };
      expect(outcome.state).toBe('completed');
      expect(outcome.verifications.length).toBeGreaterThan(0);
      expect(outcome.verifications.filter(({ passed }) => !passed)).toEqual([]);
      expect(opened.exit).toBe(0);
      const verified = await online.run(['verify', at('request'), at('stamp'), at('answer'), '--json']);
      expect(verified.json['checks']).toHaveLength(6);
      expect(verified.exit).toBe(0);

      if (operation.path.endsWith('_activity')) {
        const { json } = await world.service.query('list_activities', {
          paginationOptions: { limit: '100' },
        });
        const { activities } = listActivities.output.parse(json);
        const voted = activities.find(
          ({ fingerprint }) => fingerprint === (parameters as { fingerprint: string }).fingerprint,
        );
        expect(voted?.votes.map((vote) => vote.publicKey)).toContain(publicKey);
      }
    },
  );

  it('has a journal of two lines for each of them, which hold together', async () => {
    const { offline } = pair;
    const { json, exit } = await offline.run(['journal', '--lines', '1000', '--json']);
    expect(exit).toBe(0);
    expect(json['entries']).toHaveLength(2 * submits.length);
  });
});
