// Of a large organization: the console answers meanwhile.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { comparePolicies } from '#main/governance/policies/compare-policies.ts';
import { parseRules } from '#main/governance/policies/parse-rules.ts';
import type { User } from '#protocol/catalogue/users.ts';

const userOf = (n: number): User =>
  ({
    ...{ userId: `user-${n}`, userName: `User ${n}`, userTags: [], authenticators: [], oauthProviders: [] },
    apiKeys: [
      {
        ...{ apiKeyId: `key-${n}`, apiKeyName: 'desk' },
        credential: { type: 'CREDENTIAL_TYPE_API_KEY_P256', publicKey: `02${n}` },
      },
    ],
  }) as unknown as User;
const rules = (consensus: string) =>
  parseRules({ effect: 'EFFECT_ALLOW', condition: undefined, consensus, time: undefined });

afterEach(() => vi.restoreAllMocks());

describe('two versions of a policy in a large organization', () => {
  const users = Array.from({ length: 300 }, (_, n) => userOf(n));

  it('are compared in turns, and others have theirs', async () => {
    const change = await comparePolicies(
      rules("approvers.any(user, user.id == 'user-7')"),
      rules("approvers.any(user, user.id == 'user-299')"),
      users,
      1_000,
    );
    expect(change).toEqual({ widened: true, narrowed: true });
    // Each look at the time is a millisecond later than the one before.
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    let [turns, isGoing] = [0, true];
    const turn = (): void => {
      turns += 1;
      if (isGoing) setImmediate(turn);
    };
    setImmediate(turn);
    const same = rules("approvers.count() >= 2 && approvers.any(user, user.id == 'user-7')");
    expect(await comparePolicies(same, same, users, 1_000)).toEqual({ widened: false, narrowed: false });
    isGoing = false;
    expect(turns).toBeGreaterThan(10);
  });
});
