import { SOON, ZERO, type KnownCall } from './known-call.ts';
import {
  DISPERSE,
  MESSENGER,
  MULTICALL3,
  OTHER,
  SIGNER,
  STRANGE,
  USDC,
  VAULT,
  WETH,
  encode,
} from './unsigned.ts';

const NUMBER = `0x${'5a'.repeat(32)}`;
const SIGNATURE = [27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`];
const ARGUMENTS = 'address,address,uint256,uint256,uint256,bytes32';
const signed = [SIGNER, OTHER, 1_500_000n, 0n, SOON, NUMBER];
const handedIn = `Hand in a signed transfer of 1.50 USDC from ${SIGNER} to ${OTHER}`;

/** Transfers by signature (EIP-3009), in both forms of a signature. */
const KNOWN_AUTHORIZED: readonly KnownCall[] = [
  [
    'e3ee160e',
    `transferWithAuthorization(${ARGUMENTS},uint8,bytes32,bytes32)`,
    [...signed, ...SIGNATURE],
    USDC,
    0n,
    'eip3009.transferWithAuthorization',
    handedIn,
    [],
  ],
  [
    'cf092995',
    `transferWithAuthorization(${ARGUMENTS},bytes)`,
    [...signed, '0x1234'],
    USDC,
    0n,
    'eip3009.transferWithAuthorization',
    handedIn,
    [],
  ],
  [
    'ef55bec6',
    `receiveWithAuthorization(${ARGUMENTS},uint8,bytes32,bytes32)`,
    [SIGNER, ZERO, 5n, SOON, SOON, NUMBER, ...SIGNATURE],
    STRANGE,
    0n,
    'eip3009.receiveWithAuthorization',
    `Hand in a signed transfer of 5 atomic units of an unknown token from ${SIGNER} to ${ZERO}`,
    ['ZERO_ADDRESS', 'UNKNOWN_TOKEN'],
  ],
  [
    '88b7ab63',
    `receiveWithAuthorization(${ARGUMENTS},bytes)`,
    [...signed, '0x'],
    USDC,
    0n,
    'eip3009.receiveWithAuthorization',
    handedIn,
    [],
  ],
  [
    '5a049a70',
    'cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
    [SIGNER, NUMBER, ...SIGNATURE],
    USDC,
    0n,
    'eip3009.cancelAuthorization',
    `Call off a transfer that ${SIGNER} signed`,
    [],
  ],
  [
    'b7b72899',
    'cancelAuthorization(address,bytes32,bytes)',
    [OTHER, NUMBER, '0x'],
    USDC,
    0n,
    'eip3009.cancelAuthorization',
    `Call off a transfer that ${OTHER} signed`,
    [],
  ],
];

/** Vaults (ERC-4626). */
const KNOWN_VAULTS: readonly KnownCall[] = [
  [
    '6e553f65',
    'deposit(uint256,address)',
    [5_000n, SIGNER],
    VAULT,
    0n,
    'erc4626.deposit',
    `Pay 5,000 atomic units into the vault ${VAULT} for ${SIGNER}`,
    [],
  ],
  [
    '94bf804d',
    'mint(uint256,address)',
    [5n, OTHER],
    VAULT,
    0n,
    'erc4626.mint',
    `Buy 5 atomic units of shares of the vault ${VAULT} for ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ],
  [
    'b460af94',
    'withdraw(uint256,address,address)',
    [5n, SIGNER, OTHER],
    VAULT,
    0n,
    'erc4626.withdraw',
    `Take 5 atomic units out of the vault ${VAULT} for ${SIGNER}`,
    [],
  ],
  [
    'ba087652',
    'redeem(uint256,address,address)',
    [5n, ZERO, SIGNER],
    VAULT,
    0n,
    'erc4626.redeem',
    `Redeem 5 atomic units of shares at the vault ${VAULT} for ${ZERO}`,
    ['ZERO_ADDRESS'],
  ],
  // Collectibles that are paid for are minted by the same call: no vault takes coins.
  [
    '94bf804d',
    'mint(uint256,address)',
    [1n, SIGNER],
    VAULT,
    5n,
    'erc4626.mint',
    `Make a call in the form of a vault’s on ${VAULT}, and send 0.000000000000000005 ETH`,
    ['BLIND_SIGNING', 'VALUE_TO_TOKEN', 'VALUE_WITH_UNKNOWN_CALL'],
  ],
];

