import { grouped } from '../../amounts.ts';
import type { Fact, Warning } from '../../reading.ts';
import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  reading,
  theAddress,
  word,
  wordFact,
  type CallReading,
  type ContractCall,
} from '../call.ts';
import { burns, paidToOther, warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
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

const vaultFact = (call: ContractCall): Fact => ({ label: 'Vault', value: call.to, kind: 'address' });

function warnOfReceiver(call: ContractCall, receiver: Hex): Warning[] {
  if (receiver === ZERO_ADDRESS) return [burns()];
  return call.from === null || receiver === call.from ? [] : [paidToOther(receiver)];
}

/** Something paid in: the amount is in word 0, whose the shares are in word 1. */
const paidIn = (call: ContractCall, id: string, unit: Unit, amount: bigint, receiver: Hex): CallReading =>
  reading(id, 'Paid into a vault', {
    sentence:
      unit === 'assets'
        ? say(
            'Pay ',
            theUnits(unit, amount),
            ' into the vault ',
            theAddress(call.to),
            ' for ',
            theAddress(receiver),
          )
        : say(
            'Buy ',
            theUnits(unit, amount),
            ' of the vault ',
            theAddress(call.to),
            ' for ',
            theAddress(receiver),
          ),
    facts: [vaultFact(call), addressFact(call, 'Shares to', receiver, 1), unitFact(call, unit, amount)],
    warnings: [...warnOfReceiver(call, receiver), ...warnOfToken(call, call.to)],
  });

/** Something taken out: the amount is in word 0, whom it goes to in word 1, whose shares it costs in word 2. */
const takenOut = (
  call: ContractCall,
  id: string,
  unit: Unit,
  [amount, receiver, owner]: readonly [bigint, Hex, Hex],
): CallReading =>
  reading(id, 'Taken out of a vault', {
    sentence: say(
      unit === 'assets' ? 'Take ' : 'Redeem ',
      theUnits(unit, amount),
      unit === 'assets' ? ' out of the vault ' : ' at the vault ',
      theAddress(call.to),
      ' for ',
      theAddress(receiver),
    ),
    facts: [
      vaultFact(call),
      addressFact(call, 'To', receiver, 1),
      addressFact(call, 'Shares of', owner, 2),
      unitFact(call, unit, amount),
    ],
    warnings: [...warnOfReceiver(call, receiver), ...warnOfToken(call, call.to)],
  });

/** Calls of vaults (ERC-4626). */
export const VAULT_CALLS = [
  defineCall('function deposit(uint256 assets, address receiver)', ([amount, receiver], call) =>
    paidIn(call, 'erc4626.deposit', 'assets', amount, receiver),
  ),
  defineCall('function mint(uint256 shares, address receiver)', ([amount, receiver], call) =>
    paidIn(call, 'erc4626.mint', 'shares', amount, receiver),
  ),
  defineCall('function withdraw(uint256 assets, address receiver, address owner)', (args, call) =>
    takenOut(call, 'erc4626.withdraw', 'assets', args),
  ),
  defineCall('function redeem(uint256 shares, address receiver, address owner)', (args, call) =>
    takenOut(call, 'erc4626.redeem', 'shares', args),
  ),
];
