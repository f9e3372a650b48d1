import { describe, expect, it, vi } from 'vitest';
import {
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  updatePolicy,
} from '#protocol/catalogue/policies.ts';
import { createSessionProfile } from '#protocol/catalogue/session-profiles.ts';
import type { PreviewParts, PreviewReads } from '#main/features/previews/preview-maker.ts';
import { ANN, BEN, CEM, inShort, OFFLINE, previewOf, served } from './preview-context.ts';
import { turnsDuring } from '#test/fixtures/turns.ts';

const ALLOW = 'EFFECT_ALLOW';
const DENY = 'EFFECT_DENY';
const TWO = 'approvers.count() >= 2';
const SIGNING = "activity.kind == 'SIGN_TRANSACTION'";
const codes = ({ warnings }: PreviewParts): string[] => warnings.map(({ code }) => code);
const valueOf = ({ facts }: PreviewParts, label: string): string | undefined =>
  facts.find((fact) => fact.label === label)?.value;

const create = (effect: string, condition?: string, consensus?: string, reads?: PreviewReads) =>
  previewOf(createPolicy, { policyName: 'P', notes: '', effect, condition, consensus }, reads);

describe('a policy is read by what it does', () => {
  it.each([
    'true',
    'true || false',
    "true || activity.kind == 'SIGN_TRANSACTION'",
    '1 == 1',
    "activity.kind != 'NO_SUCH_KIND'",
    "!(activity.kind == 'x')",
    "time.now > Timestamp('1970-01-01T00:00:00Z')",
    "time.now > Timestamp('2090-01-01T00:00:00Z')",
    "[1, 2].count() > 1 || activity.type == ''",
  ])('attack: the condition %s allows every operation, in other words', async (condition) => {
    expect(codes(await create(ALLOW, condition, TWO))).toEqual(['POLICY_WITHOUT_CONDITION']);
    const parts = await create(ALLOW, condition);
    expect(inShort(parts).dangers).toEqual(['POLICY_ALLOWS_ALL']);
    expect(parts.warnings[0]?.title).toBe('Allows every operation to anyone');
    expect(valueOf(parts, 'Applies to')).toBe('Every operation');
  });

  it.each([
    ['!(false)', 'Allows every operation to anyone'],
    ['!(!(true || false))', 'Allows every operation to anyone'],
    ['activity.kind == activity.kind', 'Allows every operation to anyone'],
    ['[1].count() >= 0', 'Allows every operation to anyone'],
    ['true || eth.tx.value < 5', 'Allows every request of its kind to anyone'],
    ['eth.tx.value < 5 || true', 'Allows every request of its kind to anyone'],
    ['!(false) && (1 == 1 || eth.tx.value < 5)', 'Allows every request of its kind to anyone'],
    ['!(!(true || eth.tx.value < 5) && false)', 'Allows every request of its kind to anyone'],
    ['eth.tx.value == eth.tx.value', 'Allows every request of its kind to anyone'],
    ['eth.tx.value < 5 || eth.tx.value >= 5', 'Allows every request of its kind to anyone'],
    ['bitcoin.tx.outputs.count() >= 0', 'Allows every request of its kind to anyone'],
    ['wallet.id == wallet.id', 'Allows every request of its kind to anyone'],
    [`${SIGNING} && (true || eth.tx.value < 5)`, 'Allows every request of its kind to anyone'],
  ])('attack: %s hides behind a variable that it limits nothing', async (condition, title) => {
    const parts = await create(ALLOW, condition);
    expect(parts.warnings[0]).toMatchObject({ severity: 'danger', title });
    // Nor does it take a second approval to hide it.
    expect(inShort(await create(ALLOW, condition, TWO)).dangers).toHaveLength(1);
  });

  it.each([
    SIGNING,
    `${SIGNING} && eth.tx.value < 5`,
    'eth.tx.value <= 1000000000000000000000',
    "eth.tx.to != '0x5b9f7e2c0d1a4c3e9f806a7b8c9d0e1f2a3b4c5d'",
    "wallet.id == 'w'",
    'bitcoin.tx.outputs.count() >= 1 && bitcoin.tx.outputs.all(o, o.value < 5)',
    "private_key.tags.contains('hot')",
  ])('does not say that %s limits nothing', async (condition) => {
    expect(codes(await create(ALLOW, condition, TWO))).not.toContain('POLICY_LIMITS_NOTHING');
  });

  it.each([
    'eth.tx.nonce != 918273645',
    "eth.tx.to != '0x5b9f7e2c0d1a4c3e9f806a7b8c9d0e1f2a3b4c5d'",
    'eth.tx.chain_id != 424242 && eth.tx.nonce != 918273645',
    'eth.tx.value < 5 || eth.tx.value > 5',
  ])('attack: %s passes for a limit', async (condition) => {
    expect(codes(await create(ALLOW, condition, TWO))).toContain('POLICY_EXCLUDES_ONLY');
  });

  it.each([
    SIGNING,
    'eth.tx.value <= 1000000000000000000000',
    'eth.tx.nonce != 7 && eth.tx.value < 1000000000000000000000',
    "wallet.id == 'w'",
    "private_key.tags.contains('hot')",
    'true',
  ])('does not say that %s only excludes single values', async (condition) => {
    expect(codes(await create(ALLOW, condition, TWO))).not.toContain('POLICY_EXCLUDES_ONLY');
  });

  it.each([
    'true',
    'approvers.count() >= 0',
    'approvers.count() >= 1',
    'approvers.count() < 100',
    "approvers.any(u, u.id != 'x')",
    '!approvers.all(u, false)',
    "credentials.any(c, c.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
  ])('attack: the consensus %s asks for nobody in particular', async (consensus) => {
    const parts = await create(ALLOW, 'true', consensus);
    expect(inShort(parts).dangers).toEqual(['POLICY_ALLOWS_ALL']);
    const narrow = await create(ALLOW, "activity.kind == 'CREATE_WALLET'", consensus);
    expect(narrow.warnings).toMatchObject([{ code: 'POLICY_WITHOUT_CONSENSUS', severity: 'caution' }]);
    const grave = await create(ALLOW, SIGNING, consensus);
    expect(grave.warnings).toMatchObject([{ code: 'POLICY_WITHOUT_CONSENSUS', severity: 'danger' }]);
  });

  it.each([`approvers.any(u, u.id == '${CEM}')`, "approvers.any(u, u.alias == 'Cem')"])(
    'attack: one user alone may do everything, by %s',
    async (consensus) => {
      const parts = await create(ALLOW, '1 == 1', consensus);
      expect(inShort(parts).dangers).toEqual(['POLICY_WITHOUT_CONDITION', 'POLICY_ONE_USER_ALL']);
      expect(parts.warnings[1]?.title).toBe('“Cem” alone can do this');
      expect(valueOf(parts, 'Approvals required')).toBe('“Cem” alone');
    },
  );

  it('names that user by what the policy says where users cannot be asked for', async () => {
    const parts = await create(ALLOW, 'true', `approvers.any(u, u.id == '${CEM}')`, OFFLINE);
    expect(parts.warnings.map(({ title }) => title)).toContain(`“${CEM}” alone can do this`);
  });

  it('attack: one operation is left out, and all others are allowed', async () => {
    const parts = await create(ALLOW, "activity.kind != 'CREATE_WALLET'", TWO);
    expect(inShort(parts).dangers).toEqual(['POLICY_ALLOWS_MOST']);
  });

  it('says nothing of a policy that is narrow and asks for two', async () => {
    expect(codes(await create(ALLOW, SIGNING, TWO))).toEqual([]);
    const parts = await create(ALLOW, `${SIGNING} && activity.params.type == 'TRANSACTION_TYPE_SOLANA'`, TWO);
    expect([codes(parts), valueOf(parts, 'Applies to')]).toEqual([[], 'Sign a transaction (Solana)']);
    expect(valueOf(parts, 'Approvals required')).toBe('Any 2 users');
  });

  it.each([
    ["activity.kind == 'SIGN_TRANSACTON'", 'a misspelt kind'],
    ["wallet.id == 'w' || private_key.id == 'k'", 'keywords that no request has together'],
    ['1 == 2', 'a contradiction'],
  ])('says that %s never applies: %s', async (condition) => {
    expect((await create(ALLOW, condition, TWO)).warnings).toMatchObject([
      { code: 'POLICY_NEVER_APPLIES', severity: 'notice' },
    ]);
    expect((await create(DENY, condition)).warnings).toMatchObject([
      { code: 'POLICY_NEVER_APPLIES', severity: 'caution' },
    ]);
  });

  it.each([
    "eth.tx.to == '0x5b9f7e2c0d1a4c3e9f806a7b8c9d0e1f2a3b4c5d' && eth.tx.value <= 1000",
    'eth.tx.data.count() == 0 || true',
    "private_key.tags.contains('hot')",
    "secret.static_properties['env'] == 'prod'",
    'bitcoin.tx.outputs.all(o, o.value < 5)',
    'solana.tx.transfers.count() == 3',
    "eth.tx.data[0..10] == '0x095ea7b3'",
  ])('finds the requests that %s is meant for', async (condition) => {
    const type = condition.startsWith('eth.tx.data.count');
    if (type) {
      await expect(create(ALLOW, condition, TWO)).rejects.toMatchObject({ code: 'POLICY_TYPE_MISMATCH' });
      return;
    }
    expect(codes(await create(ALLOW, condition, TWO))).not.toContain('POLICY_NEVER_APPLIES');
  });

  it('attack: an error that the requester can choose is not mentioned', async () => {
    const parts = await create(DENY, "eth.tx.data[0..10] == '0x095ea7b3'");
    expect(codes(parts)).toEqual(['POLICY_CAN_FAIL']);
    expect(parts.warnings[0]?.text).toBe(
      'Sign a transaction (Ethereum): a field or element that the policy uses may be missing. Then it denies the request.',
    );
    expect(codes(await create(DENY, 'eth.tx.value > 5'))).toEqual([]);
  });

  it('says that everything is denied', async () => {
    expect(inShort(await create(DENY, '1 == 1')).dangers).toEqual(['POLICY_DENIES_ALL']);
  });
});

