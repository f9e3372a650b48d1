import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Bitcoin alone. */
export const bitcoinError = defineErrors({
  PSBT_TRUNCATED: [
    'The PSBT is cut off: {count} bytes are announced at byte {start}, and {left} are there.',
    'Copy the whole PSBT again.',
  ],
  PSBT_NOT_CANONICAL: ['The number at byte {start} is longer than it need be.', 'Export the PSBT again.'],
  TRANSACTION_INCOMPLETE: [
    'The transaction has no id yet: input {index} is still to be signed or put together.',
    'Let the others sign, and finalise it.',
  ],
  PSBT_FIELD_TWICE: [
    'The {where} has the field “{name}” twice under the same key.',
    'Export the PSBT again.',
  ],
  PSBT_FIELD_MALFORMED: ['The {where} of the PSBT is not valid: {why}.', 'Export the PSBT again.'],
  PSBT_FIELDS_TOO_MANY: ['The PSBT has more than {max} fields.', 'Spend fewer inputs at once.'],
  PSBT_LOCKTIME: [
    'One input waits for a time and another for a block: no lock time suits both.',
    'Spend them in two transactions.',
  ],
  PSBT_NOT_HEX: ['This PSBT is written in base64.', 'Give it as hex.'],
  PSBT_TOO_LONG: ['The PSBT has {length} bytes; {max} are read at most.', 'Spend fewer inputs at once.'],
  PSBT_TRANSACTION_TOO_LONG: [
    'The transaction has {length} bytes or more; nodes relay {max} at most.',
    'Make several transactions of it.',
  ],
  INPUTS_TOO_MANY: [
    'The key would sign {count} inputs of the transaction; {max} are signed at most.',
    'Spend fewer inputs at once.',
  ],
  PSBT_MAGIC: [
    'This isn’t a PSBT: it doesn’t begin with 70736274ff.',
    'Give the partially signed transaction, not a raw one.',
  ],
  PSBT_VERSION: ['The PSBT is of version {version}; 0 and 2 are read.', 'Export it as version 0.'],
  BITCOIN_TRANSACTION_MALFORMED: [
    'The PSBT holds a transaction that is none: {why}.',
    'Export the PSBT again.',
  ],
  SIGHASH_INVALID: [
    'Input {index} asks for a signature of the kind 0x{flags}, which {why}.',
    'Ask for SIGHASH_ALL.',
  ],
  TRANSACTION_NOT_SIGNABLE: [
    'What is to be signed cannot be computed for this transaction.',
    'Build the transaction again.',
  ],
  PSBT_EMPTY: ['The transaction has no inputs or no outputs.', 'Build it again, with both.'],
  OUTPOINT_TWICE: ['Two inputs spend the same output.', 'Build the transaction again.'],
  OUTPUTS_EXCEED_INPUTS: [
    'The outputs pay {paid} satoshis, and the inputs hold {spent}.',
    'Build the transaction again.',
  ],
  AMOUNT_INVALID: ['An amount of {amount} satoshis is more than there are.', 'Build the transaction again.'],
  PREVIOUS_TRANSACTION_INVALID: [
    'This is no Bitcoin transaction: {why}.',
    'Choose a file with the raw transaction, as hex or as bytes.',
  ],
  UTXO_MISSING: [
    'Input {index} cannot be judged: {why}.',
    'Export the PSBT with the outputs that it spends (witness_utxo, or non_witness_utxo before segwit).',
  ],
  UTXO_MISMATCH: ['Input {index} is not what it says: {why}.', 'Do not sign it; build the transaction anew.'],
  SCRIPT_MISMATCH: [
    'Input {index} carries a {name} script that is not the one it spends from.',
    'Do not sign it; build the transaction anew.',
  ],
});
