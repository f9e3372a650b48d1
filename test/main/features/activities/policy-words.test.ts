import { describe, expect, it } from 'vitest';
import type { TriedPolicy } from '#preload/contract/activities.ts';
import { createPolicyWords } from '#main/features/activities/policy-words.ts';

const unwritten: TriedPolicy = {
  ...{ policyId: null, effect: null, condition: null, consensus: null, time: null },
};
const kept = {
  ...{ policyId: 'p', policyName: 'Small', effect: 'EFFECT_ALLOW', notes: '' },
  ...{ condition: 'eth.tx.value <= 5', consensus: '', time: '' },
};

function reading() {
  let nowMs = 1_000;
  const state = { asked: 0, isDown: false };
  const ask = ({ path }: { path: string }): Promise<unknown> => {
    if (path === 'list_users') state.asked += 1;
    if (state.isDown) return Promise.reject(new Error('down'));
    return Promise.resolve({ users: [], policies: [kept] });
  };
  const words = createPolicyWords(ask as never, () => nowMs);
  return { state, words, pass: (ms: number) => void (nowMs += ms) };
}

describe('a policy in words', () => {
  it('says what it reaches, what it leaves free and what it never lets through', async () => {
    const { words } = reading();
    const said = await words.read({ ...unwritten, condition: 'eth.tx.value <= 5 && eth.tx.chain_id == 1' });
    expect(said).toMatchObject({
      effect: 'EFFECT_ALLOW',
      notLimited: 'Keys and wallets, recipients, contract calls, gas, fees, totals over time',
    });
    expect(said.notApplied).toContain('Solana');
    expect(said.notApplied).not.toContain('Ethereum');
    expect(said.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Applies to: Sign a transaction (Ethereum), for some values',
      'Approvals required: Any user alone',
      'Amount: Up to 0.000000000000000005 ETH',
      'Network: Ethereum mainnet (1)',
    ]);
  });

  it('says that nothing is limited without a condition, and warns', async () => {
    const said = await reading().words.read({ ...unwritten, effect: 'EFFECT_ALLOW' });
    expect(said).toMatchObject({ notLimited: 'Everything', warnings: [{ severity: 'danger' }] });
  });

  it('says of each chain what it leaves free where they differ', async () => {
    const said = await reading().words.read({
      ...unwritten,
      condition: "activity.kind == 'SIGN_TRANSACTION'",
    });
    expect(said.notLimited).toMatch(/^Ethereum: keys.*fees, totals over time\. .*Bitcoin: /);
    expect(said.notApplied).toBeNull();
  });

  it('says of a policy that denies, and of one about no transaction, nothing of limits', async () => {
    const { words } = reading();
    const denies = await words.read({ ...unwritten, effect: 'EFFECT_DENY', condition: 'eth.tx.value > 5' });
    expect(denies).toMatchObject({ effect: 'EFFECT_DENY', notLimited: null, notApplied: null });
    expect(denies.facts[1]).toMatchObject({
      label: 'Approvals denied',
      value: 'Any user alone',
    });
    const users = await words.read({ ...unwritten, condition: "activity.kind == 'CREATE_USERS'" });
    expect(users).toMatchObject({ notLimited: null, notApplied: null });
  });

  it('takes what a change leaves out from the policy as it is', async () => {
    const said = await reading().words.read({ ...unwritten, policyId: 'p' });
    expect(said.notLimited).not.toContain('amounts');
    expect(said.notLimited).toContain('recipients');
  });

  it('refuses what the language has not', async () => {
    const bad = reading().words.read({ ...unwritten, condition: 'eth.tx.valu > 5' });
    await expect(bad).rejects.toMatchObject({ message: expect.stringContaining('valu') as string });
  });

  it('asks for the organization once a minute, again after a failure, and again once it is forgotten', async () => {
    const { words, state, pass } = reading();
    state.isDown = true;
    await expect(words.read(unwritten)).rejects.toThrow('down');
    state.isDown = false;
    await words.read(unwritten);
    await words.read(unwritten);
    expect(state.asked).toBe(2);
    pass(60_000);
    await words.read(unwritten);
    expect(state.asked).toBe(3);
    words.reset();
    await words.read(unwritten);
    expect(state.asked).toBe(4);
  });
});
