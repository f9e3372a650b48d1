import { AbiCoder } from 'ethers';
import type { KnownCall } from './known-call.ts';
import { encode, OTHER, SIGNER, STRANGE, USDC } from './unsigned.ts';

/** EntryPoint of ERC-4337, version 0.7. */
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const ACCOUNT = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';

const send = encode('transfer(address,uint256)', OTHER, 5_000_000n);
const execute = encode('execute(address,uint256,bytes)', USDC, 0n, send);
const two = encode('executeBatch(address[],uint256[],bytes[])', [USDC, OTHER], [0n, 7n], [send, '0x']);
const [low, high] = [`0x${'00'.repeat(32)}`, `0x${'00'.repeat(15)}01${'00'.repeat(15)}02`];

const operation6 = '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)';
const packed = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)';
const old = (callData: string, paymaster = '0x', initCode = '0x') => [
  ACCOUNT,
  3n,
  initCode,
  callData,
  100n,
  50n,
  10n,
  2n,
  1n,
  paymaster,
  '0xabcd',
];
const recent = (callData: string, paymaster = '0x', initCode = '0x') => [
  ACCOUNT,
  3n,
  initCode,
  callData,
  high,
  10n,
  high,
  paymaster,
  '0xabcd',
];
const factory = `${STRANGE}12345678`;

/** Calls of smart accounts, and of the EntryPoints that hand them operations (ERC-4337). */
export const KNOWN_ACCOUNT_CALLS: readonly KnownCall[] = [
  [
    'b61d27f6',
    'execute(address,uint256,bytes)',
    [USDC, 0n, send],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”: send 5.00 USDC to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    'b61d27f6',
    'execute(address,uint256,bytes)',
    [OTHER, 10n ** 18n, '0x'],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”: send 1 ETH to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    '51945447',
    'execute(address,uint256,bytes,uint8)',
    [USDC, 0n, send, 0],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”: send 5.00 USDC to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    '7bb37428',
    'executeUserOp(address,uint256,bytes,uint8)',
    [USDC, 0n, send, 1],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeUserOp”: send 5.00 USDC to ${OTHER}`,
    ['BLIND_SIGNING', 'DELEGATE_CALL', 'UNKNOWN_CONTRACT'],
  ],
  [
    '541d63c8',
    'executeUserOpWithErrorString(address,uint256,bytes,uint8)',
    [USDC, 0n, send, 0],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeUserOpWithErrorString”: send 5.00 USDC to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    '18dfb3c7',
    'executeBatch(address[],bytes[])',
    [
      [USDC, USDC],
      [send, send],
    ],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeBatch”: make 2 calls, in favor of ${OTHER} (10.00 USDC)`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    '47e1da2a',
    'executeBatch(address[],uint256[],bytes[])',
    [[USDC], [], [send]],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeBatch”: send 5.00 USDC to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    '47e1da2a',
    'executeBatch(address[],uint256[],bytes[])',
    [[USDC, OTHER], [1n], [send, '0x']],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeBatch”`,
    ['BLIND_SIGNING', 'UNKNOWN_CONTRACT'],
  ],
  [
    '34fcd5be',
    'executeBatch((address,uint256,bytes)[])',
    [
      [
        [USDC, 0n, send],
        [OTHER, 5n, '0x'],
      ],
    ],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “executeBatch”: make 2 calls, in favor of ${OTHER} (5.00 USDC and 0.000000000000000005 ETH)`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    'e9ae5c53',
    'execute(bytes32,bytes)',
    [low, `${USDC}${'00'.repeat(32)}${send.slice(2)}`],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”: send 5.00 USDC to ${OTHER}`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    'e9ae5c53',
    'execute(bytes32,bytes)',
    [low, '0x1234'],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”`,
    ['BLIND_SIGNING', 'UNKNOWN_CONTRACT'],
  ],
  [
    'e9ae5c53',
    'execute(bytes32,bytes)',
    [
      `0x0101${'00'.repeat(30)}`,
      encodedCalls([
        [USDC, 0n, send],
        [OTHER, 5n, '0x'],
      ]),
    ],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”: make 2 calls, in favor of ${OTHER} (5.00 USDC and 0.000000000000000005 ETH)`,
    ['UNKNOWN_CONTRACT'],
  ],
  [
    'e9ae5c53',
    'execute(bytes32,bytes)',
    [`0xff${'00'.repeat(31)}`, `${STRANGE}abcdef`],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”, in favor of ${STRANGE}`,
    ['BLIND_SIGNING', 'DELEGATE_CALL', 'UNKNOWN_CONTRACT'],
  ],
  [
    'e9ae5c53',
    'execute(bytes32,bytes)',
    [`0x77${'00'.repeat(31)}`, '0x'],
    ACCOUNT,
    0n,
    'account.execute',
    `Asks the unknown contract ${ACCOUNT} to “execute”`,
    ['BLIND_SIGNING', 'UNKNOWN_CONTRACT'],
  ],

  [
    '1fad948c',
    `handleOps(${operation6}[],address)`,
    [[old(execute)], SIGNER],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `From the account ${ACCOUNT}: send 5.00 USDC to ${OTHER}`,
    [],
  ],
  [
    '1fad948c',
    `handleOps(${operation6}[],address)`,
    [[old('0x'), old(two, `${STRANGE}ff`, factory)], OTHER],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `Hand in 2 operations of smart accounts to ${ENTRY_POINT}, in favor of ${OTHER} (5.00 USDC and 0.000000000000000007 ETH)`,
    ['FEES_TO_OTHER'],
  ],
  [
    '765e827f',
    `handleOps(${packed}[],address)`,
    [[recent(execute, `${STRANGE}${'01'.repeat(32)}`)], SIGNER],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `From the account ${ACCOUNT}: send 5.00 USDC to ${OTHER}`,
    [],
  ],
  [
    '765e827f',
    `handleOps(${packed}[],address)`,
    [[recent('0xdeadbeef', '0x12', '0x7702')], SIGNER],
    STRANGE,
    0n,
    'erc4337.handleOps',
    `Asks the unknown contract ${STRANGE} to “handleOps”`,
    ['UNKNOWN_CONTRACT_PROMISE', 'BLIND_SIGNING', 'UNKNOWN_ENTRY_POINT'],
  ],
  [
    '765e827f',
    `handleOps(${packed}[],address)`,
    [[recent('0x')], SIGNER],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `Validate an operation of ${ACCOUNT} that calls nothing`,
    [],
  ],
  [
    '4b1d7cf5',
    `handleAggregatedOps((${operation6}[],address,bytes)[],address)`,
    [
      [
        [[old(execute)], OTHER, '0x11'],
        [[old(two)], STRANGE, '0x'],
      ],
      SIGNER,
    ],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `Hand in 2 operations of smart accounts to ${ENTRY_POINT}, in favor of ${OTHER} (10.00 USDC and 0.000000000000000007 ETH)`,
    [],
  ],
  [
    'dbed18e0',
    `handleAggregatedOps((${packed}[],address,bytes)[],address)`,
    [[[[recent(execute)], OTHER, '0x11']], SIGNER],
    ENTRY_POINT,
    0n,
    'erc4337.handleOps',
    `From the account ${ACCOUNT}: send 5.00 USDC to ${OTHER}`,
    [],
  ],
];

function encodedCalls(calls: readonly unknown[]): string {
  return AbiCoder.defaultAbiCoder().encode(['(address,uint256,bytes)[]'], [calls]);
}
