// A policy that is being written, tried on what was asked for; and what the real service says once it is kept.
import { Transaction } from 'ethers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContextResolver } from '#main/context/context-resolver.ts';
import { trialOf } from '#main/features/activities/try-policy.ts';
import type { PolicyTrial, TriedPolicy } from '#preload/contract/activities.ts';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService, codeOf, freshSigner } from '#test/fixtures/local-service.ts';
import { type Member, addMember, addPolicy, setQuorum } from '#test/fixtures/team.ts';

const FRIEND = `0x${'ab'.repeat(20)}`;
const unwritten: TriedPolicy = {
  ...{ policyId: null, effect: null, condition: null, consensus: null, time: null },
};
const deny = (condition: string): TriedPolicy => ({ ...unwritten, effect: 'EFFECT_DENY', condition });

describe('a policy tried on the past', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  let mia: Member;
  let kept: string;
  let key: { id: string; address: string };
  beforeEach(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
    mia = await addMember(service, 'Mia');
    key = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    kept = await addPolicy(service, { consensus: `approvers.any(user, user.id == '${mia.userId}')` });
  });
  afterEach(async () => {
    await world.stop();
    await service.stop();
  });

  const attempt = (policy: TriedPolicy): Promise<PolicyTrial> =>
    world.running.call('activities.tryPolicy', policy);
  const pay = async (value: bigint): Promise<unknown> => {
    const unsignedTransaction = Transaction.from({
      ...{ type: 2, chainId: 1, nonce: 1, to: FRIEND, value, gasLimit: 21_000n, maxFeePerGas: 9n },
    }).unsignedSerialized.slice(2);
    const sent = await service.submit(
      'sign_transaction',
      { signWith: key.address.toLowerCase(), type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction },
      mia.signer,
    );
    return sent.json.activity?.status ?? codeOf(sent);
  };

  it('changes what the service then decides otherwise, and nothing else', async () => {
    expect(await pay(5n)).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await pay(6n)).toBe('ACTIVITY_STATUS_COMPLETED');
    const condition = `eth.tx.value > 5 && private_key.id == '${key.id}'`;
    const trial = await attempt(deny(condition));
    expect(trial).toMatchObject({ isWhole: true, unclear: 0, changedInAll: 1 });
    expect(trial.looked).toBeGreaterThan(5);
    expect(trial.changed).toMatchObject([
      {
        title: expect.stringMatching(/^Send 0\.0+6 ETH/) as string,
        ...{ before: 'OUTCOME_ALLOW', after: 'OUTCOME_DENY_EXPLICIT' },
      },
    ]);
    // It was tried, and not made.
    expect(await pay(6n)).toBe('ACTIVITY_STATUS_COMPLETED');
    await addPolicy(service, { effect: 'EFFECT_DENY', condition });
    expect([await pay(5n), await pay(6n)]).toEqual(['ACTIVITY_STATUS_COMPLETED', 'REQUEST_NOT_AUTHORIZED']);
  });

  it('calls whom it pays by their names', async () => {
    await pay(5n);
    const query: ContextResolver['query'] = async (operation, parameters) =>
      operation.output.parse((await service.query(operation.path, parameters as object)).json) as never;
    const inventory = {
      listPrivateKeys: async () => (await query(listPrivateKeys, {})).privateKeys,
      listAccounts: () => Promise.resolve([]),
    };
    const nameOf = (address: string) => (address.toLowerCase() === FRIEND ? 'Acme' : undefined);
    const condition = `eth.tx.value == 5 && private_key.id == '${key.id}'`;
    const trial = await trialOf(deny(condition), query, inventory, () => Promise.resolve(nameOf));
    expect(trial.changed.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Send 0\.0+5 ETH to “Acme”/),
    ]);
  });

  it('takes what an update leaves out from the policy as it is', async () => {
    await pay(5n);
    const [trial, same] = [
      await attempt({ ...unwritten, policyId: kept, condition: 'eth.tx.value < 5' }),
      await attempt({ ...unwritten, policyId: kept, condition: 'eth.tx.value < 6' }),
    ];
    expect(trial.changed).toMatchObject([{ before: 'OUTCOME_ALLOW', after: 'OUTCOME_DENY_IMPLICIT' }]);
    expect(same.changed).toEqual([]);
    const two = await attempt({
      ...{ ...unwritten, policyId: kept },
      consensus: `approvers.any(user, user.id == '${mia.userId}') && approvers.count() >= 2`,
    });
    expect(two.changed).toMatchObject([{ before: 'OUTCOME_ALLOW', after: 'OUTCOME_REQUIRES_CONSENSUS' }]);
  });

  it('tells nothing of who changes the own credentials, and of who is gone', async () => {
    await pay(5n);
    const own = freshSigner();
    const apiKey = { apiKeyName: 'Own', publicKey: own.publicKey, curveType: 'API_KEY_CURVE_P256' };
    await service.submit('create_api_keys', { userId: mia.userId, apiKeys: [apiKey] }, mia.signer);
    const keys = deny("activity.kind == 'CREATE_API_KEYS'");
    expect(await attempt(keys)).toMatchObject({ unclear: 1, changed: [] });
    // Her payment is told all the same, until she is gone.
    const payments = deny("activity.kind == 'SIGN_TRANSACTION'");
    expect(await attempt(payments)).toMatchObject({ unclear: 0, changedInAll: 1 });
    await service.submit('delete_users', { userIds: [mia.userId] });
    expect(await attempt(payments)).toMatchObject({ unclear: 2, changed: [] });
  });

  it('leaves others their turn while many requests are held against many policies', async () => {
    await pay(5n);
    let turns = 0;
    // The same request many times, under as many policies of other requests.
    const query: ContextResolver['query'] = async (operation, parameters) => {
      const answer = (await service.query(operation.path, parameters as object)).json;
      const { activities, policies } = answer as {
        activities?: { type: string }[];
        policies?: { policyId: string }[];
      };
      const paid = activities?.find(({ type }) => type === 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2');
      const [policy] = policies ?? [];
      const condition = "private_key.label == 'another' && eth.tx.value > 5 && eth.tx.chain_id == 5";
      turns = 0;
      return operation.output.parse({
        ...answer,
        ...(paid && { activities: Array(90).fill(paid) }),
        ...(policies && {
          policies: Array.from({ length: 500 }, (_, n) =>
            n === 0 ? policy : { ...policy, policyId: `policy-${n}`, condition },
          ),
        }),
      }) as never;
    };
    const inventory = {
      listPrivateKeys: async () => (await query(listPrivateKeys, {})).privateKeys,
      listAccounts: () => Promise.resolve([]),
    };
    // Each look at the time is a millisecond later than the one before.
    let nowMs = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    let counted: number | undefined;
    const turn = (): void => {
      turns += 1;
      if (counted === undefined) setImmediate(turn);
    };
    setImmediate(turn);
    const trial = await trialOf(deny('eth.tx.value > 4'), query, inventory, () => {
      counted = turns;
      clock.mockRestore();
      return Promise.resolve(() => undefined);
    });
    expect(trial.changedInAll).toBe(90);
    expect(counted).toBeGreaterThan(5);
  });

  it('finds what the root quorum decides as it was', async () => {
    await pay(5n);
    const trial = await attempt(deny('true'));
    expect(trial.changed.map(({ title }) => title)).toEqual([expect.stringMatching(/^Send /)]);
    await setQuorum(service, 1, [service.ready.rootUserId, mia.userId]);
    expect(await attempt(deny('true'))).toMatchObject({ unclear: 0, changed: [] });
  });

  it('refuses what the language has not, with the place, and asks the service for nothing new', async () => {
    await expect(attempt(deny('eth.tx.valu > 5'))).rejects.toMatchObject({
      message: expect.stringContaining('valu') as string,
    });
    const { json } = await service.query('list_policies', {});
    expect((json as { policies?: unknown[] }).policies).toHaveLength(1);
  });
});
