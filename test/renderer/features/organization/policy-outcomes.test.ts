import { beforeEach, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { outcomeWords, policyOutcomes } from '#renderer/features/organization/policy-outcomes.ts';
import { FakeConsole } from '../../fake-console.ts';
import { activityRows } from '../../fake-data.ts';

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

it('gathers what the policies said of each of the newest activities, in their order', async () => {
  fake.overrides.set('queries.ask', (input) => {
    const { activityId } = (input as { parameters: { activityId: string } }).parameters;
    const said = activityId === activityRows[1]?.id ? [{ policyId: 'p', outcome: 'OUTCOME_ALLOW' }] : [];
    return Promise.resolve({ policyEvaluations: [{ policyEvaluations: said }] });
  });
  await policyOutcomes.load();
  expect(policyOutcomes.useStore.getState()).toEqual({
    state: 'ready',
    value: [
      {
        policyId: 'p',
        activityId: activityRows[1]?.id,
        title: activityRows[1]?.title,
        outcome: 'OUTCOME_ALLOW',
      },
    ],
  });
});

it('says an outcome in words', () => {
  expect(outcomeWords('OUTCOME_DENY_EXPLICIT')).toBe('Deny explicit');
});
