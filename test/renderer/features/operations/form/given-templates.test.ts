import { describe, expect, it } from 'vitest';
import { parseRules } from '#main/governance/policies/parse-rules.ts';
import { readPolicy } from '#main/governance/policies/read-policy.ts';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { GIVEN_TEMPLATES } from '#renderer/features/operations/form/given-templates.ts';

const NOW = Date.UTC(2026, 10, 23);

describe('templates of the console', () => {
  for (const [path, templates] of Object.entries(GIVEN_TEMPLATES)) {
    const operation = catalogue.find((each) => each.path === path);
    it.each(templates.map((each) => [each.name, each] as const))(
      `${path}: %s is whole`,
      (_name, { parameters }) => {
        expect(operation?.parameters.safeParse(parameters).error).toBeUndefined();
      },
    );
  }

  it.each((GIVEN_TEMPLATES['create_policy'] ?? []).map((each) => [each.name, each] as const))(
    'the policy "%s" applies to some request, and limits what it speaks of',
    (_name, { parameters }) => {
      const { condition, consensus } = parameters as { condition?: string; consensus?: string };
      const rules = parseRules({ effect: 'EFFECT_ALLOW', condition, consensus, time: undefined });
      const { always, sometimes, limitsNothing } = readPolicy(rules, [], NOW);
      expect([...always, ...sometimes].length).toBeGreaterThan(0);
      if (condition !== undefined) expect(limitsNothing).toBe(false);
    },
  );
});
