import { describe, expect, it } from 'vitest';
import { normaliseRules } from '#protocol/network/allowlist-rules.ts';

const refusal = (code: string, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;
const blocks = (count: number, family: 4 | 6): { cidr: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    cidr: family === 4 ? `10.0.${index}.0/24` : `2001:db8:${index}::/48`,
  }));

describe('normaliseRules', () => {
  it('normalises blocks and keeps the first of equals with its label', () => {
    expect(
      normaliseRules([
        { cidr: '192.168.1.100/24', label: 'Office' },
        { cidr: '2001:DB8::1/48' },
        { cidr: '192.168.1.7/24', label: 'Again' },
        { cidr: '::ffff:192.168.1.0/120', label: 'Mapped' },
      ]),
    ).toEqual([{ cidr: '192.168.1.0/24', label: 'Office' }, { cidr: '2001:db8::/48' }]);
  });

  it('takes none', () => {
    expect(normaliseRules([])).toEqual([]);
  });

  it('takes the largest blocks and the most of them', () => {
    expect(normaliseRules([{ cidr: '10.0.0.0/20' }, { cidr: '2001:db8::/48' }])).toHaveLength(2);
    expect(normaliseRules([...blocks(10, 4), ...blocks(10, 6), ...blocks(10, 4)])).toHaveLength(20);
  });

  it.each(['0.0.0.0/0', '10.0.0.0/19', '2001:db8::/47', '::/0', '::ffff:0:0/96', '::ffff:10.0.0.0/115'])(
    'refuses %s: an allowlist that allows almost everybody',
    (cidr) => {
      expect(() => normaliseRules([{ cidr: '10.0.0.1/32' }, { cidr }])).toThrow(
        refusal('IP_ALLOWLIST_RULE_INVALID', /^Rule 1 .*larger/),
      );
    },
  );

  it('names the rule that is no block', () => {
    expect(() => normaliseRules([{ cidr: '10.0.0.1/32' }, { cidr: '10.0.0.1' }])).toThrow(
      refusal('IP_ALLOWLIST_RULE_INVALID', /^Rule 1 \(10\.0\.0\.1\)/),
    );
  });

  it.each([4, 6] as const)('refuses more than ten blocks of IPv%i', (family) => {
    expect(() => normaliseRules(blocks(11, family))).toThrow(
      refusal('IP_ALLOWLIST_TOO_LONG', /more than 10/),
    );
  });
});
