import { say } from '../../sentence.ts';
import type { Fact } from '../../decoded.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  bytesOffset,
  decoded,
  theAddress,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn } from './batch-parts.ts';

/** A proxy whose code is replaced, the new code, and the words in which they stand. */
interface Upgrade {
  readonly id: string;
  readonly proxy: Hex;
  readonly code: Hex;
  readonly facts: readonly Fact[];
  readonly inner?: DecodedCall[];
}

const upgrade = ({ id, proxy, code, facts, inner = [] }: Upgrade): DecodedCall =>
  decoded(id, inner.length === 0 ? 'Contract upgrade' : 'Contract upgrade with a call', {
    sentence: say('Replace the code of ', theAddress(proxy), ' with ', theAddress(code)),
    facts: [...facts],
    warnings: [
      warn(
        'CONTRACT_UPGRADE',
        'danger',
        'Replaces the code of a contract',
        `From then on the contract does what the code at ${code} says, with everything it holds.`,
      ),
    ],
    inner,
  });

const itself = (call: ContractCall): Fact => ({ label: 'Contract', value: call.to, kind: 'address' });

/** The call that a proxy makes to its new code, in the `bytes` whose pointer is the n-th word; none where it is empty. */
const callAfter = (call: ContractCall, proxy: Hex, data: Hex, index: number): DecodedCall[] =>
  data === '0x'
    ? []
    : [call.readInner({ to: proxy, value: 0n, offset: bytesOffset(call, index), length: bytesIn(data) })];

const changeOfAdmin = (call: ContractCall, proxy: Hex, admin: Hex, facts: readonly Fact[]): DecodedCall =>
  decoded('proxy.changeAdmin', 'Change of who may upgrade', {
    sentence: say('Let ', theAddress(admin), ' replace the code of ', theAddress(proxy)),
    facts: [...facts],
    warnings: [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Gives away the right to upgrade',
        `${admin} will decide what the contract ${proxy} does, with everything it holds.`,
      ),
    ],
  });

/** Calls that replace the code of a proxy, or say who may: on the proxy itself, and on OpenZeppelin's ProxyAdmin. */
export const PROXY_CALLS = [
  defineCall('function upgradeTo(address newImplementation)', ([code], call) =>
    upgrade({
      id: 'proxy.upgradeTo',
      proxy: call.to,
      code,
      facts: [itself(call), addressFact(call, 'New code', code, 0)],
    }),
  ),
  defineCall('function upgradeToAndCall(address newImplementation, bytes data)', ([code, data], call) =>
    upgrade({
      id: 'proxy.upgradeToAndCall',
      proxy: call.to,
      code,
      facts: [itself(call), addressFact(call, 'New code', code, 0)],
      inner: callAfter(call, call.to, data, 1),
    }),
  ),
  defineCall('function upgrade(address proxy, address implementation)', ([proxy, code], call) =>
    upgrade({
      id: 'proxyAdmin.upgrade',
      proxy,
      code,
      facts: [itself(call), addressFact(call, 'Proxy', proxy, 0), addressFact(call, 'New code', code, 1)],
    }),
  ),
  defineCall(
    'function upgradeAndCall(address proxy, address implementation, bytes data)',
    ([proxy, code, data], call) =>
      upgrade({
        id: 'proxyAdmin.upgradeAndCall',
        proxy,
        code,
        facts: [itself(call), addressFact(call, 'Proxy', proxy, 0), addressFact(call, 'New code', code, 1)],
        inner: callAfter(call, proxy, data, 2),
      }),
  ),
  defineCall('function changeAdmin(address newAdmin)', ([admin], call) =>
    changeOfAdmin(call, call.to, admin, [itself(call), addressFact(call, 'New administrator', admin, 0)]),
  ),
  defineCall('function changeProxyAdmin(address proxy, address newAdmin)', ([proxy, admin], call) =>
    changeOfAdmin(call, proxy, admin, [
      itself(call),
      addressFact(call, 'Proxy', proxy, 0),
      addressFact(call, 'New administrator', admin, 1),
    ]),
  ),
];
