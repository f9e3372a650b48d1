import type { Warning } from '../../model/decoded.ts';
import { blindSigning, sendsToItself, warn } from '../../model/warnings.ts';
import type { Hex } from './address.ts';
import { broughtName } from './brought-token.ts';
import type { ContractCall, OnChain } from './call.ts';
import { formatCoins } from './networks.ts';
import { findToken } from './tokens.ts';

export const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;

/** What is odd about where a token goes: to nobody, to its own contract, or back to its sender. */
export function warnOfRecipient(
  call: ContractCall,
  token: Hex,
  to: Hex,
  from: Hex | null = call.from,
): Warning[] {
  if (to === ZERO_ADDRESS) return [burns()];
  if (to === token) {
    return [
      warn(
        'TOKEN_TO_ITS_CONTRACT',
        'danger',
        'Sent to the token contract itself',
        'The recipient is the contract of the token. Tokens sent there are lost as a rule.',
      ),
    ];
  }
  return to === from ? [sendsToItself()] : [];
}

export const burns = (): Warning =>
  warn(
    'ZERO_ADDRESS',
    'danger',
    'Sent to the zero address',
    'Nobody holds the key of this address. What is sent there is gone.',
  );

/** The warning of code that runs with the rights of an account that is not its own. */
export const runsForeignCode = (code: Hex, account: string): Warning =>
  warn(
    'DELEGATE_CALL',
    'danger',
    `Runs foreign code as ${account}`,
    `The code at ${code} runs with all rights of ${account}: it can take everything that it holds.`,
  );

/** Whether an address is neither the caller nor the operator's; nobody is a stranger where nobody is known to sign. */
export const isStranger = (
  { from, isOwn: isOurs }: Pick<ContractCall, 'from' | 'isOwn'>,
  address: Hex,
): boolean => address !== from && (isOurs === undefined ? from !== null : !isOurs(address));

/** The warning of something paid out by a contract to neither the caller nor that contract. */
export const paidToOther = (to: Hex, severity: Warning['severity'] = 'danger'): Warning =>
  warn(
    'SWAP_RECIPIENT',
    severity,
    'Paid out to another address',
    `What comes out goes to ${to}, which is not one of your addresses.`,
  );

/** The warning of a token that is shown by its address alone. */
export const warnOfToken = (on: OnChain, token: Hex): Warning[] =>
  findToken(on.chainId, token) !== undefined
    ? []
    : [
        warn(
          'UNKNOWN_TOKEN',
          'caution',
          'Unknown token',
          broughtName(on, token) === undefined
            ? `${token} is not in the local list of tokens. Its name and decimals are not shown, since anybody can choose them.`
            : `${token} is not in the local list of tokens: it is ${broughtName(on, token)}. Anybody can choose a token’s name and decimals.`,
        ),
      ];

/** The warnings of a call of which it is not known what it does. @param why in sentences */
export function warnOfUnknownCall(
  { value, network }: Pick<ContractCall, 'value' | 'network'>,
  why: string,
): Warning[] {
  if (value === 0n) return [blindSigning(why)];
  const coins = `${formatCoins(value, network.unit)} is sent with a call that could not be read.`;
  return [blindSigning(why), warn('VALUE_WITH_UNKNOWN_CALL', 'caution', 'Coins go along', coins)];
}