const transfer = encode('transfer(address,uint256)', OTHER, 5_000_000n);
/** Batches of Multicall3, and payouts to many. */
const KNOWN_BATCHES: readonly KnownCall[] = [
  [
    '82ad56cb',
    'aggregate3((address a, bool b, bytes c)[])',
    [
      [
        [USDC, false, transfer],
        [WETH, true, transfer],
      ],
    ],
    MULTICALL3,
    0n,
    'multicall3.aggregate',
    `Make 2 calls in one through ${MULTICALL3}, in favor of ${OTHER} (5.00 USDC and 0.000000000005 WETH)`,
    [],
  ],
  [
    '82ad56cb',
    'aggregate3((address a, bool b, bytes c)[])',
    [[[USDC, false, '0xdeadbeef']]],
    MULTICALL3,
    0n,
    'multicall3.aggregate',
    `Make 1 call in one through ${MULTICALL3}`,
    ['BLIND_SIGNING'],
  ],
  [
    '174dea71',
    'aggregate3Value((address a, bool b, uint256 c, bytes d)[])',
    [
      [
        [OTHER, false, 5n, '0x'],
        [USDC, true, 0n, transfer],
      ],
    ],
    MULTICALL3,
    5n,
    'multicall3.aggregate',
    `Make 2 calls in one through ${MULTICALL3}, in favor of ${OTHER} (0.000000000000000005 ETH and 5.00 USDC), and send 0.000000000000000005 ETH`,
    [],
  ],
  [
    'e63d38ed',
    'disperseEther(address[],uint256[])',
    [
      [OTHER, SIGNER],
      [10n ** 18n, 5n],
    ],
    DISPERSE,
    10n ** 18n + 5n,
    'disperse.ether',
    `Send 1.000000000000000005 ETH in all to 2 recipients through ${DISPERSE}, in favor of ${OTHER}`,
    [],
  ],
  [
    'e63d38ed',
    'disperseEther(address[],uint256[])',
    [[ZERO], [5n]],
    DISPERSE,
    0n,
    'disperse.ether',
    `Send 0.000000000000000005 ETH in all to 1 recipient through ${DISPERSE}, in favor of ${ZERO}`,
    ['ZERO_ADDRESS', 'PAYOUT_UNEVEN'],
  ],
  [
    'c73a2d60',
    'disperseToken(address,address[],uint256[])',
    [USDC, [OTHER, SIGNER], [1_500_000n, 500_000n]],
    DISPERSE,
    0n,
    'disperse.token',
    `Send 2.00 USDC in all to 2 recipients through ${DISPERSE}, in favor of ${OTHER}`,
    [],
  ],
  [
    '51ba162c',
    'disperseTokenSimple(address,address[],uint256[])',
    [USDC, [OTHER], []],
    DISPERSE,
    0n,
    'disperse.token',
    `Send 0.00 USDC in all to 1 recipient through ${DISPERSE}, in favor of ${OTHER}`,
    ['BLIND_SIGNING'],
  ],
];

const padded = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`;
const NOBODY = `0x${'0'.repeat(64)}`;
const bridging = (
  selector: string,
  signature: string,
  args: readonly unknown[],
  sentence: string,
  warnings: readonly string[] = [],
): KnownCall => [
  selector,
  signature,
  args,
  MESSENGER,
  0n,
  'cctp.depositForBurn',
  `${sentence}, through ${MESSENGER}`,
  warnings,
];
const burn = 'depositForBurn(uint256,uint32,bytes32,address)';
const later = 'uint256,uint32,bytes32,address,bytes32,uint256,uint32';

/** Transfers between networks, by both versions of Circle's protocol. */
const KNOWN_BRIDGING: readonly KnownCall[] = [
  bridging('6fd3504e', burn, [5_000_000n, 6, padded(OTHER), USDC], `Send 5.00 USDC to ${OTHER} on Base`),
  // The recipient on Solana is the token account whose 32 bytes are 1.
  bridging(
    '6fd3504e',
    burn,
    [5_000_000n, 5, `0x${'01'.repeat(32)}`, USDC],
    'Send 5.00 USDC to 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi on Solana',
  ),
  bridging('6fd3504e', burn, [5_000_000n, 3, NUMBER, USDC], `Send 5.00 USDC to ${NUMBER} on Arbitrum`, [
    'RECIPIENT_MALFORMED',
  ]),
  bridging(
    '6fd3504e',
    burn,
    [5_000_000n, 99, padded(OTHER), STRANGE],
    `Send 5,000,000 atomic units of an unknown token to ${padded(OTHER).toLowerCase()} on the network of domain 99`,
    ['UNKNOWN_DOMAIN', 'UNKNOWN_TOKEN'],
  ),
  bridging(
    'f856ddb6',
    'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
    [5_000_000n, 0, NOBODY, USDC, padded(SIGNER)],
    `Send 5.00 USDC to ${ZERO} on Ethereum`,
    ['ZERO_ADDRESS'],
  ),
  bridging(
    '8e0250ee',
    `depositForBurn(${later})`,
    [5_000_000n, 2, padded(SIGNER), USDC, NOBODY, 50_000n, 1000],
    `Send 5.00 USDC to ${SIGNER} on OP Mainnet`,
  ),
  bridging(
    '779b432d',
    `depositForBurnWithHook(${later},bytes)`,
    [5_000_000n, 2, padded(SIGNER), USDC, NOBODY, 50_001n, 2000, '0xc0ffee'],
    `Send 5.00 USDC to ${SIGNER} on OP Mainnet`,
    ['HIGH_FEE'],
  ),
];

/** Token services: signed transfers, vaults, batches, payouts and bridges. */
export const KNOWN_SERVICES: readonly KnownCall[] = [
  ...KNOWN_AUTHORIZED,
  ...KNOWN_VAULTS,
  ...KNOWN_BATCHES,
  ...KNOWN_BRIDGING,
];
