import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';

/** A proxy whose code is replaced, and what it calls the new code with. */
interface Upgrade {
  /** Absent where the proxy itself is called. */
  readonly proxy?: Located<Hex>;
  readonly code: Located<Hex>;
  readonly data?: Located<Hex>;
}

/** The contract that is called, and the proxy that is meant. */
const proxyFacts = (call: ContractCall, proxy?: Located<Hex>): Fact[] => [
  addressFact('Contract', { value: call.to }),
  ...(proxy === undefined ? [] : [addressFact('Proxy', proxy)]),
];

function upgrade(call: ContractCall, id: string, { proxy, code, data }: Upgrade): DecodedCall {
  const to = proxy?.value ?? call.to;
  // The call that a proxy makes to its new code; none where it is empty.
  const inner =
    data === undefined || data.value === '0x' ? [] : [call.readInner({ to, value: 0n, range: data.range })];
  return decoded(id, inner.length === 0 ? 'Contract upgrade' : 'Contract upgrade with a call', {
    sentence: say('Replace the code of ', theLocatedAddress(to), ' with ', theLocatedAddress(code.value)),
    facts: [...proxyFacts(call, proxy), addressFact('New code', code)],
    warnings: [
      warn(
        'CONTRACT_UPGRADE',
        'danger',
        'Replaces the code of a contract',
        `From then on the contract does what the code at ${code.value} says, with everything it holds.`,
      ),
    ],
    inner,
  });
}

function changeOfAdmin(call: ContractCall, admin: Located<Hex>, proxy?: Located<Hex>): DecodedCall {
  const to = proxy?.value ?? call.to;
  return decoded('proxy.changeAdmin', 'Change of who may upgrade', {
    sentence: say('Let ', theLocatedAddress(admin.value), ' replace the code of ', theLocatedAddress(to)),
    facts: [...proxyFacts(call, proxy), addressFact('New administrator', admin)],
    warnings: [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Gives away the right to upgrade',
        `${admin.value} will decide what the contract ${to} does, with everything it holds.`,
      ),
    ],
  });
}

/** Calls that replace the code of a proxy, or say who may: on the proxy itself, and on OpenZeppelin's ProxyAdmin. */
export const PROXY_CALLS = [
  defineCall('upgradeTo(address newImplementation)', ({ newImplementation: code }, call) =>
    upgrade(call, 'proxy.upgradeTo', { code }),
  ),
  defineCall(
    'upgradeToAndCall(address newImplementation, bytes data)',
    ({ newImplementation: code, data }, call) => upgrade(call, 'proxy.upgradeToAndCall', { code, data }),
  ),
  defineCall('upgrade(address proxy, address implementation)', ({ proxy, implementation: code }, call) =>
    upgrade(call, 'proxyAdmin.upgrade', { proxy, code }),
  ),
  defineCall(
    'upgradeAndCall(address proxy, address implementation, bytes data)',
    ({ proxy, implementation: code, data }, call) =>
      upgrade(call, 'proxyAdmin.upgradeAndCall', { proxy, code, data }),
  ),
  defineCall('changeAdmin(address newAdmin)', ({ newAdmin }, call) => changeOfAdmin(call, newAdmin)),
  defineCall('changeProxyAdmin(address proxy, address newAdmin)', ({ proxy, newAdmin }, call) =>
    changeOfAdmin(call, newAdmin, proxy),
  ),
];
