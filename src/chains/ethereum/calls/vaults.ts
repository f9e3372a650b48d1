import type { Warning } from '../../model/decoded.ts';
import type { Located } from '../abi/located.ts';
import { defineCall, describe } from '../descriptions/describe-call.ts';
import { type Format, address, amountOf, noted, units } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import {
  ZERO_ADDRESS,
  burns,
  isStranger,
  paidToOther,
  warnOfToken,
  warnOfUnknownCall,
} from '../model/call-warnings.ts';
import type { ContractCall, DecodedCall } from '../model/call.ts';

/** What a vault counts: its shares, which are the vault's own token, or what it holds, which is in no call. */
const SHARES: readonly [string, Format<bigint>] = [
  'Shares',
  { ...amountOf('@to'), words: units('atomic units of shares').words },
];
const ASSETS: readonly [string, Format<bigint>] = [
  'Assets',
  noted(units('atomic units'), () => 'which token the vault holds is not in the call'),
];

interface Arguments {
  readonly amount: Located<bigint>;
  readonly receiver: Located<Hex>;
  /** Whose shares it costs. */
  readonly owner?: Located<Hex>;
}

/** A call of a vault, by what is done, such as "Pay", and how the vault comes into it, such as "into". */
const ofVault =
  (id: string, unit: typeof SHARES, [verb, preposition]: readonly [string, string]) =>
  ({ amount, receiver, owner }: Arguments, call: ContractCall): DecodedCall => {
    // Other contracts have calls of the same form, such as for collectibles that are paid for.
    const isOther = call.value > 0n;
    const title = owner === undefined ? 'Paid into a vault' : 'Taken out of a vault';
    return describe(
      {
        id,
        title: isOther ? 'Call in the form of a vault’s' : title,
        sentence: isOther
          ? 'Make a call in the form of a vault’s on {@to}'
          : `${verb} {amount} ${preposition} the vault {@to} for {receiver}`,
        fields: {
          '@to': ['Vault', noted(address, () => 'by the form of the call alone')],
          receiver: [owner === undefined ? 'Shares to' : 'To', address],
          ...(owner === undefined ? {} : { owner: ['Shares of', address] as const }),
          amount: unit,
        },
        warnings: () => [
          ...(isOther
            ? warnOfUnknownCall(call, 'A vault takes no coins: this is a call of something else.')
            : []),
          ...warnOfReceiver(call, receiver.value),
          ...warnOfToken(call, call.to),
        ],
        effects: () => ({ blind: isOther }),
      },
      { amount, receiver, ...(owner === undefined ? {} : { owner }) },
      call,
    );
  };

function warnOfReceiver(call: ContractCall, receiver: Hex): Warning[] {
  if (receiver === ZERO_ADDRESS) return [burns()];
  return isStranger(call, receiver) ? [paidToOther(receiver)] : [];
}

const DEPOSIT = ofVault('erc4626.deposit', ASSETS, ['Pay', 'into']);
const MINT = ofVault('erc4626.mint', SHARES, ['Buy', 'of']);
const WITHDRAW = ofVault('erc4626.withdraw', ASSETS, ['Take', 'out of']);
const REDEEM = ofVault('erc4626.redeem', SHARES, ['Redeem', 'at']);

/** Calls of vaults (ERC-4626). */
export const VAULT_CALLS = [
  defineCall('deposit(uint256 assets, address receiver)', ({ assets, ...args }, call) =>
    DEPOSIT({ ...args, amount: assets }, call),
  ),
  defineCall('mint(uint256 shares, address receiver)', ({ shares, ...args }, call) =>
    MINT({ ...args, amount: shares }, call),
  ),
  defineCall('withdraw(uint256 assets, address receiver, address owner)', ({ assets, ...args }, call) =>
    WITHDRAW({ ...args, amount: assets }, call),
  ),
  defineCall('redeem(uint256 shares, address receiver, address owner)', ({ shares, ...args }, call) =>
    REDEEM({ ...args, amount: shares }, call),
  ),
];
