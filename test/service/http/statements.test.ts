import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { serializeTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Signer } from '#protocol/stamp.ts';
import { LocalService, codeOf, type Sent } from '../../fixtures/local-service.ts';
import { addMember, addPolicy, type Member } from '../../fixtures/team.ts';

let service: LocalService;
let ann: Member;
let signWith = '';
let nonce = 0;
beforeAll(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann');
  signWith = (await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM'])).id;
});
afterAll(async () => {
  await service.stop();
});

const sign = (signer: Signer = service.root): Promise<Sent> => {
  nonce += 1;
  const transaction = serializeTransaction({
    ...{ type: 'eip1559', chainId: 1, nonce, to: '0x5e2f9b0c41d7b9a9c2f4d3e1b8a6f7c0d9e8b7a6' },
    ...{ value: 1n, gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  });
  const unsigned = { unsignedTransaction: transaction.slice(2), type: 'TRANSACTION_TYPE_ETHEREUM' };
  return service.submit('sign_transaction', { signWith, ...unsigned }, signer);
};

/** Where Kysely runs statements; begin and commit go past it. */
const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
  DefaultQueryExecutor,
  'executeQuery'
>;

/** The service looks for pending claims once a second, even without requests. */
const OF_ITSELF = 'swap_fee_claim';

/** The statements that `work` has the database carry out. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(executor, 'executeQuery');
  try {
    await work();
    return spy.mock.calls
      .map(([query]: readonly [CompiledQuery]) => query.sql)
      .filter((text) => !text.includes(OF_ITSELF));
  } finally {
    spy.mockRestore();
  }
}

/** What a statement does, and to which table. */
const shortly = (statements: readonly string[]): string[] =>
  statements.map((text) => {
    const [verb = ''] = text.trim().split(/\s/u);
    return `${verb.toLowerCase()} ${/(?:from|into|update) "(\w+)"/u.exec(text)?.[1] ?? ''}`.trim();
  });

describe('the statements of a signature', () => {
  const ALONE = ['pragma', 'pragma', 'select activity', 'insert activity', 'insert vote'];

  test('are five for the root user: who may do what is known, and nobody is looked for to deliver to', async () => {
    await sign();
    expect(shortly(await statementsOf(() => sign()))).toEqual(ALONE);
  });

  test('are two more where policies decide: what they said, and whether their list is kept', async () => {
    await addPolicy(service, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
    expect((await sign(ann.signer)).status).toBe(200);
    const kept = ['select policy_list', 'insert policy_evaluation'];
    expect(shortly(await statementsOf(() => sign(ann.signer)))).toEqual([...ALONE, ...kept]);
  });

  test('sixteen at once share a transaction, and each of them the look at the file', async () => {
    const statements = shortly(
      await statementsOf(() => Promise.all(Array.from({ length: 16 }, () => sign()))),
    );
    expect(statements.filter((each) => each === 'insert activity')).toHaveLength(16);
    // Savepoints and their releases, and what each does alone.
    expect(statements.length).toBeLessThanOrEqual(16 * 7);
  });
});

describe('attack: what is known of who may do what is of the past', () => {
  test('a policy that was deleted lets nobody through', async () => {
    expect((await sign(ann.signer)).status).toBe(200);
    const { policies } = (await service.query('list_policies')).json as { policies?: { policyId: string }[] };
    for (const { policyId } of policies ?? []) await service.submit('delete_policy', { policyId });
    const refused = await sign(ann.signer);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });

  test('a policy that now denies does so at the next request', async () => {
    await addPolicy(service, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
    expect((await sign(ann.signer)).status).toBe(200);
    await addPolicy(service, { policyName: 'Nobody', effect: 'EFFECT_DENY', condition: 'true' });
    expect((await sign(ann.signer)).status).toBe(403);
    const { policies } = (await service.query('list_policies')).json as {
      policies?: { policyId: string; policyName: string }[];
    };
    const deny = policies?.find(({ policyName }) => policyName === 'Nobody');
    await service.submit('delete_policy', { policyId: deny?.policyId });
    expect((await sign(ann.signer)).status).toBe(200);
  });

  test('an allowlist that was changed holds from the next request on', async () => {
    expect((await sign(ann.signer)).status).toBe(200);
    const rules = [{ cidr: '127.0.0.1/32' }];
    await service.submit('set_ip_allowlist', { publicKey: service.root.publicKey, rules });
    await service.submit('set_ip_allowlist', { enabled: true, rules: [{ cidr: '203.0.113.0/24' }] });
    expect((await sign(ann.signer)).status).toBe(403);
    await service.submit('remove_ip_allowlist', {});
    expect((await sign(ann.signer)).status).toBe(200);
  });

  test('a key that expired meanwhile is refused, though nothing was written', async () => {
    const short = await addMember(service, 'Short');
    expect((await service.query('whoami', {}, short.signer)).status).toBe(200);
    service.now += 31_536_000_000;
    service.steadyMs += 31_536_000_000;
    const refused = await service.query('whoami', {}, short.signer);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'API_KEY_EXPIRED']);
  });

  test('a key that was removed is refused at the next request', async () => {
    const gone = await addMember(service, 'Gone');
    expect((await service.query('whoami', {}, gone.signer)).status).toBe(200);
    await service.submit('delete_users', { userIds: [gone.userId] });
    expect((await service.query('whoami', {}, gone.signer)).status).toBe(401);
  });
});
