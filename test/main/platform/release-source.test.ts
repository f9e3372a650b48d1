import { expect, it } from 'vitest';
import { SHIPPED_RELEASES } from '#main/platform/release-source.ts';
import shipped from '#resources/release-source.json' with { type: 'json' };

/** Why a console could not be updated safely with what it was built with; empty where it could, or has no releases at all. */
function faultsOf({
  address,
  publicKeys,
}: {
  readonly address: string;
  readonly publicKeys: readonly string[];
}) {
  if (address === '') return publicKeys.length === 0 ? [] : ['keys without an address'];
  const url = new URL(address);
  return [
    ...(url.protocol === 'https:' ? [] : ['not https']),
    ...(url.href === address && url.search === '' && url.hash === '' ? [] : ['no plain address']),
    ...(url.username === '' && url.password === '' ? [] : ['a login in the address']),
    ...(address.endsWith('/') ? ['a slash at its end'] : []),
    ...(publicKeys.length === 1 || publicKeys.length === 2 ? [] : ['no key, or more than two']),
    ...(publicKeys.every((key) => /^[0-9a-f]{64}$/.test(key)) ? [] : ['no Ed25519 key as hex']),
  ];
}

it('ships with no place for releases, or with one that is safe', () => {
  expect(faultsOf(shipped)).toEqual([]);
  expect(SHIPPED_RELEASES).toEqual(shipped.address === '' ? null : shipped);
});

it.each([
  ['http://releases.example/keyops', 'not https'],
  ['https://releases.example/keyops/', 'a slash at its end'],
  ['https://releases.example/keyops?x=1', 'no plain address'],
  ['https://a:b@releases.example/keyops', 'a login in the address'],
  ['https://releases.example/a/../b', 'no plain address'],
])('would notice %s', (address, fault) => {
  expect(faultsOf({ address, publicKeys: ['ab'.repeat(32)] })).toEqual([fault]);
});
