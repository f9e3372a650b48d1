import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { type ChainModule, type Check, type SignedTransaction, wholeTransaction } from '../model/chain.ts';
import { chainError } from '../model/errors.ts';
import { rawFields } from './raw-fields.ts';
import { parseTransaction } from './parse.ts';
import { readSolana } from './read-solana.ts';
import { ACCOUNT_DEPOSIT } from './totals.ts';
import { parseSolanaAddress, solanaTransfer } from './transfer.ts';
import {
  type SolanaTransaction,
  isEmptySlot,
  messageBytes,
  slotOf,
  withEmptySignatures,
} from './transaction.ts';

/**
 * Checks a signed transaction against what was previewed. Never throws for what the service answered: an answer that
 * cannot be read is a failed check.
 * @param unsigned the previewed transaction, as hex
 * @param signed what came back, as hex
 * @param address the address of the key that was asked to sign
 * @throws AppError when `unsigned` cannot be read, or does not ask for a signature of that key
 */
export function verifySigned({
  unsigned,
  signed,
  address,
}: {
  readonly unsigned: string;
  readonly signed: string;
  readonly address: string;
}): Check[] {
  const previewed = parseTransaction(unsigned);
  const slot = slotOf(previewed, address);
  let answer: SolanaTransaction;
  try {
    answer = parseTransaction(signed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name: 'Signed transaction', passed: false, detail: `It cannot be read. ${error.message}` }];
  }
  return [
    checkMessage(previewed, answer),
    checkSigner(previewed, answer, slot, address),
    checkOthers(previewed, answer, slot),
  ];
}

function checkMessage(previewed: SolanaTransaction, answer: SolanaTransaction): Check {
  const name = 'Same transaction';
  if (toHex(messageBytes(previewed)) === toHex(messageBytes(answer)))
    return { name, passed: true, detail: 'Its message has every byte of the one that was previewed.' };
  const [before, after] = [fieldsOf(previewed), fieldsOf(answer)];
  const labels = [...new Set([...before.keys(), ...after.keys()])];
  const changed = labels.filter((label) => before.get(label) !== after.get(label));
  return { name, passed: false, detail: `Not as previewed: ${changed.slice(0, 8).join(', ')}.` };
}

/** What the message says, by label. */
const fieldsOf = (tx: SolanaTransaction): Map<string, string> =>
  new Map(
    rawFields(tx)
      .filter(({ label }) => !label.startsWith('signature'))
      .map(({ label, value }) => [label, value]),
  );

/** The signature is checked over the message that was previewed, not over what came back. */
function checkSigner(
  previewed: SolanaTransaction,
  answer: SolanaTransaction,
  slot: number,
  address: string,
): Check {
  const name = 'Signed by the key';
  const signature = answer.signatures[slot];
  const holds =
    signature !== undefined && isSignatureOf(signature, messageBytes(previewed), base58.decode(address));
  return {
    name,
    passed: holds,
    detail: holds
      ? `The signature of the previewed message is that of ${address}.`
      : `There is no signature of ${address} that holds for the previewed message.`,
  };
}

function isSignatureOf(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    // As the network checks it: strictly (RFC 8032), without the leniency of ZIP 215.
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function checkOthers(previewed: SolanaTransaction, answer: SolanaTransaction, slot: number): Check {
  const name = 'Other signatures';
  const changed = previewed.signatures.flatMap((signature, index) =>
    index !== slot && toHex(signature) !== toHex(answer.signatures[index] ?? new Uint8Array())
      ? [index + 1]
      : [],
  );
  const same = changed.length === 0 && previewed.signatures.length === answer.signatures.length;
  const open = answer.signatures.filter(isEmptySlot).length;
  if (!same)
    return { name, passed: false, detail: `Not as they were: ${changed.join(', ') || 'their number'}.` };
  const detail =
    open === 0
      ? 'Nobody else has to sign.'
      : `${open} more ${open === 1 ? 'account has' : 'accounts have'} to sign.`;
  return { name, passed: true, detail };
}

/**
 * A signed transaction as the network knows it: its id is the first signature, that of the fee payer. Where the fee payer
 * has yet to sign, the first one that is there stands for it.
 * @throws AppError `TRANSACTION_NOT_SIGNED`, or as `parseTransaction`
 */
function describeSigned(signed: string): SignedTransaction {
  const first = parseTransaction(signed).signatures.find((signature) => !isEmptySlot(signature));
  if (first !== undefined) return { hash: base58.encode(first), signed };
  throw chainError('TRANSACTION_NOT_SIGNED.transaction', {
    what: 'transaction',
    why: 'all of its signatures are empty',
  });
}

export const solana: ChainModule = {
  type: 'TRANSACTION_TYPE_SOLANA',
  name: 'Solana',
  curve: 'CURVE_ED25519',
  addressFormats: ['ADDRESS_FORMAT_SOLANA'],
  sameAddress: (one, other) => one === other,
  spellAddress: parseSolanaAddress,
  read: readSolana,
  verify: ({ unsigned, signed, signer }) => verifySigned({ unsigned, signed, address: signer.address }),
  describeSigned,
  // Only what was read gets here: the hex is whole.
  sendForms: (signed) => [
    { name: 'Base64, as sendTransaction takes it', text: base64.encode(fromHex(signed)) },
  ],
  payloadForms: [
    {
      name: 'a Solana transaction',
      kind: 'transaction',
      hashedWith: ['HASH_FUNCTION_NOT_APPLICABLE'],
      read: (bytes, { readTransaction }) => readTransaction(withEmptySignatures(bytes)),
    },
    // With its signatures: the network takes a signature over the message alone.
    wholeTransaction('a Solana transaction with its signatures', []),
  ],
  payments: {
    pay: ['system.transfer', 'token.transferChecked'],
    aside: /^computeBudget\.\w+$/,
    makesAccount: {
      step: 'associatedToken.createIdempotent',
      same: [
        ['Account', 'Token account'],
        ['Owner', 'To'],
        ['Mint', 'Mint'],
      ],
      note: ACCOUNT_DEPOSIT,
    },
  },
  transfer: solanaTransfer,
};
