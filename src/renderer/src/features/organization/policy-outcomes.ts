import type { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import { NO_FILTER, askedBy } from '../activities/activities-store.ts';

/** What a policy said about an activity. */
export interface PolicyOutcome {
  readonly policyId: string;
  readonly activityId: string;
  readonly title: string;
  readonly outcome: string;
}

/** How many of the newest activities are looked at: each is a question of its own. */
export const LOOKED_AT = 10;

/** What every policy said about the newest activities, newest first. */
export const policyOutcomes = createQuery(async (): Promise<readonly PolicyOutcome[]> => {
  const { rows } = await getConsole().activities.list({
    ...askedBy(NO_FILTER, null, 0),
    before: null,
    limit: LOOKED_AT,
  });
  const said = await Promise.all(
    rows.map(async ({ id, title }) => {
      const { policyEvaluations } = await ask<typeof getPolicyEvaluations>('get_policy_evaluations', {
        activityId: id,
      });
      return policyEvaluations.flatMap((vote) =>
        vote.policyEvaluations.map(({ policyId, outcome }) => ({
          policyId: policyId ?? '',
          activityId: id,
          title,
          outcome: outcome ?? '',
        })),
      );
    }),
  );
  return said.flat();
});

/** An outcome in a word: `OUTCOME_DENY_EXPLICIT` is "Deny explicit". */
export function outcomeWords(outcome: string): string {
  const words = outcome
    .replace(/^OUTCOME_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
