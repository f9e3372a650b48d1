import type { HashFunction, TransactionType } from '#protocol/catalogue/signing.ts';
import { chainOf, type Chain } from '../chains.ts';
import { toHex } from '#protocol/encoding.ts';
import { PSBT_FORM, RAW_BITCOIN_FORM, SIGHASH_FORMS } from './bitcoin-forms.ts';
import type { FormContext, FormReading, PayloadForm } from './payload-form.ts';
import { FEE_PAYER_FORM, KEY_AUTHORIZATION_FORM } from './tempo-forms.ts';

/** The transactions of every chain, as their bytes may stand in a payload. A chain without its forms does not compile. */
const TRANSACTION_FORMS: Readonly<Record<TransactionType, readonly PayloadForm[]>> = {
  TRANSACTION_TYPE_ETHEREUM: [
    wholeTransaction('TRANSACTION_TYPE_ETHEREUM', 'an Ethereum transaction', ['HASH_FUNCTION_KECCAK256']),
  ],
  TRANSACTION_TYPE_SOLANA: [
    {
      name: 'a Solana transaction',
      kind: 'transaction',
      hashedWith: ['HASH_FUNCTION_NOT_APPLICABLE'],
      read: (bytes, context) =>
        readAs(chainOf('TRANSACTION_TYPE_SOLANA'), withEmptySignatures(bytes), context),
    },
    // With its signatures: the network takes a signature over the message alone.
    wholeTransaction('TRANSACTION_TYPE_SOLANA', 'a Solana transaction with its signatures', []),
  ],
  TRANSACTION_TYPE_TRON: [
    wholeTransaction('TRANSACTION_TYPE_TRON', 'a Tron transaction', ['HASH_FUNCTION_SHA256']),
  ],
  TRANSACTION_TYPE_BITCOIN: [
    wholeTransaction('TRANSACTION_TYPE_BITCOIN', 'a Bitcoin transaction (PSBT)', []),
    PSBT_FORM,
    ...SIGHASH_FORMS,
    RAW_BITCOIN_FORM,
  ],
  TRANSACTION_TYPE_TEMPO: [
    wholeTransaction('TRANSACTION_TYPE_TEMPO', 'a Tempo transaction', ['HASH_FUNCTION_KECCAK256']),
    FEE_PAYER_FORM,
    KEY_AUTHORIZATION_FORM,
  ],
};

/** Every form in which a transaction may stand in a payload. */
export const transactionForms = (): readonly PayloadForm[] => Object.values(TRANSACTION_FORMS).flat();

function wholeTransaction(
  type: TransactionType,
  name: string,
  hashedWith: readonly HashFunction[],
): PayloadForm {
  return {
    name,
    kind: 'transaction',
    hashedWith,
    read: (bytes, context) => readAs(chainOf(type), bytes, context),
  };
}

function readAs(chain: Chain, bytes: Uint8Array, { signerOn }: FormContext): FormReading {
  const reading = chain.read(toHex(bytes), signerOn(chain));
  const { sentence, facts, warnings } = reading;
  return { sentence, facts, warnings, reading };
}

const SIGNATURE_BYTES = 64;

/** A Solana message as a transaction: as many empty signatures before it as its header asks for. */
function withEmptySignatures(message: Uint8Array): Uint8Array {
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0;
  const count = message[isVersioned ? 1 : 0] ?? 0;
  const head = new Uint8Array(1 + count * SIGNATURE_BYTES + message.length);
  // Counts above 127 take two bytes, and fit into no transaction.
  head[0] = count & 0x7f;
  head.set(message, 1 + count * SIGNATURE_BYTES);
  return head;
}
