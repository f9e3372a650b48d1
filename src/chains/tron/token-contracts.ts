import { prefixedHex, toChecksumAddress, type Hex } from '../ethereum/address.ts';
import { findToken } from '../ethereum/tokens.ts';
import type { Warning } from '../model/decoded.ts';
import { warn } from '../model/warnings.ts';
import { parseTronAddress } from './address.ts';

/** The mainnet's chain id, under which the local list of tokens has its contracts. */
export const CHAIN_ID = 728126428n;

/** An address as the machine has it: the 20 bytes behind the prefix. @throws AppError `ADDRESS_INVALID` */
export const toEvmAddress = (address: string): Hex =>
  toChecksumAddress(prefixedHex(parseTronAddress(address).subarray(1)));

/** The warning of TRX that are sent to the contract of a token, as on Ethereum. */
export function warnOfTokenContract(to: string): Warning[] {
  const token = findToken(CHAIN_ID, toEvmAddress(to));
  return token === undefined
    ? []
    : [
        warn(
          'VALUE_TO_TOKEN',
          'caution',
          'Coins sent to a token',
          `This address is the contract of ${token.symbol}.`,
        ),
      ];
}
