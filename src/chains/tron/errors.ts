import { defineErrors } from '#protocol/define-errors.ts';

/** What is refused of Tron alone. */
export const tronError = defineErrors({
  PROTOBUF_TRUNCATED: ['The transaction is cut off at byte {at}: {why}.', 'Copy the whole raw data again.'],
  PROTOBUF_MALFORMED: [
    'Byte {at} is in no Tron transaction: {why}.',
    'Export the raw data again (raw_data_hex).',
  ],
  PROTOBUF_NOT_CANONICAL: [
    'At byte {at} the transaction is not written as the network writes it: {why}. Its signature would not hold there.',
    'Export the raw data again (raw_data_hex).',
  ],
  TRANSACTION_TOO_LONG: ['The transaction has {length} bytes; the network takes {max} at most.', 'Split it.'],
});
