import { grouped } from '../../amounts.ts';
import type { Fact, Warning } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import {
  burns,
  isStranger,
  paidToOther,
  warnOfToken,
  warnOfUnknownCall,
  ZERO_ADDRESS,
} from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { tokenFact } from '../token-amount.ts';

/** What a vault counts: its shares, which are the vault's own token, or what it holds, which is in no call. */
type Unit = 'assets' | 'shares';

const NAMES: Readonly<Record<Unit, string>> = { assets: 'atomic units', shares: 'atomic units of shares' };

const theUnits = (unit: Unit, amount: bigint) => theAmount(`${grouped(amount)} ${NAMES[unit]}`);

const unitFact = (call: ContractCall, unit: Unit, amount: bigint): Fact =>
  unit === 'shares'
    ? tokenFact(call, 'Shares', call.to, amount, [word(call, 0)])
    : {
        ...wordFact(call, 'Assets', `${grouped(amount)} atomic units`, 0, 'amount'),
        note: 'which token the vault holds is not in the call',
      };

const vaultFact = (call: ContractCall): Fact => ({
  label: 'Vault',
  value: call.to,
  kind: 'address',
  note: 'by the form of the call alone',
});

/** A call of a vault: its amount is in word 0, whom something goes to in word 1. */
interface OfVault {
  readonly id: string;
  readonly title: string;
  /** What is done, such as "Pay", and how the vault comes into it, such as "into". */
  readonly words: readonly [verb: string, preposition: string];
  readonly unit: Unit;
  readonly amount: bigint;
  readonly receiver: Hex;
  /** What goes to the receiver. */
  readonly gets: string;
  readonly more?: readonly Fact[];
}

function ofVault(call: ContractCall, told: OfVault): DecodedCall {
  const { id, title, words, unit, amount, receiver, gets, more = [] } = told;
  // Other contracts have calls of the same form, such as for collectibles that are paid for.
  const isOther = call.value > 0n;
  return decoded(id, isOther ? 'Call in the form of a vault’s' : title, {
    sentence: isOther
      ? say('Make a call in the form of a vault’s on ', theAddress(call.to))
      : say(
          `${words[0]} `,
          theUnits(unit, amount),
          ` ${words[1]} the vault `,
          theAddress(call.to),
          ' for ',
          theAddress(receiver),
        ),
    facts: [vaultFact(call), addressFact(call, gets, receiver, 1), ...more, unitFact(call, unit, amount)],
    warnings: [
      ...(isOther
        ? warnOfUnknownCall(call, 'A vault takes no coins: this is a call of something else.')
        : []),
      ...warnOfReceiver(call, receiver),
      ...warnOfToken(call, call.to),
    ],
    blind: isOther,
  });
}

function warnOfReceiver(call: ContractCall, receiver: Hex): Warning[] {
  if (receiver === ZERO_ADDRESS) return [burns()];
  return isStranger(call, receiver) ? [paidToOther(receiver)] : [];
}

const paidIn = { title: 'Paid into a vault', gets: 'Shares to' };
/** Whose shares it costs is in word 2. */
const takenOut = (call: ContractCall, owner: Hex) => ({
  title: 'Taken out of a vault',
  gets: 'To',
  more: [addressFact(call, 'Shares of', owner, 2)],
});

/** Calls of vaults (ERC-4626). */
export const VAULT_CALLS = [
  defineCall('function deposit(uint256 assets, address receiver)', ([amount, receiver], call) =>
    ofVault(call, {
      id: 'erc4626.deposit',
      words: ['Pay', 'into'],
      unit: 'assets',
      amount,
      receiver,
      ...paidIn,
    }),
  ),
  defineCall('function mint(uint256 shares, address receiver)', ([amount, receiver], call) =>
    ofVault(call, { id: 'erc4626.mint', words: ['Buy', 'of'], unit: 'shares', amount, receiver, ...paidIn }),
  ),
  defineCall(
    'function withdraw(uint256 assets, address receiver, address owner)',
    ([amount, receiver, owner], call) =>
      ofVault(call, {
        id: 'erc4626.withdraw',
        words: ['Take', 'out of'],
        unit: 'assets',
        amount,
        receiver,
        ...takenOut(call, owner),
      }),
  ),
  defineCall(
    'function redeem(uint256 shares, address receiver, address owner)',
    ([amount, receiver, owner], call) =>
      ofVault(call, {
        id: 'erc4626.redeem',
        words: ['Redeem', 'at'],
        unit: 'shares',
        amount,
        receiver,
        ...takenOut(call, owner),
      }),
  ),
];
