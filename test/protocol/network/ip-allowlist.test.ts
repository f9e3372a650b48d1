import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSourceAllowed, type OrganizationAllowlist } from '#protocol/network/ip-allowlist.ts';

const list = (rules: string[], onEvaluationError: 'ALLOW' | 'DENY' = 'DENY') => ({
  rules,
  onEvaluationError,
});
const organization = (
  rules: string[],
  enabled = true,
  onEvaluationError: 'ALLOW' | 'DENY' = 'DENY',
): OrganizationAllowlist => ({
  ...list(rules, onEvaluationError),
  enabled,
});
const OFFICE = '192.0.2.0/24';
const inOffice = '192.0.2.7';
const elsewhere = '198.51.100.7';

describe('isSourceAllowed', () => {
  it('lets everybody in where there is no allowlist', () => {
    expect(isSourceAllowed(elsewhere, undefined, undefined)).toBe(true);
    expect(isSourceAllowed(undefined, undefined, undefined)).toBe(true);
  });

  it('lets in whoever the organization lists, and nobody else', () => {
    expect(isSourceAllowed(inOffice, organization([OFFICE]), undefined)).toBe(true);
    expect(isSourceAllowed(elsewhere, organization([OFFICE]), undefined)).toBe(false);
  });

  it('lets nobody in when it is enabled without rules', () => {
    for (const key of [undefined, list([])]) {
      expect(isSourceAllowed(inOffice, organization([]), key)).toBe(false);
      expect(isSourceAllowed(undefined, organization([], true, 'ALLOW'), key)).toBe(false);
    }
  });

  it("counts a key's allowlist only while the organization's is enabled", () => {
    expect(isSourceAllowed(elsewhere, undefined, list([OFFICE]))).toBe(true);
    expect(isSourceAllowed(elsewhere, organization([], false), list([OFFICE]))).toBe(true);
    expect(isSourceAllowed(elsewhere, organization([], true), list([OFFICE]))).toBe(false);
    expect(isSourceAllowed(inOffice, organization([], true), list([OFFICE]))).toBe(true);
  });

  it("puts a key's rules in the place of the organization's", () => {
    expect(isSourceAllowed(elsewhere, organization([OFFICE]), list(['198.51.100.0/24']))).toBe(true);
    expect(isSourceAllowed(inOffice, organization([OFFICE]), list(['198.51.100.0/24']))).toBe(false);
  });

  it("falls back to the organization's rules for a key without any, or without a list after its removal", () => {
    for (const key of [undefined, list([])]) {
      expect(isSourceAllowed(inOffice, organization([OFFICE]), key)).toBe(true);
      expect(isSourceAllowed(elsewhere, organization([OFFICE]), key)).toBe(false);
    }
  });

  it.each([undefined, '', 'unknown', '192.0.2.7:443', 'fe80::1%eth0'])(
    'treats the source %j as the list in force says',
    (source) => {
      expect(isSourceAllowed(source, organization([OFFICE], true, 'ALLOW'), undefined)).toBe(true);
      expect(isSourceAllowed(source, organization([OFFICE], true, 'DENY'), undefined)).toBe(false);
      expect(isSourceAllowed(source, organization([OFFICE], true, 'ALLOW'), list([OFFICE], 'DENY'))).toBe(
        false,
      );
      expect(isSourceAllowed(source, organization([OFFICE], true, 'DENY'), list([OFFICE], 'ALLOW'))).toBe(
        true,
      );
    },
  );

  it('knows an IPv4 peer on a socket of both families: getting around the list by IPv6', () => {
    expect(isSourceAllowed(`::ffff:${inOffice}`, organization([OFFICE]), undefined)).toBe(true);
    expect(isSourceAllowed(`::ffff:${elsewhere}`, organization([OFFICE]), undefined)).toBe(false);
    expect(isSourceAllowed(`::${inOffice}`, organization([OFFICE]), undefined)).toBe(false);
  });

  it('does not take IPv4 for a part of IPv6: a block around zero that would let in all of IPv4', () => {
    expect(isSourceAllowed(elsewhere, organization(['::/48']), undefined)).toBe(false);
    expect(isSourceAllowed(`::ffff:${elsewhere}`, organization(['::/48']), undefined)).toBe(false);
    expect(isSourceAllowed('::1', organization(['::/48']), undefined)).toBe(true);
  });

  it("agrees with Node's block lists on lists of both families", () => {
    const rule = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 4, max: 32 })),
      // Blocks of IPv6 around zero hold the mapped addresses; there Node and we differ, and the test above says how.
      fc.tuple(fc.ipV6(), fc.integer({ min: 16, max: 128 })).filter(([text]) => !/^0*:/.test(text)),
    );
    const source = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 20 }),
        source,
        fc.nat(19),
        (rules, random, pick) => {
          const theirs = new BlockList();
          for (const [base, prefix] of rules)
            theirs.addSubnet(base, prefix, base.includes(':') ? 'ipv6' : 'ipv4');
          const ours = organization(rules.map(([base, prefix]) => `${base}/${prefix}`));
          for (const text of [random, rules[pick % rules.length]?.[0] ?? random]) {
            expect(isSourceAllowed(text, ours, undefined)).toBe(
              theirs.check(text, text.includes(':') ? 'ipv6' : 'ipv4'),
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