describe('a policy that does not parse', () => {
  it.each([
    ['condition', { condition: 'eth.tx.value > ' }, /^Condition: .*\(character \d+\)$/],
    ['consensus', { consensus: ' ' }, /^Consensus: The expression is empty\. \(character 1\)$/],
    ['time', { time: "activity.kind == 'x'" }, /^Time: There is no keyword activity here\. \(character 1\)$/],
  ])(
    'attack: a %s that the service refuses after the second approval passes the preview',
    async (_, part, words) => {
      const policy = { policyName: 'P', notes: '', effect: ALLOW, ...part };
      await expect(previewOf(createPolicy, policy)).rejects.toMatchObject({
        message: expect.stringMatching(words) as string,
        remedy: expect.any(String) as string,
      });
      await expect(
        previewOf(createPolicies, {
          policies: [{ ...policy, condition: 'true', consensus: 'true', time: null }, policy],
        }),
      ).rejects.toMatchObject({ message: expect.stringMatching(/^Policy 2: /) as string });
    },
  );

  it('is refused in a change and in a session’s scope as well', async () => {
    const syntax = { code: 'POLICY_SYNTAX_INVALID' };
    await expect(previewOf(updatePolicy, { policyId: ANN, policyCondition: 'x y' })).rejects.toMatchObject(
      syntax,
    );
    const profile = { sessionProfileName: 'S', scope: 'x y' };
    await expect(previewOf(createSessionProfile, profile)).rejects.toMatchObject(syntax);
  });
});

