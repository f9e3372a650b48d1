import { KNOWN } from './known-calls.ts';
import { OTHER, SIGNER, USDC, encode } from './unsigned.ts';

const ZERO = `0x${'0'.repeat(40)}`;
const transfer = encode('transfer(address,uint256)', OTHER, 5n);

/** Calls that have tests of their own, and so no row among those that are known. */
const MORE = [
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[USDC, 0n, transfer, 0, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  ),
  encode('multicall(bytes[])', [encode('sweepToken(address,uint256,address)', USDC, 5n, SIGNER)]),
  encode('multicall(uint256,bytes[])', 1_800_000_000n, [transfer]),
  encode('multiSend(bytes)', '0x'),
  encode(
    'deposit(bytes,bytes,bytes,bytes32)',
    ...[`0x${'ab'.repeat(48)}`, `0x01${'00'.repeat(11)}${SIGNER.slice(2)}`, `0x${'cd'.repeat(96)}`],
    `0x${'ef'.repeat(32)}`,
  ),
];

/** One call for each built-in reader, by its selector. */
export const CALL_SAMPLES: ReadonlyMap<string, string> = new Map(
  [...KNOWN.map(([, signature, args]) => encode(signature, ...args)), ...MORE].map((data) => [
    data.slice(0, 10),
    data,
  ]),
);
