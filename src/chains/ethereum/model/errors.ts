import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Ethereum alone. */
export const ethereumError = defineErrors({
  ADDRESS_CHECKSUM_INVALID: [
    'The checksum of this address does not hold: a character was changed.',
    'Copy the address again from its owner.',
  ],
  TRANSACTION_ALREADY_SIGNED: [
    'This transaction carries a signature already.',
    'Give the unsigned transaction; a signed one is sent to the network as it is.',
  ],
  ABI_INVALID: {
    noFunction: ['it is no function', 'Write it as in Solidity.'],
    abi: [
      'The ABI is not valid: {where} {why}.',
      'Take the JSON ABI that the compiler or the explorer gives.',
    ],
  },
  DESCRIPTOR_INVALID: [
    'The descriptor {file} is not valid: {where} {why}.',
    'Correct it or take it out of the folder; docs/clear-signing.md says what is read.',
  ],
  TOKEN_LIST_INVALID: [
    'The token list {file} is not valid: {where} does not have its form.',
    'Take the list anew from its publisher, or take it out of the folder.',
  ],
  TRANSACTION_WRONG_CHAIN: [
    'This looks like a {chain} transaction, not an Ethereum one.',
    'Choose the chain that the transaction was made for.',
  ],
  TRANSACTION_JSON_INVALID: {
    missing: [
      'The JSON of this transaction has no {names}.',
      'Add what is missing: nothing of a transaction is guessed here.',
    ],
    unknown: [
      'The JSON of this transaction has a member “{name}”, which isn’t read here.',
      'Remove it, or paste the unsigned transaction as hex.',
    ],
    value: [
      '“{name}” in the JSON of this transaction {why}.',
      'Correct it, or paste the transaction as hex.',
    ],
    both: [
      'The JSON of this transaction has both {one} and {other}.',
      'Keep the one that is meant: a transaction has room for one.',
    ],
  },
  TYPED_DATA_INVALID: [
    'The typed data is not valid: {where} {why}.',
    'Have it made again by the program that asks for the signature.',
  ],
});
