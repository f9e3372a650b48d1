const TO = `94${'35'.repeat(20)}`;
const list = (...items: string[]): string => {
  const payload = items.join('');
  const length = payload.length / 2;
  if (length < 56) return (0xc0 + length).toString(16) + payload;
  const size = length.toString(16);
  const even = size.length % 2 === 0 ? size : `0${size}`;
  return (0xf7 + even.length / 2).toString(16) + even + payload;
};
const HASH = `a0${'01'.repeat(32)}`;
// chain id 1, nonce 0, tip 1, fee 2, gas 0x5208, to, value 3, no data, no access list
const start = ['01', '80', '01', '02', '825208'];
const call = ['03', '80', 'c0'];
const fee = (to = TO) => [...start, to, ...call];
const authorization = ['01', TO, '80', '80', '01', '01'];

/** Well-formed transactions that the table below breaks, each in one way. */
export const WELL_FORMED = {
  legacy: list('09', '01', '825208', TO, '03', '80', '01', '80', '80'),
  sixFields: list('09', '01', '825208', TO, '03', '80'),
  eip1559: `02${list(...fee())}`,
  eip4844: `03${list(...fee(), '01', list(HASH))}`,
  eip7702: `04${list(...fee(), list(list(...authorization)))}`,
};

/** What is wrong, the hex, the code of the error, and what its message must say. */
export const MALFORMED: readonly (readonly [what: string, hex: string, code: string, says: RegExp])[] = [
  ['nothing', '', 'HEX_INVALID', /transaction is empty/],
  ['0x alone', '0x', 'HEX_INVALID', /transaction is empty/],
  ['an odd number of digits', WELL_FORMED.eip1559.slice(0, -1), 'HEX_INVALID', /odd number of hex digits/],
  ['a letter that is no digit', `02g${WELL_FORMED.eip1559.slice(3)}`, 'HEX_INVALID', /character 3/],
  ['digits of another script', '０２ｃ０', 'HEX_INVALID', /character 1/],
  ['a line break at the end', `${WELL_FORMED.eip1559}\n`, 'HEX_INVALID', /Invalid hex at character/],
  ['a type byte alone', '02', 'RLP_TRUNCATED', /byte 1/],
  ['the last byte cut off', WELL_FORMED.eip1559.slice(0, -2), 'RLP_TRUNCATED', /cut off|left/],
  ['half of it', WELL_FORMED.legacy.slice(0, 40), 'RLP_TRUNCATED', /left/],
  ['one byte behind it', `${WELL_FORMED.eip1559}00`, 'RLP_TRAILING_BYTES', /1 more byte follows/],
  ['another transaction behind it', WELL_FORMED.legacy.repeat(2), 'RLP_TRAILING_BYTES', /more bytes follow/],
  ['an unknown type', '05c0', 'TRANSACTION_TYPE_UNKNOWN', /0x05/],
  ['type zero', `00${list(...fee())}`, 'TRANSACTION_TYPE_UNKNOWN', /0x00/],
  ['a byte string', '8568656c6c6f', 'TRANSACTION_TYPE_UNKNOWN', /0x85/],
  ['a value where the list should be', '0280', 'TRANSACTION_FIELD_INVALID', /byte 1/],
  ['a field missing', `02${list(...fee().slice(1))}`, 'TRANSACTION_FIELD_COUNT', /8 fields.*has 9/],
  ['one field more', `02${list(...fee(), '80')}`, 'TRANSACTION_FIELD_COUNT', /10 fields/],
  [
    'seven legacy fields',
    list('09', '01', '825208', TO, '03', '80', '01'),
    'TRANSACTION_FIELD_COUNT',
    /7 fields/,
  ],
  ['no fields', 'c0', 'TRANSACTION_FIELD_COUNT', /0 fields/],
  [
    'a signed legacy transaction',
    list('09', '01', '825208', TO, '03', '80', '25', HASH, HASH),
    'TRANSACTION_ALREADY_SIGNED',
    /signature/,
  ],
  [
    'a legacy transaction with r alone',
    list('09', '01', '825208', TO, '03', '80', '25', HASH, '80'),
    'TRANSACTION_ALREADY_SIGNED',
    /signature/,
  ],
  [
    'a signed EIP-1559 transaction',
    `02${list(...fee(), '01', HASH, HASH)}`,
    'TRANSACTION_ALREADY_SIGNED',
    /signature/,
  ],
  [
    'a signed EIP-4844 transaction',
    `03${list(...fee(), '01', list(HASH), '01', HASH, HASH)}`,
    'TRANSACTION_ALREADY_SIGNED',
    /signature/,
  ],
  [
    'a blob transaction with its blobs',
    `03${list(list(...fee()), list(), list(), list())}`,
    'TRANSACTION_FIELD_COUNT',
    /with its blobs/,
  ],
  [
    'a nonce with a leading zero',
    `02${list('01', '820009', ...start.slice(2), TO, ...call)}`,
    'TRANSACTION_FIELD_INVALID',
    /nonce at byte \d+ has a leading zero/,
  ],
  [
    'a zero written as a byte',
    `02${list('01', '00', ...start.slice(2), TO, ...call)}`,
    'TRANSACTION_FIELD_INVALID',
    /nonce.*leading zero/,
  ],
  [
    'a nonce of 2^64',
    `02${list('01', `8901${'00'.repeat(8)}`, ...start.slice(2), TO, ...call)}`,
    'TRANSACTION_FIELD_INVALID',
    /nonce.*larger/,
  ],
  [
    'gas of 2^64',
    `02${list('01', '80', '01', '02', `8901${'00'.repeat(8)}`, TO, ...call)}`,
    'TRANSACTION_FIELD_INVALID',
    /gasLimit.*larger/,
  ],
  [
    'a value of 2^256',
    `02${list(...start, TO, `a101${'00'.repeat(32)}`, '80', 'c0')}`,
    'TRANSACTION_FIELD_INVALID',
    /value.*larger/,
  ],
  [
    'a chain id of 2^64',
    `02${list(`8901${'00'.repeat(8)}`, ...start.slice(1), TO, ...call)}`,
    'TRANSACTION_FIELD_INVALID',
    /chainId.*larger/,
  ],
  [
    'an address of 19 bytes',
    `02${list(...fee(`93${'35'.repeat(19)}`))}`,
    'TRANSACTION_FIELD_INVALID',
    /to at byte \d+ has 19 bytes/,
  ],
  ['an address of 32 bytes', `02${list(...fee(HASH))}`, 'TRANSACTION_FIELD_INVALID', /to.*32 bytes/],
  ['a list as address', `02${list(...fee('c0'))}`, 'TRANSACTION_FIELD_INVALID', /to.*is a list/],
  [
    'a list as data',
    `02${list(...start, TO, '03', 'c0', 'c0')}`,
    'TRANSACTION_FIELD_INVALID',
    /data.*is a list/,
  ],
  [
    'bytes as access list',
    `02${list(...start, TO, '03', '80', '80')}`,
    'TRANSACTION_FIELD_INVALID',
    /accessList.*list is wanted/,
  ],
  [
    'an access list entry of one item',
    `02${list(...start, TO, '03', '80', list(list(TO)))}`,
    'TRANSACTION_FIELD_INVALID',
    /accessList\[0\].*1 items/,
  ],
  [
    'a storage key of 31 bytes',
    `02${list(...start, TO, '03', '80', list(list(TO, list(`9f${'01'.repeat(31)}`))))}`,
    'TRANSACTION_FIELD_INVALID',
    /storageKeys.*31 bytes/,
  ],
  [
    'a blob transaction that creates a contract',
    `03${list(...fee('80'), '01', list(HASH))}`,
    'TRANSACTION_FIELD_INVALID',
    /to.*0 bytes/,
  ],
  [
    'a blob transaction without blobs',
    `03${list(...fee(), '01', 'c0')}`,
    'TRANSACTION_FIELD_INVALID',
    /blobVersionedHashes.*empty/,
  ],
  [
    'a blob hash of version 2',
    `03${list(...fee(), '01', list(`a0${'02'.repeat(32)}`))}`,
    'TRANSACTION_FIELD_INVALID',
    /blobVersionedHashes\[0\].*version/,
  ],
  [
    'a blob hash of 31 bytes',
    `03${list(...fee(), '01', list(`9f${'01'.repeat(31)}`))}`,
    'TRANSACTION_FIELD_INVALID',
    /31 bytes/,
  ],
  [
    'a delegation that creates a contract',
    `04${list(...fee('80'), list(list(...authorization)))}`,
    'TRANSACTION_FIELD_INVALID',
    /to.*0 bytes/,
  ],
  [
    'an empty authorization list',
    `04${list(...fee(), 'c0')}`,
    'TRANSACTION_FIELD_INVALID',
    /authorizationList.*empty/,
  ],
  [
    'an authorization of five items',
    `04${list(...fee(), list(list(...authorization.slice(1))))}`,
    'TRANSACTION_FIELD_INVALID',
    /authorizationList\[0\].*5 items/,
  ],
  [
    'an authorization nonce of 2^64',
    `04${list(...fee(), list(list('01', TO, `8901${'00'.repeat(8)}`, '80', '01', '01')))}`,
    'TRANSACTION_FIELD_INVALID',
    /authorizationList\[0\]\.nonce.*larger/,
  ],
  [
    'an authorization parity of 256',
    `04${list(...fee(), list(list('01', TO, '80', '820100', '01', '01')))}`,
    'TRANSACTION_FIELD_INVALID',
    /yParity.*larger/,
  ],
  ['a PSBT', '70736274ff0100710200000001', 'TRANSACTION_WRONG_CHAIN', /looks like a Bitcoin transaction/],
  ['a PSBT as base64', 'cHNidP8BAHECAAAAAQ==', 'TRANSACTION_WRONG_CHAIN', /looks like a Bitcoin transaction/],
  ['a raw Bitcoin transaction', `0200000001${'ab'.repeat(40)}`, 'TRANSACTION_WRONG_CHAIN', /Bitcoin/],
  ['a Tempo transaction', '76f85f0180', 'TRANSACTION_WRONG_CHAIN', /looks like a Tempo transaction/],
  [
    'Tron raw data',
    `0a02a1b22208${'11'.repeat(8)}40e8d0`,
    'TRANSACTION_WRONG_CHAIN',
    /looks like a Tron transaction/,
  ],
  [
    'a Solana transaction',
    `01${'00'.repeat(64)}01000103${'22'.repeat(140)}`,
    'TRANSACTION_WRONG_CHAIN',
    /looks like a Solana transaction/,
  ],
  [
    'a Solana transaction of version 0',
    `01${'00'.repeat(64)}8001000103${'22'.repeat(140)}`,
    'TRANSACTION_WRONG_CHAIN',
    /looks like a Solana transaction/,
  ],
  [
    'a partly signed Solana transaction',
    `02${'00'.repeat(64)}${'7b'.repeat(64)}02010103${'22'.repeat(140)}`,
    'TRANSACTION_WRONG_CHAIN',
    /Solana/,
  ],
  ['128 KiB and one byte', `02${'00'.repeat(128 * 1024 + 1)}`, 'TRANSACTION_TOO_LARGE', /128 KiB/],
];
