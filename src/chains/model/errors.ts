import { defineErrors } from '#protocol/define-errors.ts';

/** What several chains refuse, and the readers that they share. */
export const chainError = defineErrors({
  ADDRESS_FORMAT_CURVE_MISMATCH: [
    'A key of {curve} has no address in {format}.',
    'Use a key of {curves}, or another format.',
  ],
  TRANSACTION_NOT_SIGNED: {
    psbt: ['This PSBT has no signature.', 'Give the PSBT that came back from signing.'],
    transaction: ['This is no signed {what}: {why}.', 'Give the transaction that came back from signing.'],
  },
  SIGNATURE_UNUSABLE: ['This signature cannot be carried by a transaction.', 'Change the nonce.'],
  CONTRACT_NOT_SUPPORTED: [
    '{name} is not signed: whose account it acts for could not be read.',
    'Use one of the contract types of docs/clear-signing.md.',
  ],
  TRANSACTION_NOT_FOR_KEY: {
    bitcoin: [
      'The transaction has no input left that the key of {address} signs.',
      'Sign with the key whose coins are spent.',
    ],
    tempo: [
      "The transaction's key authorization is of {granting}; the key's address is {address}.",
      'Sign with the key of that account.',
    ],
    tron: [
      "The transaction acts for {actsFor}; the key's address is {address}.",
      'Sign with the key of that account.',
    ],
  },
  ADDRESS_INVALID: {
    text: ['This isn’t a valid {chain} address: {why}.', 'Copy the whole address from its owner.'],
    field: [
      'The field “{field}” holds no Tron address: 21 bytes that begin with 41 are wanted, and it has {length}.',
      'Build the transaction again.',
    ],
  },
  TRANSACTION_FIELD_INVALID: {
    field: [
      'The field {field} at byte {start} {why}.',
      'Build the transaction again with a program that follows the rules of its type.',
    ],
    noList: [
      'A list of fields must follow the type byte, but a value stands at byte 1.',
      'Check that this is an Ethereum transaction.',
    ],
  },
  TRANSACTION_SIGNATURE_INVALID: {
    invalid: ['The signature of this transaction is not valid: {why}.', 'Do not send it; sign again.'],
    noKey: ['The signature of this transaction belongs to no key.', 'Do not send it; sign again.'],
  },
  TRANSACTION_TOO_LARGE: {
    ethereum: [
      'The transaction has {length} characters; at most {max} (128 KiB of hex) are read.',
      'Check that this is one transaction and not another file.',
    ],
    solana: ['A Solana transaction has at most {max} bytes.', 'Split it into several transactions.'],
  },
  TRANSACTION_TYPE_UNKNOWN: {
    none: ['There is no such chain.', 'Choose one of the list.'],
    ethereum: [
      'The first byte, 0x{first}, is no transaction type that this console knows.',
      'It reads legacy transactions and the types 01 to 04. Check the chain.',
    ],
    tempo: [
      'A Tempo transaction begins with 76; this one begins with {first}.',
      'Check the chain. An Ethereum transaction on a Tempo network is signed as an Ethereum transaction.',
    ],
  },
  TRANSACTION_FIELD_COUNT: {
    blobs: [
      'This is a blob transaction with its blobs; the fields alone are signed.',
      'Give the transaction without blobs, commitments and proofs.',
    ],
    count: [
      'The transaction has {count} fields; an unsigned {kind} transaction has {wanted}.',
      'Build the transaction again.',
    ],
    missing: ['The transaction has not as many fields as its type.', 'Build the transaction again.'],
  },
  PAYLOAD_INVALID: ['The payload cannot be signed: {why}.', 'Correct the payload.'],
  HASH_FUNCTION_INVALID: ['invalid hash function: {why}.', 'Use that hash function.'],
  RLP_TRAILING_BYTES: [
    'The transaction ends at byte {end}, and {more}.',
    'Remove what was added after it, or export it again.',
  ],
  RLP_TOO_DEEP: [
    'At byte {start} lists are nested more than {max} deep.',
    'This is no transaction; export it again.',
  ],
  RLP_TRUNCATED: [
    'The item at byte {start} needs {wanted} more {unit}, but {left} left.',
    'The transaction is cut off; copy the whole of it.',
  ],
  RLP_NOT_CANONICAL: [
    'The item at byte {start} is not in canonical form: {why}.',
    'Export the transaction again with a program that encodes it by the rules.',
  ],
  TRANSACTION_MALFORMED: {
    solana: [
      'This is no Solana transaction: {why}.',
      'Give the whole serialized transaction as hex, with empty signatures, as wallets and libraries write it.',
    ],
    tron: ['This is no Tron transaction: {why}.', 'Export the raw data again (raw_data_hex).'],
  },
});