it('attack: a session profile whose scope limits nothing', async () => {
  for (const scope of ['1 == 1', 'true || eth.tx.value < 5']) {
    const parts = await previewOf(createSessionProfile, { sessionProfileName: 'S', scope });
    expect(inShort(parts).dangers).toEqual(['SESSION_SCOPE_UNLIMITED']);
  }
});

it('attack: a session profile whose scope only excludes a value that nobody needs', async () => {
  for (const scope of [
    "eth.tx.to != '0x00000000000000000000000000000000000000aa'",
    "activity.type != 'ACTIVITY_TYPE_CREATE_TVC_APP'",
  ]) {
    const parts = await previewOf(createSessionProfile, { sessionProfileName: 'S', scope });
    expect([scope, inShort(parts).dangers]).toEqual([scope, ['SESSION_SCOPE_WIDE']]);
  }
  const narrow = { sessionProfileName: 'S', scope: "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'" };
  expect(inShort(await previewOf(createSessionProfile, narrow)).dangers).toEqual([]);
});

const record = (
  policyId: string,
  policyName: string,
  effect: string,
  condition: string,
  consensus: string,
) => ({
  ...{ policyId, policyName, effect, condition, consensus },
  ...{ notes: '', createdAt: '', updatedAt: '' },
});
const KEPT = served({
  list_policies: {
    policies: [
      record(ANN, 'No large payments', DENY, 'eth.tx.value > 10000000000000000000', ''),
      record(BEN, 'Pay', ALLOW, "eth.tx.to == '0xAA' && eth.tx.value <= 10000000000000000000", TWO),
      record(CEM, 'Broken', ALLOW, 'x y', ''),
    ],
  },
});

