import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { PrepareContext } from '#service/engine/operation-handler.ts';
import { policyHandlers } from '#service/features/policies/operations.ts';
import { LocalService, codeOf, resultOf, wrongFields } from '#test/fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote } from '#test/fixtures/team.ts';
import { turnsDuring } from '#test/fixtures/turns.ts';

const LENGTH = 9_900;
/** An expression of so many characters, unlike the others. */
const long = (name: string): string => {
  const first = `activity.action == '${name}'`;
  return `${first}${' || true'.repeat(Math.floor((LENGTH - first.length) / 8))}`;
};
const policyOf = (name: string, more: object = {}) => ({
  ...{ policyName: name, effect: 'EFFECT_ALLOW', condition: long(name), notes: '' },
  ...{ consensus: `approvers.count() == 1${' || true'.repeat(1_200)}`, ...more },
});
const policiesOf = (name: string, more: object = {}) =>
  Array.from({ length: 100 }, (_, at) => policyOf(`${name}${at}`, at === 99 ? more : {}));

it('attack: a hundred long policies: others have a turn after each while they are read', async () => {
  const handler = policyHandlers.find(({ operation }) => operation.path === 'create_policies');
  if (handler?.kind !== 'submit') throw new Error('The handler is missing.');
  const parameters = { policies: policiesOf('turn') };
  expect(handler.work?.(parameters)).toBeGreaterThan(50);
  // Reading needs nothing of the service.
  const turns = await turnsDuring(async () => await handler.prepare?.({} as PrepareContext, parameters));
  expect(turns).toBeGreaterThanOrEqual(99);
});

describe('an organization with long policies', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await LocalService.start();
  });
  afterEach(async () => {
    await service.stop();
  });
  const kept = async (): Promise<number> =>
    ((await service.query('list_policies')).json['policies'] as unknown[]).length;

  it('keeps a hundred at once, and none where one of them can’t be read', async () => {
    const wrong = policiesOf('a', { condition: `${long('x')} ||` });
    const refused = await service.submit('create_policies', { policies: wrong });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'REQUEST_INVALID']);
    expect(wrongFields(refused)).toEqual(['parameters.policies.99.condition']);
    expect(await kept()).toBe(0);
    const made = resultOf(await service.submit('create_policies', { policies: policiesOf('a') }));
    expect(new Set(made['policyIds'] as string[]).size).toBe(100);
    // A name that is taken is found in the transaction.
    const taken = await service.submit('create_policies', { policies: policiesOf('a') });
    expect(wrongFields(taken)).toEqual(['parameters.policies.0.policyName']);
    expect(await kept()).toBe(100);
  });

  it('reads them before the vote that decides, and an activity whose policies can’t be read fails', async () => {
    const ann = await addMember(service, 'Ann');
    await setQuorum(service, 2, [service.ready.rootUserId, ann.userId]);
    const ask = async (more: object) =>
      activityOf(await service.submit('create_policies', { policies: policiesOf('b', more) }));
    const wrong = activityOf(await vote(service, 'approve', await ask({ consensus: '(' }), ann.signer));
    expect(wrong.status).toBe('ACTIVITY_STATUS_FAILED');
    expect(wrong.failure?.message).toContain('invalid policy consensus');
    const done = activityOf(await vote(service, 'approve', await ask({}), ann.signer));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await kept()).toBe(100);
  });

  test('attack: more expressions than can be kept read are refused, and shorter ones are taken', async () => {
    for (const name of ['a', 'b']) await service.submit('create_policies', { policies: policiesOf(name) });
    const over = await service.submit('create_policies', { policies: policiesOf('c') });
    expect([over.status, codeOf(over)]).toEqual([429, 'UNSPECIFIED']);
    expect(over.json.message).toContain('maximum policies');
    expect(await kept()).toBe(200);
    const create = (policy: object) => service.submit('create_policy', policy);
    let last = await create(policyOf('d'));
    for (let more = 0; more < 20 && last.status === 200; more += 1) last = await create(policyOf(`d${more}`));
    expect(last.status).toBe(429);

    const short = policyOf('e', { condition: 'true', consensus: null });
    const { policyId } = resultOf(await create(short));
    const { condition: policyCondition, consensus: policyConsensus } = policyOf('f');
    const longer = { policyId, policyCondition, policyConsensus };
    expect((await service.submit('update_policy', longer)).status).toBe(429);
    expect((await service.submit('update_policy', { policyId, policyName: 'f' })).status).toBe(200);
    expect((await service.submit('delete_policies', { policyIds: [policyId] })).status).toBe(200);
    expect((await create(short)).status).toBe(200);
  });
});
