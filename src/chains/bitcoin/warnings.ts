import { toHex } from '#protocol/encoding.ts';
import type { Warning } from '../model/decoded.ts';
import { blindSigning, byGravity, warn } from '../model/warnings.ts';
import { formatBitcoin } from './amounts.ts';
import { feeWarnings } from './fees.ts';
import { GLOBAL, INPUT, psbtField } from './psbt-fields.ts';
import { LOCKTIME_THRESHOLD } from './psbt.ts';
import { scriptKindOf } from './script-kinds.ts';
import { SIGHASH } from './sighash.ts';
import { hasBothForms } from './transaction.ts';
import type { BitcoinView, ViewedInput } from './view.ts';

/** Everything about a transaction that asks for a look, the gravest first. */
export function warningsOf(view: BitcoinView): Warning[] {
  const all = [
    ...ownership(view),
    ...view.inputs.flatMap((input, index) => sighashWarnings(view, input, index)),
    ...outputWarnings(view),
    ...sharedWarnings(view),
    ...feeWarnings(view),
    ...proofWarnings(view),
    ...formWarnings(view),
  ];
  return all.sort(byGravity);
}

function ownership({ signer, inputs }: BitcoinView): Warning[] {
  if (signer === undefined) return [];
  const own = inputs.filter(({ spending }) => spending !== undefined);
  if (own.length === 0) {
    return [
      warn(
        'NO_INPUT_OURS',
        'danger',
        'Not this key’s coins',
        `No input is one that the key of ${signer.address} signs. It will not be signed.`,
      ),
    ];
  }
  const isSigned = ({ isFinal, map }: ViewedInput): boolean =>
    isFinal ||
    map.some(
      ({ type, keyData }) =>
        type === INPUT.tapKeySig || (type === INPUT.partialSig && toHex(keyData) === signer.publicKey),
    );
  const unrevealed = inputs.findIndex(({ isOwn, spending }) => isOwn && spending === undefined);
  return [
    ...(own.every(isSigned)
      ? [
          warn(
            'ALREADY_SIGNED',
            'caution',
            'Signed already',
            'Every input of this key has its signature. It will not be signed again.',
          ),
        ]
      : []),
    ...(own.length < inputs.length
      ? [
          warn(
            'OTHERS_INPUTS',
            'caution',
            'Inputs of others',
            `${inputs.length - own.length} of ${inputs.length} inputs are not this key’s. Others sign them, or nobody can send it.`,
          ),
        ]
      : []),
    ...(own.some(({ spending }) => spending?.shared === true)
      ? [
          warn(
            'SHARED_INPUT',
            'notice',
            'Shared coins',
            'An input belongs to several keys; others may have to sign as well.',
          ),
        ]
      : []),
    ...(unrevealed === -1
      ? []
      : [
          warn(
            'SCRIPT_MISSING',
            'caution',
            'Script missing',
            `Input ${unrevealed} is this key’s address, and the script behind it is not in the PSBT. It will not be signed.`,
          ),
        ]),
  ];
}

function sighashWarnings({ signer, outputs }: BitcoinView, input: ViewedInput, index: number): Warning[] {
  const { sighash: flags, spending } = input;
  if (flags === null || flags === SIGHASH.ALL || (signer !== undefined && spending === undefined)) return [];
  const base = flags & ~SIGHASH.ANYONECANPAY;
  const isTaproot = spending?.rules === 'taproot' || spending === undefined;
  if (flags === SIGHASH.DEFAULT && isTaproot) return [];
  if (
    base < SIGHASH.ALL ||
    base > SIGHASH.SINGLE ||
    flags > 0xff ||
    (base === SIGHASH.SINGLE && index >= outputs.length)
  ) {
    return [
      warn(
        'SIGHASH_INVALID',
        'danger',
        'Signature of no defined kind',
        `Input ${index} asks for a signature of the kind 0x${flags.toString(16)}, which covers nothing that is defined. It will not be signed.`,
      ),
    ];
  }
  const uncovered = [
    ...(base === SIGHASH.NONE ? ['any output: whoever gets it can send the coins anywhere'] : []),
    ...(base === SIGHASH.SINGLE ? [`any output but number ${index}: the others can be changed`] : []),
    ...(flags >= SIGHASH.ANYONECANPAY ? ['the other inputs: they can be exchanged'] : []),
  ];
  return [
    ...(uncovered.length === 0
      ? []
      : [
          warn(
            'SIGHASH_NOT_ALL',
            'danger',
            'Signature leaves parts open',
            `The signature of input ${index} does not cover ${uncovered.join(', nor ')}. What is shown here may not be what is sent.`,
          ),
        ]),
  ];
}

const outputWarnings = ({ outputs, payments }: BitcoinView): Warning[] => [
  ...(payments.some(({ kind }) => kind === 'other')
    ? [blindSigning('An output pays to a script that has no address; who can spend it is not known.')]
    : []),
  ...(payments.some(({ kind }) => kind === 'witness')
    ? [
        warn(
          'UNKNOWN_WITNESS',
          'danger',
          'Address of a future kind',
          'An output pays to a version of segwit that is not in use. Today anybody can take what is sent there.',
        ),
      ]
    : []),
  ...(outputs.some(({ kind, amount }) => kind === 'data' && amount > 0n)
    ? [
        warn(
          'BURNS',
          'danger',
          'Coins are destroyed',
          'An output with data carries an amount. Nobody can ever spend it.',
        ),
      ]
    : []),
];

