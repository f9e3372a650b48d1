// Who can do what: told by the console, and then tried on the real service.
import { Transaction } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestKind, Permission, WhoCan } from '#preload/contract/activities.ts';
import type { Signer } from '#protocol/stamp.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService, codeOf } from '#test/fixtures/local-service.ts';
import { type Member, addMember, addPolicy, setQuorum } from '#test/fixtures/team.ts';

const ETHEREUM = 'Sign a transaction (Ethereum)';
/** With the names of the policies. */
type Named = Omit<Permission, 'allowedBy' | 'deniedBy'> & Record<'allowedBy' | 'deniedBy', readonly string[]>;
/** The root user, as a new organization calls it. */
const ROOT = 'Root user';
const WALLET = 'Create a wallet';

describe('who can do something', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  let mia: Member;
  let noah: Member;
  let address: string;
  beforeEach(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
    mia = await addMember(service, 'Mia', { userTags: ['treasury'] });
    noah = await addMember(service, 'Noah', { userTags: ['treasury'] });
    ({ address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']));
  });
  afterEach(async () => {
    await world.stop();
    await service.stop();
  });

  const whoCan = async (kind: string): Promise<Record<string, Named>> => {
    const { users, policyLists } = await world.running.call<WhoCan>('activities.whoCan', { kind });
    const namesAt = (at: number): readonly string[] => policyLists[at] ?? [];
    return Object.fromEntries(
      users.map((each) => [
        each.name,
        { ...each, allowedBy: namesAt(each.allowedBy), deniedBy: namesAt(each.deniedBy) },
      ]),
    );
  };
  const powers = async (kind: string): Promise<Record<string, string>> =>
    Object.fromEntries(Object.values(await whoCan(kind)).map(({ name, power }) => [name, power]));
  const answerOf = async (
    path: string,
    parameters: object,
    signer: Signer = mia.signer,
  ): Promise<string | undefined> => {
    const sent = await service.submit(path, parameters, signer);
    return sent.json.activity?.status ?? String(codeOf(sent));
  };
  const pay = (value: bigint, signer?: Signer) => {
    const unsignedTransaction = Transaction.from({
      ...{
        type: 2,
        chainId: 1,
        nonce: 1,
        to: `0x${'ab'.repeat(20)}`,
        value,
        gasLimit: 21_000n,
        maxFeePerGas: 9n,
      },
    }).unsignedSerialized.slice(2);
    const type = 'TRANSACTION_TYPE_ETHEREUM';
    return answerOf(
      'sign_transaction',
      { signWith: address.toLowerCase(), type, unsignedTransaction },
      signer,
    );
  };
  const create = (walletName: string, signer?: Signer) =>
    answerOf('create_wallet', { walletName, accounts: [] }, signer);
  const [DONE, WAITS, NO] = [
    'ACTIVITY_STATUS_COMPLETED',
    'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    'REQUEST_NOT_AUTHORIZED',
  ];

  it('is the root user alone where there is no policy', async () => {
    expect(await powers(WALLET)).toEqual({
      [ROOT]: 'alone',
      Mia: 'none',
      Noah: 'none',
    });
    expect(await create('one')).toBe(NO);
  });

  it('is told as the service decides it: alone, with others, and in part', async () => {
    const [small, both, never] = [
      await addPolicy(service, {
        condition: "activity.kind == 'SIGN_TRANSACTION' && eth.tx.value <= 5",
        consensus: `approvers.any(user, user.id == '${mia.userId}')`,
      }),
      await addPolicy(service, {
        condition: "activity.kind == 'CREATE_WALLET'",
        consensus: "approvers.filter(user, user.tags.contains('treasury')).count() >= 2",
      }),
      await addPolicy(service, { effect: 'EFFECT_DENY', condition: 'eth.tx.chain_id == 5' }),
    ];
    expect([small, both, never].every(Boolean)).toBe(true);
    expect(await powers(ETHEREUM)).toMatchObject({ Mia: 'alone_for_some', Noah: 'with_others_for_some' });
    expect([await pay(5n), await pay(6n)]).toEqual([DONE, NO]);
    expect([await pay(4n, noah.signer), await pay(7n, noah.signer)]).toEqual([WAITS, NO]);
    expect(await powers(WALLET)).toMatchObject({ Mia: 'with_others', Noah: 'with_others' });
    expect([await create('one'), await create('two', noah.signer)]).toEqual([WAITS, WAITS]);
    const { Mia, Noah } = await whoCan(ETHEREUM);
    expect([Mia?.allowedBy.length, Mia?.deniedBy.length]).toEqual([1, 1]);
    expect([Noah?.allowedBy, Noah?.isByRoot]).toEqual([Mia?.allowedBy, false]);
    expect((await whoCan('Sign a transaction (Solana)'))['Mia']?.power).toBe('none');
  });

  it('counts a policy of one key as some, and a root quorum of two as others', async () => {
    await addPolicy(service, {
      condition: "activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('hot')",
    });
    expect(await powers(ETHEREUM)).toMatchObject({ Mia: 'alone_for_some', Noah: 'alone_for_some' });
    await setQuorum(service, 2, [service.ready.rootUserId, mia.userId]);
    expect(await powers(WALLET)).toMatchObject({
      [ROOT]: 'with_others',
      ...{ Mia: 'with_others', Noah: 'none' },
    });
    expect(await create('one')).toBe(WAITS);
    expect(await powers('Change the root quorum')).toMatchObject({ Mia: 'with_others', Noah: 'none' });
  });

  it('leaves nobody alone where a policy denies it all but to the root quorum', async () => {
    await addPolicy(service, { condition: 'true' });
    await addPolicy(service, { effect: 'EFFECT_DENY', condition: "activity.kind == 'CREATE_WALLET'" });
    expect(await powers(WALLET)).toMatchObject({ [ROOT]: 'alone', Mia: 'none' });
    expect(await powers('Create wallet accounts')).toMatchObject({ Mia: 'alone' });
    expect([await create('one'), await create('two', service.root)]).toEqual([NO, DONE]);
  });

  it('lists each kind once, and refuses one that there is not', async () => {
    const kinds = await world.running.call<RequestKind[]>('activities.requestKinds');
    const names = kinds.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining([ETHEREUM, WALLET, 'Change the root quorum']));
    await expect(whoCan('Make coffee')).rejects.toMatchObject({ code: 'REQUEST_KIND_UNKNOWN' });
  });
});
