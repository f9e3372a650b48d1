import { defineErrors } from '#protocol/define-errors.ts';

/** What is wrong with a field of a payment. */
export const transferError = defineErrors({
  TRANSFER_FIELD_MISSING: ['{what} is missing.', '{where}'],
  TRANSFER_VALUES_UNREADABLE: [
    'This file has nothing that a payment on {chain} must know.',
    'Save a node’s answer to the question that the form names, or a JSON object by the names of the fields.',
  ],
  TRANSFER_TEXT_INVISIBLE: [
    'The text has characters that can’t be seen: {characters}.',
    'Type it, or copy it again from its owner.',
  ],
  TRANSFER_NUMBER_INVALID: {
    amount: [
      'This isn’t a number: digits, and one point for decimals.',
      'Enter it like 1250.5, without separators.',
    ],
    whole: ['This isn’t a whole number.', 'Enter digits alone.'],
    decimals: ['It has {given} decimals; {unit} has {most}.', 'Remove the digits behind those.'],
    tooLarge: ['The number is too large for the transaction.', 'Enter a smaller number.'],
    zero: ['The amount is zero.', 'Enter what is to be sent.'],
  },
  TRANSFER_ASSET_UNKNOWN: ['No local list has this asset on this network.', 'Choose an asset of the list.'],
  TRANSFER_NETWORK_UNKNOWN: ['This network isn’t in the list.', 'Choose a network.'],
  TRANSFER_RECIPIENT_INVALID: {
    token: [
      'This is the contract of {symbol}. Tokens that are sent to it are lost.',
      'Enter the address of the recipient.',
    ],
    zero: ['Nobody has this address. What is sent to it is lost.', 'Enter the address of the recipient.'],
    network: [
      'This is an address of {theirs}; the coins are on {ours}.',
      'Ask for an address on the same network.',
    ],
    noWallet: [
      'This address isn’t a wallet: it is a token account or belongs to a program.',
      'Ask the recipient for the address of the wallet.',
    ],
  },
  TRANSFER_FEE_INVALID: {
    tip: ['The tip is higher than the max fee.', 'Lower the tip, or raise the max fee.'],
    rate: ['{rate} sat/vB is more than {most} sat/vB.', 'Enter satoshis per virtual byte.'],
    share: [
      'The fee would be {fee} BTC: more than is sent, and more than {limit} BTC.',
      'Check the fee rate and the coins.',
    ],
  },
  TRANSFER_COINS_INVALID: {
    line: ['Line {line} isn’t a coin.', 'Write transaction ID, colon, output, space, amount in BTC.'],
    twice: ['Line {line} is a coin that is there already.', 'Remove it.'],
    previous: ['Line {line} isn’t a transaction as hex.', 'Paste whole raw transactions, one per line.'],
    missingPrevious: [
      'The transaction of the coin in line {line} is missing.',
      'Paste it as raw hex: without it, nothing proves the amount, and a wrong one is lost as fee.',
    ],
    amount: [
      'Line {line} says {said} BTC; its transaction says {holds} BTC.',
      'The list is wrong: a wrong amount is lost as fee. Get it again from a source that you trust.',
    ],
    notOurs: ['The coin in line {line} isn’t at {address}.', 'Remove it, or sign with the key that has it.'],
    tooMany: ['There are {count} coins; at most {most} are spent at once.', 'Remove some.'],
    tooLittle: [
      'The coins hold {have} BTC; the amount and the fee need {need} BTC.',
      'Add coins, or send less.',
    ],
    tooLarge: [
      'The transaction would have {size} vB; nodes relay at most {most} vB.',
      'Split the file, or spend fewer coins.',
    ],
    dust: ['{amount} BTC is too little: nodes don’t relay it.', 'Send at least {least} BTC.'],
    address: [
      'Coins at an address of this form aren’t spent by this form.',
      'Build the PSBT in another program, and sign it on the Sign screen.',
    ],
  },
  TRANSFER_BLOCK_INVALID: {
    solana: ['This isn’t a blockhash: 32 bytes in Base58.', 'Copy it again from getLatestBlockhash.'],
    tron: [
      'This isn’t a block ID: 64 hex digits.',
      'Copy “blockID” of a recent block from an explorer or node.',
    ],
  },
  TRANSFER_TIME_INVALID: ['At most {most} minutes.', 'Enter a number from 1 to {most}.'],
});