/** Outputs that look like change, and that somebody else can spend too. */
const sharedWarnings = ({ outputs, network }: BitcoinView): Warning[] =>
  outputs.flatMap((output) => {
    const { holder, amount, isBack } = output;
    if (holder.who !== 'shared') return [];
    const isStill = isBack && holder.alone === false;
    return [
      warn(
        'SHARED_OUTPUT',
        isStill ? 'caution' : 'danger',
        isStill ? 'Back to shared coins' : 'Not change: others can spend it',
        `${formatBitcoin(amount, network)} goes to ${output.address ?? 'a script without address'}. ${sharing(holder.others, holder.alone)}`,
      ),
    ];
  });

function sharing(others: number | null, alone: boolean | null): string {
  if (others === null || alone === null)
    return 'The PSBT names this key for it, but this key alone does not control it. Who else can spend it is not shown.';
  const keys = others === 1 ? 'One key that is not yours' : `${others} keys that are not yours`;
  return alone
    ? `${keys} can spend it without you.`
    : `You need ${others === 1 ? 'a key that is not yours' : 'keys that are not yours'} to spend it.`;
}

/**
 * The inputs whose amounts nothing proves, where that matters. Version 0 of segwit signs only the amount of its own input: false
 * ones could hide what the fee really is. Taproot signs the amounts of all inputs, so one that the key signs proves them. That
 * it is taproot has to be proven as well, unless nothing else is signed: a signature over a false claim is void.
 */
export function claimedInputs(
  inputs: readonly ViewedInput[],
  isProven: (input: ViewedInput) => boolean = (input) => input.isProven,
): readonly ViewedInput[] {
  const unproven = inputs.filter((input) => !isProven(input));
  const own = inputs.filter(({ spending }) => spending !== undefined);
  const covering = own.filter(
    ({ spending, sighash }) => spending?.rules === 'taproot' && (sighash ?? 0) < SIGHASH.ANYONECANPAY,
  );
  const covers = covering.some(isProven) || (own.length > 0 && covering.length === own.length);
  const isTaprootAlone =
    inputs.length === 1 && unproven.every(({ script }) => scriptKindOf(script) === 'p2tr');
  return covers || isTaprootAlone ? [] : unproven;
}

function proofWarnings({ inputs }: BitcoinView): Warning[] {
  const unproven = claimedInputs(inputs);
  if (unproven.length === 0) return [];
  return [
    warn(
      'AMOUNTS_CLAIMED',
      'danger',
      'Amounts are claimed',
      inputs.length === 1
        ? 'The previous transaction of the input is missing, so its amount is only claimed. The fee cannot be checked.'
        : `The previous transactions of ${unproven.length} of ${inputs.length} inputs are missing, so these amounts are only claimed. The fee cannot be checked, and could be much higher than shown.`,
    ),
  ];
}

function formWarnings({ tx, inputs }: BitcoinView): Warning[] {
  const { psbt, lockTime } = tx;
  const isLocked = lockTime > 0 && inputs.some(({ sequence }) => sequence !== 0xffff_ffff);
  const maps = [psbt.global, ...psbt.inputs, ...psbt.outputs];
  const unknown = maps.flat().filter(({ name }) => name === 'unknown' || name === 'proprietary').length;
  const modifiable = (psbtField(psbt.global, GLOBAL.txModifiable)?.value[0] ?? 0) & 3;
  // Where segwit has both they agree, or nothing would have been read; other inputs have no place for witness_utxo (BIP-174).
  const isDouble = inputs.some((input) => hasBothForms(input) && !isSegwit(input));
  return [
    ...(isLocked
      ? [
          warn(
            'LOCKED',
            'notice',
            'Locked for now',
            `The network takes it only ${lockTime < LOCKTIME_THRESHOLD ? `after block ${lockTime}` : 'after the time that is shown'}.`,
          ),
        ]
      : []),
    ...(unknown === 0
      ? []
      : [
          warn(
            'UNKNOWN_FIELDS',
            'notice',
            'Unknown fields',
            `The PSBT has ${unknown} fields that are not of the published ones. They are no part of what is signed.`,
          ),
        ]),
    ...(modifiable === 0
      ? []
      : [
          warn(
            'MODIFIABLE',
            'notice',
            'Not closed yet',
            'The PSBT says that inputs or outputs may still be added. The signature ends that for what it covers.',
          ),
        ]),
    ...(isDouble
      ? [
          warn(
            'BOTH_UTXOS',
            'notice',
            'Spent output given twice',
            'An input that is not of segwit has witness_utxo beside non_witness_utxo. They agree; other signers may refuse it.',
          ),
        ]
      : []),
  ];
}

const isSegwit = ({ script, redeemScript }: ViewedInput): boolean => {
  const kind = scriptKindOf(script);
  const spent = kind === 'p2sh' && redeemScript !== undefined ? scriptKindOf(redeemScript) : kind;
  return ['p2wpkh', 'p2wsh', 'p2tr', 'witness'].includes(spent);
};
