import { toChecksumAddress, type Hex } from '../ethereum/address.ts';
import { delegationWarnings } from '../ethereum/envelope-warnings.ts';
import { networkOf } from '../ethereum/networks.ts';
import type { DelegationFields } from '../ethereum/transaction.ts';
import { say, theAddress } from '../model/sentence.ts';
import type { FormReading } from './payload-form.ts';

/**
 * What a signature under an authorization does (EIP-7702).
 * @param authority the account that signs, where it is known
 */
export function readDelegation(
  authorization: Pick<DelegationFields, 'address' | 'chainId' | 'nonce'>,
  authority: Hex | null,
): FormReading {
  const code = toChecksumAddress(authorization.address);
  const network = networkOf(authorization.chainId === 0n ? null : authorization.chainId);
  return {
    sentence: say('Let the code at ', theAddress(code), ' act for this account'),
    facts: [
      {
        label: 'Chain',
        value: network.name,
        kind: 'text',
        note: `chain ID ${authorization.chainId.toString()}`,
      },
      { label: 'Delegates to', value: code, kind: 'address' },
      { label: 'Nonce', value: authorization.nonce.toString(), kind: 'number' },
    ],
    warnings: delegationWarnings(
      {
        authorization: { ...authorization, address: code, range: [0, 0] },
        authority: authority ?? undefined,
      },
      authority,
    ),
  };
}
