import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Signer } from '#protocol/stamp.ts';
import { freshSigner, LocalService, type Sent } from '../../fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '../../fixtures/postgres-server.ts';
import { addMember, addPolicy, type Member } from '../../fixtures/team.ts';

/**
 * What is sent by the clock, whatever else happens: the relay's questions of each second, and the notice of an earlier change
 * (the signing key's, the policy's), which follows its commit after a tenth of a second.
 */
const BY_THE_CLOCK = ['swap_fee_claim', 'webhook_endpoint', 'pg_notify'];
const isOfTheRequest = (text: string): boolean => !BY_THE_CLOCK.some((name) => text.includes(name));

/** What a statement does, and to which table; its last table, where it has several. */
function shortly(text: string): string {
  const [verb = ''] = text
    .replace(/^\/\* ahead \*\/ /u, '')
    .trim()
    .split(/\s/u);
  const tables = [...text.matchAll(/(?:from|into|update) "?(\w+)"?/giu)].map(([, table]) => table);
  return `${verb.toLowerCase()} ${tables.at(-1) ?? ''}`.trim();
}

describe.skipIf(noPostgres !== undefined)(
  `the statements of a signature on PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let service: LocalService;
    let ann: Member;
    let signWith = '';

    beforeAll(async () => {
      server = await PostgresServer.start();
      const shared = { url: await server.makeDatabase(), storageKey: randomBytes(32) };
      service = await LocalService.start(freshSigner(), shared);
      ann = await addMember(service, 'Ann');
      signWith = (await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM'])).id;
    });
    afterAll(async () => {
      await service.stop();
      await server.stop();
    });

    const sign = (signer: Signer = service.root): Promise<Sent> =>
      service.submit(
        'sign_raw_payload',
        {
          ...{ signWith, payload: '00', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
          hashFunction: 'HASH_FUNCTION_SHA256',
        },
        signer,
      );

    /** Everything that is sent to the server, and how often somebody waited for its answer. */
    async function sentBy(work: () => Promise<Sent>): Promise<{ statements: string[]; turns: number }> {
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      try {
        expect((await work()).status).toBe(200);
        const texts = spy.mock.calls
          .map(([query]: readonly unknown[]) => (query as { readonly text: string }).text)
          .filter(isOfTheRequest);
        const ahead = texts.filter((text) => text === 'begin' || text.startsWith('/* ahead */'));
        return { statements: texts.map(shortly), turns: texts.length - ahead.length };
      } finally {
        spy.mockRestore();
      }
    }

    const ALONE = [
      // Which version of the rows there is, and the token.
      'with organization',
      'begin',
      // Both locks, and the version behind them.
      'with service',
      'select activity',
      'insert activity',
      'insert vote',
    ];

    it('are seven for the root user, in four turns', async () => {
      await sign();
      expect(await sentBy(() => sign())).toEqual({ statements: [...ALONE, 'commit'], turns: 4 });
    });

    it('are two more where policies decide, in one turn more', async () => {
      await addPolicy(service, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
      await sign(ann.signer);
      const kept = ['select policy_list', 'insert policy_evaluation'];
      expect(await sentBy(() => sign(ann.signer))).toEqual({
        statements: [...ALONE, ...kept, 'commit'],
        turns: 5,
      });
    });

    it('are prepared: each is parsed and planned once for each connection', async () => {
      for (let time = 0; time < 5; time += 1) await sign();
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      await sign();
      const names = spy.mock.calls
        .map(([query]: readonly unknown[]) => query as { readonly text: string; readonly name?: string })
        .filter(({ text }) => text !== 'begin' && text !== 'commit' && isOfTheRequest(text))
        .map(({ name }) => name);
      spy.mockRestore();
      expect(names).not.toContain(undefined);
    });

    it('attack: a change that another program makes is not gone by, not even one that the service would refuse', async () => {
      const again = await addPolicy(service, {
        consensus: `approvers.any(user, user.id == '${ann.userId}')`,
      });
      expect((await sign(ann.signer)).status).toBe(200);
      await server.ask('made_1', `DELETE FROM policy WHERE id <> '${again}'`);
      expect((await sign(ann.signer)).status).toBe(200);
      await server.ask('made_1', `UPDATE policy SET consensus = 'true'`);
      expect((await sign(ann.signer)).status).toBe(503);
      await server.ask('made_1', 'DELETE FROM policy');
      expect((await sign(ann.signer)).status).toBe(403);
      expect((await sign()).status).toBe(200);
    });
  },
);