describe('a changed policy', () => {
  const change = (parameters: object, reads = KEPT) => previewOf(updatePolicy, parameters, reads);

  it('attack: a deny rule is loosened from 10 to 10,000,000 ETH', async () => {
    const policyCondition = `eth.tx.value > ${10n ** 25n}`;
    const parts = await change({ policyId: ANN, policyCondition });
    expect(inShort(parts)).toEqual({
      sentence: 'Change the policy “No large payments”.',
      first: 'No large payments',
      dangers: ['POLICY_DENY_LOOSENED'],
    });
    expect(valueOf(parts, 'Limit on eth.tx.value')).toBe('10 ETH → 10,000,000 ETH');
    expect([valueOf(parts, 'Condition now'), valueOf(parts, 'Condition')]).toEqual([
      'eth.tx.value > 10000000000000000000',
      policyCondition,
    ]);
  });

  it.each([
    [{ policyCondition: "eth.tx.to == '0xAA' && eth.tx.value <= 10000000000000000001" }],
    [{ policyCondition: "eth.tx.to in ['0xAA', '0xBB'] && eth.tx.value <= 10000000000000000000" }],
    [{ policyCondition: "eth.tx.to == '0xAA'" }],
    [{ policyCondition: "eth.tx.to == '0xBB' && eth.tx.value <= 10000000000000000000" }],
    [{ policyConsensus: 'approvers.count() >= 1' }],
    [{ policyConsensus: `${TWO} || approvers.any(u, u.id == '${CEM}')` }],
  ])('attack: an allow rule is widened: %j', async (parameters) => {
    expect(codes(await change({ policyId: BEN, ...parameters }))).toContain('POLICY_ALLOW_WIDENED');
  });

  it.each([
    [{ policyName: 'Pay more' }],
    [{ policyCondition: "eth.tx.to == '0xAA' && eth.tx.value <= 9" }],
    [{ policyConsensus: 'approvers.count() >= 3' }],
    [{ policyCondition: "eth.tx.value <= 10000000000000000000 && eth.tx.to == '0xaa'" }],
  ])('needs no tick for what allows no more: %j', async (parameters) => {
    expect(inShort(await change({ policyId: BEN, ...parameters })).dangers).toEqual([]);
  });

  it.each([
    [{ policyEffect: ALLOW }, ['POLICY_NO_LONGER_DENIES', 'POLICY_ALLOW_WIDENED']],
    [{ policyConsensus: `approvers.any(u, u.id == '${CEM}')` }, ['POLICY_DENY_LOOSENED']],
    [{ time: "time.now < Timestamp('2090-01-01T00:00:00Z')" }, ['POLICY_DENY_LOOSENED']],
  ])('attack: a deny rule stops denying: %j', async (parameters, expected) => {
    expect(inShort(await change({ policyId: ANN, ...parameters })).dangers).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('needs a tick where what it says today cannot be read', async () => {
    expect(inShort(await change({ policyId: CEM, policyCondition: SIGNING })).dangers).toContain(
      'POLICY_NOT_KNOWN',
    );
    expect(inShort(await change({ policyId: ANN, policyName: 'x' }, OFFLINE)).dangers).toContain(
      'POLICY_NOT_KNOWN',
    );
  });
});

describe('plural operations', () => {
  const bad = { policyName: 'Bad', notes: '', effect: ALLOW, condition: 'true || false' };
  const good = { policyName: 'Good', notes: '', effect: ALLOW, condition: SIGNING, consensus: TWO };

  it('attack: a hundred policies that take long to be read keep the window waiting for one at most', async () => {
    let ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 20));
    try {
      const policies = Array.from({ length: 100 }, (_, at) => ({
        policyName: `P${at}`,
        effect: ALLOW,
        notes: '',
      }));
      const turns = await turnsDuring(async () => {
        const { facts } = await previewOf(createPolicies, { policies });
        expect(facts.length).toBeGreaterThan(100);
      });
      expect(turns).toBeGreaterThanOrEqual(99);
    } finally {
      clock.mockRestore();
    }
  });

  it('attack: create_policies hides what create_policy warns of', async () => {
    const one = await previewOf(createPolicy, bad);
    const parts = await previewOf(createPolicies, { policies: [good, bad] });
    expect(inShort(one).dangers).toEqual(['POLICY_ALLOWS_ALL']);
    expect(inShort(parts)).toMatchObject({
      sentence: 'Create “Good” and “Bad”.',
      dangers: ['POLICY_ALLOWS_ALL'],
    });
    expect(parts.warnings[0]?.title).toBe('“Bad”: Allows every operation to anyone');
    for (const { label, value } of one.facts)
      expect(parts.facts).toContainEqual(expect.objectContaining({ label: `${label} 2`, value }));
  });

  it('attack: delete_policies hides that a deny policy goes', async () => {
    const one = await previewOf(deletePolicy, { policyId: ANN }, KEPT);
    const parts = await previewOf(deletePolicies, { policyIds: [BEN, ANN] }, KEPT);
    expect(inShort(one).dangers).toEqual(['POLICY_NO_LONGER_DENIES']);
    expect(inShort(parts)).toMatchObject({
      sentence: 'Delete “Pay” and “No large payments”.',
      dangers: ['POLICY_NO_LONGER_DENIES'],
    });
    for (const { label, value } of one.facts)
      expect(parts.facts).toContainEqual(expect.objectContaining({ label: `${label} 2`, value }));
    expect(inShort(await previewOf(deletePolicies, { policyIds: [ANN] }, OFFLINE)).dangers).toEqual([
      'POLICY_NOT_KNOWN',
    ]);
  });
});
