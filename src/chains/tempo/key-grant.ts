import { toChecksumAddress, type Hex } from '../ethereum/address.ts';
import { findToken } from '../ethereum/tokens.ts';
import type { Fact, SentencePart, Warning } from '../model/decoded.ts';
import { say, theAddress } from '../model/sentence.ts';
import type { KeyGrant } from './key-authorization.ts';
import { formatTime, formatTokenUnits, grouped, formatDuration } from '../model/amounts.ts';
import { warn } from '../model/warnings.ts';

/** What a new key is, and what it may do. `ranges` says where all of that stands. */
export const grantFacts = (grant: KeyGrant, chainId: bigint, ranges: NonNullable<Fact['ranges']>): Fact[] => [
  {
    label: 'New key',
    value: toChecksumAddress(grant.keyId),
    kind: 'address',
    note: `${grant.keyType}${grant.admin ? ', may let in further keys' : ''}`,
    ranges,
  },
  {
    label: 'New key ends',
    value: grant.expiry === null ? 'never' : formatTime(grant.expiry),
    kind: 'time',
    ranges,
  },
  ...limitFacts(grant, chainId, ranges),
  ...scopeFacts(grant, ranges),
];

function limitFacts({ limits }: KeyGrant, chainId: bigint, ranges: NonNullable<Fact['ranges']>): Fact[] {
  const label = 'New key may spend';
  if (limits === null) return [{ label, value: 'every token, without limit', kind: 'text', ranges }];
  if (limits.length === 0) return [{ label, value: 'an empty list of tokens', kind: 'text', ranges }];
  return limits.map(({ token, limit, period }) => {
    const address = toChecksumAddress(token);
    const known = findToken(chainId, address);
    const amount =
      known === undefined
        ? `${grouped(limit)} atomic units of ${address}`
        : `${formatTokenUnits(limit, known.decimals)} ${known.symbol}`;
    const often = period === 0n ? 'once' : `anew every ${formatDuration(period).replace(/^1 (\w+)$/, '$1')}`;
    return {
      label,
      value: amount,
      kind: 'amount',
      note: `${often}; ${limit.toString()} of ${address}`,
      ranges,
    };
  });
}

function scopeFacts({ scopes }: KeyGrant, ranges: NonNullable<Fact['ranges']>): Fact[] {
  const label = 'New key may call';
  if (scopes === null) return [{ label, value: 'everything', kind: 'text', ranges }];
  if (scopes.length === 0) return [{ label, value: 'nothing', kind: 'text', ranges }];
  return scopes.map(({ target, rules }) => {
    const calls = rules.map(({ selector, recipients }) =>
      recipients.length === 0
        ? selector
        : `${selector} to ${recipients.map((each) => toChecksumAddress(each)).join(', ')}`,
    );
    const note = calls.length === 0 ? 'every call of it' : `only ${calls.join('; ')}`;
    return { label, value: toChecksumAddress(target), kind: 'address', note, ranges };
  });
}

/** The words for a key that is let in; none without one. */
export const grantWords = (grant: KeyGrant | null): SentencePart[] =>
  grant === null
    ? []
    : say(', and let the key ', theAddress(toChecksumAddress(grant.keyId)), ' sign for the account');

/** A new key is always severe: it signs for the account from then on. */
export function grantWarnings(grant: KeyGrant, account: Hex | null): Warning[] {
  const whose = account ?? 'the account';
  const bounds = [
    grant.expiry === null ? 'for good' : `until ${formatTime(grant.expiry)}`,
    grant.limits === null ? 'spending without limit' : 'with limits on what it spends',
    grant.scopes === null ? 'calling whatever it likes' : 'calling only what is listed',
  ].join(', ');
  const text = `The key ${toChecksumAddress(grant.keyId)} will sign for ${whose}: ${bounds}.`;
  const access = warn('KEY_ACCESS', 'danger', 'Gives another key access', text);
  if (!grant.admin) return [access];
  const admin = 'The new key may let in further keys, and shut out others.';
  return [warn('KEY_ADMIN', 'danger', 'Makes another key an administrator', admin), access];
}
