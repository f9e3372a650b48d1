import type { Warning } from '../model/decoded.ts';
import { type FeeGrade, gradeFee } from '../model/fee-grades.ts';
import { warn } from '../model/warnings.ts';
import type { Delegation } from './delegations.ts';
import { gasPriceOf, highestFee } from './envelope-facts.ts';
import { type Hex, toChecksumAddress } from './model/address.ts';
import { ZERO_ADDRESS } from './model/call-warnings.ts';
import { type Network, formatCoins, formatGwei } from './model/networks.ts';
import type { UnsignedEthereumTransaction } from './transaction.ts';

/** Gas at more than 10,000 gwei is a slip of the keyboard as a rule. */
const HIGH_GAS_PRICE = 10_000n * 10n ** 9n;

/** What is odd about a transaction apart from its call: chain, fees, creation, delegation. */
export const envelopeWarnings = (
  tx: UnsignedEthereumTransaction,
  network: Network,
  from: Hex | null,
  delegations: readonly Delegation[],
): Warning[] => [
  ...chainWarnings(tx, network),
  ...feeWarnings(tx, network),
  ...(tx.to === null ? creationWarnings(tx, network) : []),
  ...delegations.flatMap((delegation) => delegationWarnings(delegation, from)),
];

function chainWarnings(tx: UnsignedEthereumTransaction, network: Network): Warning[] {
  if (tx.chainId === null) {
    const text =
      'The transaction names no chain (the form before EIP-155). Anybody can send it again on every other chain.';
    return [warn('NO_REPLAY_PROTECTION', 'danger', 'Valid on every chain', text)];
  }
  if (tx.chainId === 0n) {
    const text = 'No network has this id. Networks that do not check it would all accept the transaction.';
    return [warn('CHAIN_ID_ZERO', 'danger', 'Chain id zero', text)];
  }
  if (network.known) return [];
  const text = `The chain ID ${tx.chainId.toString()} is not in the local list. Its coin is shown as ether, whatever it is called there.`;
  return [warn('UNKNOWN_NETWORK', 'notice', 'Unknown network', text)];
}

/** How grave the highest fee is: by its size, and by its share of the coins that a plain transfer sends. */
export const feeGradeOf = (tx: UnsignedEthereumTransaction, network: Network): FeeGrade =>
  gradeFee(network.unit, highestFee(tx), tx.data.length === 0 ? tx.value : 0n);

function feeWarnings(tx: UnsignedEthereumTransaction, network: Network): Warning[] {
  const fee = highestFee(tx);
  const price = gasPriceOf(tx);
  const warnings: Warning[] = [];
  const grade = feeGradeOf(tx, network) ?? (price > HIGH_GAS_PRICE ? 'caution' : null);
  if (grade !== null) {
    const text = `It may cost up to ${formatCoins(fee, network.unit)}, at ${formatGwei(price)} for one gas.`;
    warnings.push(warn('FEE_HIGH', grade, 'Unusually high fee', text));
  }
  if ('maxPriorityFeePerGas' in tx && tx.maxPriorityFeePerGas > tx.maxFeePerGas) {
    const text = `The tip (${formatGwei(tx.maxPriorityFeePerGas)}) is more than the highest fee (${formatGwei(tx.maxFeePerGas)}). The network refuses this.`;
    warnings.push(warn('TIP_OVER_FEE', 'caution', 'Tip higher than the fee', text));
  }
  return warnings;
}

function creationWarnings(tx: UnsignedEthereumTransaction, network: Network): Warning[] {
  const text =
    tx.data.length === 0
      ? 'It has no code: an empty contract would be made.'
      : 'What its code does is not read.';
  const creation = warn(
    'CONTRACT_CREATION',
    'notice',
    'Creates a contract',
    `No recipient is named. ${text}`,
  );
  if (tx.value === 0n) return [creation];
  const gift = `${formatCoins(tx.value, network.unit)} would go into the new contract. If a recipient was meant, it is missing.`;
  return [warn('VALUE_TO_CONTRACT_CREATION', 'danger', 'Coins sent to a contract creation', gift), creation];
}

/** What is severe about a delegation. */
export function delegationWarnings({ authorization, authority }: Delegation, from: Hex | null): Warning[] {
  // Chains skip an authorization whose signature is not valid.
  if (authority === null) return [];
  const code = toChecksumAddress(authorization.address);
  const account =
    authority === undefined
      ? 'an account that was not worked out'
      : authority === from
        ? 'the signing account'
        : `the account ${authority}`;
  const text =
    code === ZERO_ADDRESS
      ? `It removes the code of ${account}.`
      : `The code at ${code} will act as ${account}: it can move everything that the account holds.`;
  const delegation = warn('DELEGATION', 'danger', 'Hands an account to a contract', text);
  if (authorization.chainId !== 0n) return [delegation];
  const everywhere = `The delegation of ${account} names chain ID 0: anybody can use it again on every other chain.`;
  return [delegation, warn('DELEGATION_ANY_CHAIN', 'danger', 'Delegation valid on every chain', everywhere)];
}
