import { toChecksumAddress, type Hex } from '../ethereum/model/address.ts';
import type { Delegation } from '../ethereum/delegations.ts';
import { delegationWarnings } from '../ethereum/envelope-warnings.ts';
import { findToken } from '../ethereum/model/tokens.ts';
import { gradeFee } from '../model/fee-grades.ts';
import type { Warning } from '../model/decoded.ts';
import { formatUsd, highestFee } from './envelope-facts.ts';
import { grantWarnings } from './key-grant.ts';
import { EXPIRING_NONCE_KEY, type TempoTransaction } from './transaction.ts';
import { warn } from '../model/warnings.ts';

/** The networks that take this type of transaction: mainnet, Moderato, devnet, localnet (viem 2.57.0). */
const TEMPO_CHAIN_IDS = [4217n, 42_431n, 31_318n, 1337n];
/** Every TIP-20 token's address begins with this. */
const TIP20_PREFIX = '0x20c000000000000000000000';

/**
 * What is odd about a transaction apart from its calls.
 * @param from who signs, where that is known
 * @param granting the account that a key authorization is of, as `grantingAccount` gives it
 */
export const envelopeWarnings = (
  tx: TempoTransaction,
  from: Hex | null,
  granting: Hex | null | undefined,
  delegations: readonly Delegation[],
): Warning[] => [
  ...chainWarnings(tx),
  ...keyWarnings(tx, from, granting),
  ...delegations.flatMap((delegation) => delegationWarnings(delegation, from)),
  ...feeWarnings(tx),
  ...timeWarnings(tx),
  ...(tx.calls.some(({ value }) => value > 0n)
    ? [
        warn(
          'VALUE_ON_TEMPO',
          'caution',
          'Coins that do not exist',
          'Tempo has no coin of its own, but a call sends some. Tokens are sent by calls of their contracts.',
        ),
      ]
    : []),
];

function chainWarnings({ chainId }: TempoTransaction): Warning[] {
  if (TEMPO_CHAIN_IDS.includes(chainId)) return [];
  const text = `The chain ID ${chainId.toString()} is of no Tempo network that this console knows; other networks do not take this type.`;
  return [warn('UNKNOWN_NETWORK', 'caution', 'Not a known Tempo network', text)];
}

function keyWarnings(
  { keyAuthorization, chainId }: TempoTransaction,
  from: Hex | null,
  granting: Hex | null | undefined,
): Warning[] {
  if (keyAuthorization === null) return [];
  const warnings = grantWarnings(keyAuthorization, granting ?? null);
  if (from !== null && granting !== from) {
    const whose = granting === null ? 'an account that could not be worked out' : `the account ${granting}`;
    const text = `The key authorization is of ${whose}, and not of the key that is to sign. It will not be signed.`;
    warnings.push(warn('KEY_OF_ANOTHER_ACCOUNT', 'danger', 'Key authorization of another account', text));
  }
  if (keyAuthorization.chainId === 0n) {
    const text =
      'The key authorization names chain ID 0: anybody can use it again on every other Tempo network.';
    warnings.push(warn('KEY_ANY_CHAIN', 'danger', 'Key authorization valid on every chain', text));
  } else if (keyAuthorization.chainId !== chainId) {
    const text = `The key authorization is for chain ID ${keyAuthorization.chainId.toString()}. The network will refuse it.`;
    warnings.push(warn('KEY_WRONG_CHAIN', 'caution', 'Key authorization of another network', text));
  }
  return warnings;
}

function feeWarnings(tx: TempoTransaction): Warning[] {
  const warnings: Warning[] = [];
  const fee = highestFee(tx);
  const grade = gradeFee('USD', fee);
  if (grade !== null) {
    const text = `It may cost up to ${formatUsd(fee)}${tx.sponsored ? ', paid by another account' : ''}.`;
    warnings.push(warn('FEE_HIGH', tx.sponsored ? 'caution' : grade, 'Unusually high fee', text));
  }
  if (tx.maxPriorityFeePerGas > tx.maxFeePerGas)
    warnings.push(
      warn(
        'TIP_OVER_FEE',
        'caution',
        'Tip higher than the fee',
        'The tip is more than the highest fee. The network refuses this.',
      ),
    );
  if (tx.feeToken !== null && !tx.feeToken.startsWith(TIP20_PREFIX)) {
    const text = `${toChecksumAddress(tx.feeToken)} is no TIP-20 token. The network refuses fees in anything else.`;
    warnings.push(warn('FEE_TOKEN_INVALID', 'caution', 'Fee token that is none', text));
  } else if (tx.feeToken !== null && findToken(tx.chainId, toChecksumAddress(tx.feeToken)) === undefined) {
    const text = `Fees are paid in ${toChecksumAddress(tx.feeToken)}, which is not in the local list of tokens.`;
    warnings.push(warn('FEE_TOKEN_UNKNOWN', 'caution', 'Unknown fee token', text));
  }
  if (tx.sponsored)
    warnings.push(
      warn(
        'FEE_PAID_BY_OTHER',
        'notice',
        'Another account pays the fee',
        'The transaction goes out only when that account has signed too, and in the token that it chooses.',
      ),
    );
  return warnings;
}

function timeWarnings(tx: TempoTransaction): Warning[] {
  if (tx.validBefore !== 0n && tx.validBefore <= tx.validAfter) {
    const text =
      'It is valid until a time that is not after the time from which it is valid. The network refuses this.';
    return [warn('NEVER_VALID', 'caution', 'Never valid', text)];
  }
  if (tx.validBefore !== 0n) return [];
  if (tx.nonceKey === EXPIRING_NONCE_KEY) {
    const text =
      'Its nonce key is the expiring one, which needs a time limit. The network refuses it without.';
    return [warn('EXPIRING_WITHOUT_LIMIT', 'caution', 'Expiring, but without a time limit', text)];
  }
  const text = 'It has no validBefore: once signed, it can be sent at any time until its nonce is used.';
  return [warn('NO_EXPIRY', 'notice', 'No time limit', text)];
}
