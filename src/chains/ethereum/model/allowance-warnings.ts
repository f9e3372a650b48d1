import { formatTime } from '../../model/amounts.ts';
import type { Warning } from '../../model/decoded.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from './address.ts';
import type { ContractCall, OnChain } from './call.ts';
import { type ContractKind, findContract } from './known-contracts.ts';
import { gradeOfAllowance } from './token-amount.ts';
import { contractName } from './tokens.ts';

/** Where an allowance is given, and by whom, as far as that is known. */
interface Giver extends OnChain {
  readonly from?: Hex | null;
  /** Who signs typed data. */
  readonly signer?: Hex | null;
  readonly isOwn?: ContractCall['isOwn'];
}

/**
 * Contracts that take tokens of their caller alone. Anybody can have Multicall3 or an EntryPoint take what they were
 * allowed, and a token or a Safe's helper has no use for an allowance.
 */
const TAKES_FROM_CALLER: ReadonlySet<ContractKind> = new Set([
  'aave',
  'bridge',
  'disperse',
  'permit2',
  'positions-v3',
  'positions-v4',
  'router-v2',
  'router-v3',
  'tempo',
  'universal-router',
]);

/** Warnings of an allowance: as good as unlimited, or for somebody who is neither ours nor known to take it rightly. */
export function warnOfAllowance(on: Giver, token: Hex, amount: bigint, spender: Hex): Warning[] {
  if (amount === 0n) return [];
  if (gradeOfAllowance(on, token, amount) !== null) return [unlimited(spender)];
  const { chainId, from, signer, isOwn } = on;
  if (spender === from || spender === signer || isOwn?.(spender) === true) return [];
  const kind = findContract(chainId, spender)?.kind;
  return kind !== undefined && TAKES_FROM_CALLER.has(kind)
    ? []
    : [toStranger(spender, contractName(chainId, spender))];
}

const unlimited = (spender: Hex): Warning =>
  warn(
    'UNLIMITED_APPROVAL',
    'danger',
    'Unlimited approval',
    `${spender} could take every token of this kind, now and later, without asking again.`,
  );

const toStranger = (spender: Hex, name: string | undefined): Warning =>
  name === undefined
    ? warn(
        'APPROVAL_TO_STRANGER',
        'danger',
        'Lets a stranger take tokens',
        `${spender} is neither yours nor a contract that this console knows. It can take the tokens at any time.`,
      )
    : warn(
        'APPROVAL_TO_STRANGER',
        'danger',
        `Lets ${name} take tokens`,
        `${spender} isn’t known to take tokens from its caller alone. Somebody else may use this allowance.`,
      );

/**
 * The warnings of a permit that a call hands in, as those of one that is signed: for whom it speaks, and whether it ends.
 * @param owner null where it is the caller
 * @param until the last moment at which something is left of it, in seconds since the epoch
 */
export const warnOfPermitCall = ({ from }: ContractCall, owner: Hex | null, until: bigint): Warning[] => [
  ...(owner !== null && from !== null && owner !== from ? [notTheSigner(owner, from)] : []),
  ...(formatTime(until) === 'never' ? [neverEnds()] : []),
];

/** The warning of a permit for another account than the key's. */
export const notTheSigner = (owner: Hex, signer: Hex): Warning =>
  warn(
    'NOT_THE_SIGNER',
    'caution',
    'Not the account of this key',
    `It speaks for ${owner}, but ${signer} signs.`,
  );

/** The warning of a permission without an end. */
export const neverEnds = (): Warning =>
  warn('NEVER_EXPIRES', 'caution', 'Never ends', 'It can be used at any time from now on.');
