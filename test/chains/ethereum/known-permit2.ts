import { MAX, SOON, type KnownCall } from './known-call.ts';
import { OTHER, SIGNER, STRANGE, USDC, WETH } from './unsigned.ts';

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const MAX160 = 2n ** 160n - 1n;
const SIGNATURE = `0x${'ab'.repeat(65)}`;

const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
const single = `permit(address,(${details} details, address spender, uint256 sigDeadline),bytes)`;
const batch = `permit(address,(${details}[] details, address spender, uint256 sigDeadline),bytes)`;
const one = '((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline)';
const many = '((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline)';
const wanted = '(address to, uint256 requestedAmount)';

/** Calls of Permit2, at the address that it has on every chain. */
export const KNOWN_PERMIT2: readonly KnownCall[] = [
  [
    '2b67b570',
    single,
    [SIGNER, [[USDC, 5_000_000n, SOON, 0n], OTHER, SOON], SIGNATURE],
    PERMIT2,
    0n,
    'permit2.permit',
    `Hand in a permit of ${SIGNER} that lets ${OTHER} spend 5.00 USDC`,
    ['APPROVAL_TO_STRANGER'],
  ],
  [
    '2b67b570',
    single,
    [SIGNER, [[USDC, MAX160, SOON, 3n], STRANGE, SOON], '0x'],
    PERMIT2,
    0n,
    'permit2.permit',
    `Hand in a permit of ${SIGNER} that lets ${STRANGE} spend unlimited USDC`,
    ['UNLIMITED_APPROVAL'],
  ],
  [
    '2a2d80d1',
    batch,
    [
      SIGNER,
      [
        [
          [USDC, 5n, SOON, 0n],
          [STRANGE, MAX160, 0n, 1n],
        ],
        OTHER,
        SOON,
      ],
      SIGNATURE,
    ],
    PERMIT2,
    0n,
    'permit2.permit',
    `Hand in a permit of ${SIGNER} that lets ${OTHER} spend 2 tokens`,
    ['APPROVAL_TO_STRANGER', 'UNLIMITED_APPROVAL', 'UNKNOWN_TOKEN'],
  ],
  [
    '0d58b1db',
    'transferFrom((address,address,uint160,address)[])',
    [
      [
        [SIGNER, OTHER, 5n, USDC],
        [SIGNER, USDC, 7n, USDC],
      ],
    ],
    PERMIT2,
    0n,
    'permit2.transferFrom',
    `Move tokens 2 times through Permit2, in favor of ${OTHER} and ${USDC}`,
    ['TOKEN_TO_ITS_CONTRACT'],
  ],
  [
    '30f28b7a',
    `permitTransferFrom(${one},${wanted},address,bytes)`,
    [[[USDC, MAX], 9n, SOON], [OTHER, 2_500_000n], SIGNER, SIGNATURE],
    PERMIT2,
    0n,
    'permit2.permitTransferFrom',
    `Move 2.50 USDC from ${SIGNER} to ${OTHER}`,
    [],
  ],
  [
    'edd9444b',
    `permitTransferFrom(${many},${wanted}[],address,bytes)`,
    [
      [
        [
          [USDC, 5n],
          [WETH, 6n],
        ],
        1n,
        SOON,
      ],
      [
        [OTHER, 5n],
        [OTHER, 6n],
      ],
      SIGNER,
      SIGNATURE,
    ],
    PERMIT2,
    0n,
    'permit2.permitTransferFrom',
    `Move tokens 2 times through Permit2, in favor of ${OTHER}`,
    [],
  ],
  [
    '137c29fe',
    `permitWitnessTransferFrom(${one},${wanted},address,bytes32,string,bytes)`,
    [
      [[STRANGE, 5n], 9n, SOON],
      [OTHER, 5n],
      SIGNER,
      `0x${'11'.repeat(32)}`,
      'Order order)Order(uint256 a)',
      SIGNATURE,
    ],
    PERMIT2,
    0n,
    'permit2.permitTransferFrom',
    `Move 5 atomic units of an unknown token from ${SIGNER} to ${OTHER}`,
    ['UNKNOWN_TOKEN'],
  ],
  [
    'fe8ec1a7',
    `permitWitnessTransferFrom(${many},${wanted}[],address,bytes32,string,bytes)`,
    [[[[USDC, 5n]], 1n, SOON], [[OTHER, 5n]], SIGNER, `0x${'11'.repeat(32)}`, 'Order order)', SIGNATURE],
    PERMIT2,
    0n,
    'permit2.permitTransferFrom',
    `Move 0.000005 USDC from ${SIGNER} to ${OTHER}`,
    [],
  ],
  [
    'cc53287f',
    'lockdown((address,address)[])',
    [[[USDC, STRANGE]]],
    PERMIT2,
    0n,
    'permit2.lockdown',
    'Take back 1 approval in Permit2',
    [],
  ],
  [
    '65d9723c',
    'invalidateNonces(address,address,uint48)',
    [USDC, OTHER, 4n],
    PERMIT2,
    0n,
    'permit2.invalidateNonces',
    `Void the permits signed for ${OTHER} before number 4`,
    [],
  ],
  [
    '3ff9dcb1',
    'invalidateUnorderedNonces(uint256,uint256)',
    [0n, MAX],
    PERMIT2,
    0n,
    'permit2.invalidateUnorderedNonces',
    'Void signed transfers of Permit2 that were not handed in yet',
    [],
  ],
];
