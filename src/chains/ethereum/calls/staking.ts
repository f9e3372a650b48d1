import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { blindSigning, warn } from '../../model/warnings.ts';
import { toChecksumAddress, type Hex } from '../model/address.ts';
import { formatCoins } from '../model/networks.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theLocatedAddress, type DecodedCall, type ContractCall } from '../model/call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { valueFact } from '../descriptions/formats.ts';
import { isStranger } from '../model/call-warnings.ts';
import { findContract } from '../model/known-contracts.ts';
import { MOVES_NOTHING } from '../model/moves.ts';

const WEI_PER_GWEI = 10n ** 9n;

interface Deposit {
  readonly pubkey: Hex;
  readonly credentials: Hex;
  readonly signature: Hex;
  readonly root: Located<Hex>;
}

/** Where withdrawals go: to an address, or to a key of the beacon chain, of which the hash alone is known. */
function withdrawalAddress(credentials: Hex): Hex | null {
  const form = /^0x0[12]0{22}([0-9a-f]{40})$/.exec(credentials);
  return form?.[1] === undefined ? null : toChecksumAddress(`0x${form[1]}`);
}

const hash = (...parts: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));
const zeros = (count: number): Uint8Array => new Uint8Array(count);

/** The root of the deposit's data, which the contract asks for (SSZ's hash tree root of `DepositData`). */
function rootOf({ pubkey, credentials, signature }: Deposit, wei: bigint): string {
  const sign = fromHex(signature);
  const amount = zeros(32);
  new DataView(amount.buffer).setBigUint64(0, BigInt.asUintN(64, wei / WEI_PER_GWEI), true);
  const signed = hash(hash(sign.subarray(0, 64)), hash(sign.subarray(64), zeros(32)));
  const named = hash(hash(fromHex(pubkey), zeros(16)), fromHex(credentials));
  return toHex(hash(named, hash(amount, signed)));
}

/** What is odd about where the stake can be taken out to. */
function warnOfWithdrawal(call: ContractCall, to: Hex | null): Warning[] {
  if (to === null) {
    return [
      warn(
        'WITHDRAWAL_BY_KEY',
        'danger',
        'Withdrawals by a key of the beacon chain',
        'No address is named: whoever holds that key decides where the stake goes.',
      ),
    ];
  }
  if (!isStranger(call, to)) return [];
  return [
    warn(
      'WITHDRAWAL_TO_OTHER',
      'danger',
      'Withdrawals to another address',
      `The stake and what it earns go to ${to}, which is not one of your addresses.`,
    ),
  ];
}

function deposited(call: ContractCall, deposit: Deposit): DecodedCall {
  const { pubkey, credentials, root } = deposit;
  const known = findContract(call.chainId, call.to)?.kind === 'deposit';
  const isWhole = pubkey.length === 98 && credentials.length === 66 && deposit.signature.length === 194;
  const to = isWhole ? withdrawalAddress(credentials) : null;
  const amount = formatCoins(call.value, call.network.unit);
  const where: SentencePart[] =
    to === null
      ? say(', withdrawals by a key of the beacon chain')
      : say(', withdrawals to ', theLocatedAddress(to));
  const doubts = [
    ...(known
      ? []
      : [blindSigning(`${call.to} is no deposit contract of the local list: it may do otherwise.`)]),
    ...(isWhole
      ? []
      : [blindSigning('The validator’s key, its signature or the credentials do not have their length.')]),
  ];
  const failing =
    isWhole && (`0x${rootOf(deposit, call.value)}` !== root.value || call.value % WEI_PER_GWEI !== 0n)
      ? [
          warn(
            'DEPOSIT_ROOT',
            'caution',
            'The deposit will fail',
            'Its root is not that of the amount and the data.',
          ),
        ]
      : [];
  return decoded('beacon.deposit', 'Stake of a validator', {
    sentence: say('Stake ', theAmount(amount), ' with a validator', ...where),
    facts: [
      { label: 'Validator', value: pubkey, kind: 'data' },
      ...(to === null ? [] : [{ label: 'Withdrawals to', value: to, kind: 'address' as const }]),
      {
        label: 'Withdrawal credentials',
        value: credentials,
        kind: 'data',
        note: 'those of the validator’s first deposit count',
      },
      { label: 'Signature', value: deposit.signature, kind: 'data' },
      valueFact('Root of the deposit', root, root.value, 'hash'),
    ],
    ...(known ? MOVES_NOTHING : {}),
    warnings: [...doubts, ...failing, ...warnOfWithdrawal(call, to)],
    blind: doubts.length > 0,
  });
}

/** Deposits for validators of the beacon chain. */
export const STAKING_CALLS = [
  defineCall(
    'deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root)',
    ({ pubkey, withdrawal_credentials: credentials, signature, deposit_data_root: root }, call) =>
      deposited(call, {
        pubkey: pubkey.value,
        credentials: credentials.value,
        signature: signature.value,
        root,
      }),
  ),
];
