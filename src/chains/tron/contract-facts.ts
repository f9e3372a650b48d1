import { type Hex, prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import { findToken } from '../ethereum/model/tokens.ts';
import { formatUnits } from '../model/amounts.ts';
import type { Fact, Warning } from '../model/decoded.ts';
import type { Asset } from '../model/totals.ts';
import { warn } from '../model/warnings.ts';
import { parseTronAddress, tronAddress } from './address.ts';
import { type Message, bytesOf, integerOf, rangesOf } from './protobuf.ts';

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

export const TRX: Asset = { symbol: 'TRX', decimals: 6 };

/** Sun as TRX: six decimals. */
export const formatTrx = (sun: bigint): string => `${formatUnits(sun, 6)} TRX`;

/** The address in a field. @throws AppError `ADDRESS_INVALID` */
export const addressIn = (message: Message, number: number, name: string): string =>
  tronAddress(bytesOf(message, number), name);

export const addressFact = (message: Message, number: number, label: string, value: string): Fact => ({
  label,
  value,
  kind: 'address',
  ...rangesOf(message, number),
});

/** An amount of TRX that stands in a field, with the number of the bytes as its note. */
export function trxFact(message: Message, number: number, label: string): Fact {
  const sun = integerOf(message, number);
  return {
    label,
    value: formatTrx(sun),
    kind: 'amount',
    note: `${sun.toString()} sun`,
    ...rangesOf(message, number),
  };
}

/** Any other fact that stands in a field. */
export const fieldFact = (message: Message, number: number, label: string, value: string): Fact => ({
  label,
  value,
  kind: 'text',
  ...rangesOf(message, number),
});

/** What staked TRX gives. */
export function resourceName(message: Message, number: number): string {
  const names: Readonly<Record<string, string>> = { '0': 'bandwidth', '1': 'energy', '2': 'Tron power' };
  const value = integerOf(message, number).toString();
  return names[value] ?? `resource ${value}`;
}

/** Text out of bytes that anybody may choose: shown only where it is plain. */
export function plainText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]*$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}
