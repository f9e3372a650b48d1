import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AllowlistChange,
  type Allowlists,
  afterChange,
  evaluateAllowlist,
} from '#protocol/network/ip-allowlist.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type Member, addMember } from '../../fixtures/team.ts';

const NOTHING: Allowlists = { organization: undefined, key: undefined };
const list = (rules: string[], enabled = true) => ({ rules, enabled, onEvaluationError: 'DENY' as const });
const OWN = 'aa'.repeat(33);

describe('standingOf an address that is not known', () => {
  it('is in without an enabled list of the organization, whatever the key has', () => {
    expect(evaluateAllowlist(undefined, NOTHING)).toBe('in');
    expect(evaluateAllowlist(undefined, { organization: list([], false), key: list([]) })).toBe('in');
  });

  it('is out where no rule is left, and unknown where one is', () => {
    expect(evaluateAllowlist(undefined, { organization: list([]), key: undefined })).toBe('out');
    expect(evaluateAllowlist(undefined, { organization: list(['192.0.2.0/24']), key: list([]) })).toBe(
      'unknown',
    );
    expect(evaluateAllowlist(undefined, { organization: list([]), key: list(['192.0.2.0/24']) })).toBe(
      'unknown',
    );
  });
});

describe('afterChange', () => {
  it("leaves one's own lists alone when another key's list changes", () => {
    const change = { publicKey: 'bb'.repeat(33), list: list([]) };
    expect(afterChange(NOTHING, change, OWN)).toEqual(NOTHING);
  });

  it('knows its own key in capitals: a lock-out that differs in case alone', () => {
    const change = { publicKey: OWN.toUpperCase(), list: list(['192.0.2.0/24']) };
    expect(afterChange(NOTHING, change, OWN).key).toEqual(change.list);
  });
});

// The service's answer to a real request is what counts: the prediction is held against it.
describe('the prediction and the service', () => {
  let service: LocalService;
  let member: Member;
  beforeAll(async () => {
    service = await LocalService.start();
    member = await addMember(service, 'desk-two');
    // So that the one who changes the lists is never locked out.
    await service.submit('set_ip_allowlist', {
      publicKey: service.root.publicKey,
      rules: [{ cidr: '127.0.0.1/32' }],
    });
  });
  afterAll(() => service.stop());

  const HERE = ['127.0.0.0/20', '127.0.0.1/32', '::ffff:127.0.0.1/128'];
  const ELSEWHERE = ['127.0.16.0/20', '192.0.2.0/24', '2001:db8::/48', '::1/128'];
  const changes = fc.record({
    own: fc.boolean(),
    list: fc.option(
      fc.record({
        rules: fc.uniqueArray(fc.constantFrom(...HERE, ...ELSEWHERE), { maxLength: 4 }),
        enabled: fc.boolean(),
        onEvaluationError: fc.constantFrom('ALLOW' as const, 'DENY' as const),
      }),
      { nil: undefined },
    ),
  });

  it('agree after every change of random lists', async () => {
    let lists: Allowlists = NOTHING;
    await fc.assert(
      fc.asyncProperty(changes, async ({ own, list: next }) => {
        const publicKey = own ? member.signer.publicKey : undefined;
        const change: AllowlistChange = { publicKey, list: next };
        lists = afterChange(lists, change, member.signer.publicKey);
        const asked = next && {
          ...next,
          publicKey,
          rules: next.rules.map((cidr) => ({ cidr })),
        };
        const sent = asked
          ? await service.submit('set_ip_allowlist', asked)
          : await service.submit('remove_ip_allowlist', { publicKey });
        expect(sent.status).toBe(200);
        const { status } = await service.query('whoami', {}, member.signer);
        expect(status === 200 ? 'in' : 'out').toBe(evaluateAllowlist('127.0.0.1', lists));
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
