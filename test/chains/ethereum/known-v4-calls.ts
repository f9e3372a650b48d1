import { AbiCoder } from 'ethers';
import { SOON, ZERO, type KnownCall } from './known-call.ts';
import { OTHER, ROUTER_12, SIGNER, STRANGE, USDC, WETH, encode } from './unsigned.ts';

/** Uniswap's contracts on the main network: its routers of version 2.0 and 2.1.1, and its position managers. */
export const ROUTER_20 = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af';
export const ROUTER_211 = '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA';
export const POSITIONS_V3 = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88';
export const POSITIONS_V4 = '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e';
export const CALLER = `0x${'0'.repeat(39)}1`;
const ITSELF = `0x${'0'.repeat(39)}2`;
const MOST = 2n ** 128n - 1n;

/** Values encoded one behind the other, as ethers does it. */
export const input = (types: readonly string[], ...values: readonly unknown[]): string =>
  AbiCoder.defaultAbiCoder().encode(types, values);
/** Actions with their inputs, as both contracts take them. */
export const actions = (codes: string, inputs: readonly string[]): string =>
  input(['bytes', 'bytes[]'], `0x${codes}`, inputs);

const POOL = '(address,address,uint24,int24,address)';
const HOP = '(address,uint24,int24,address,bytes)[]';
const pool = [USDC, WETH, 500, 10, ZERO];
const etherPool = [ZERO, USDC, 3000, 60, ZERO];
const hooked = [USDC, WETH, 0x800000, 10, STRANGE];

/** A swap in one pool: from the first of its tokens to the second, or back. */
export const single = (key: readonly unknown[], forwards: boolean, exact: bigint, bound: bigint) =>
  input([`(${POOL},bool,uint128,uint128,bytes)`], [key, forwards, exact, bound, '0x']);
const singleWithPrice = (price: bigint) =>
  input([`(${POOL},bool,uint128,uint128,uint256,bytes)`], [pool, true, 5_000_000n, 10n ** 18n, price, '0x']);
const hop = (token: string) => [token, 500, 10, ZERO, '0x'];
/** A swap along a path as routers of version 2.0 take it. */
export const along = (token: string, path: readonly string[], exact: bigint, bound: bigint) =>
  input([`(address,${HOP},uint128,uint128)`], [token, path.map(hop), exact, bound]);
const alongWithPrices = (token: string, path: readonly string[], exact: bigint, bound: bigint) =>
  input(
    [`(address,${HOP},uint256[],uint128,uint128)`],
    [token, path.map(hop), path.map(() => 0n), exact, bound],
  );

const pay = (types: readonly string[], ...values: readonly unknown[]) =>
  input(['address', ...types], ...values);

const swaps = (
  codes: string,
  inputs: readonly string[],
  sentence: string,
  warnings: readonly string[] = [],
  to = ROUTER_20,
): KnownCall => [
  '3593564c',
  'execute(bytes,bytes[],uint256)',
  ['0x10', [actions(codes, inputs)], SOON],
  to,
  0n,
  'universalRouter.execute',
  `${sentence}, through the router ${to}`,
  warnings,
];
const blind = (to: string, codes: string, inputs: readonly string[], what: string): KnownCall => [
  '24856bc3',
  'execute(bytes,bytes[])',
  ['0x10', [actions(codes, inputs)]],
  to,
  0n,
  'universalRouter.execute',
  `Run 1 router command on ${to}: ${what}`,
  ['BLIND_SIGNING'],
];

/** Swaps by version 4, as commands of the universal routers. */
const KNOWN_V4_SWAPS: readonly KnownCall[] = [
  swaps(
    '060c0f',
    [
      single(pool, true, 5_000_000n, 10n ** 18n),
      pay(['uint256'], USDC, 5_000_000n),
      pay(['uint256'], WETH, 10n ** 18n),
    ],
    'Swap 5.00 USDC for at least 1.00 WETH, then pay what is owed, at most 5.00 USDC, from the caller, then pay out what came in, at least 1.00 WETH, to the caller',
  ),
  swaps('06', [single(etherPool, false, 5_000_000n, 10n ** 18n)], 'Swap 5.00 USDC for at least 1 ETH'),
  swaps(
    '06',
    [single(pool, true, 0n, 0n)],
    'Swap everything that earlier steps left (USDC) for at least 0.00 WETH',
    ['SWAP_WITHOUT_LIMIT'],
  ),
  swaps(
    '06',
    [single(hooked, true, 5_000_000n, 1n)],
    'Swap 5.00 USDC for at least 0.000000000000000001 WETH',
    ['POOL_HOOKS'],
  ),
  swaps('08', [single(pool, true, 10n ** 18n, 5_000_000n)], 'Swap at most 5.00 USDC for 1.00 WETH'),
  swaps('08', [single(pool, true, 10n ** 18n, MOST)], `Swap at most ${most()} USDC for 1.00 WETH`, [
    'SWAP_WITHOUT_LIMIT',
  ]),
  swaps(
    '07',
    [along(USDC, [STRANGE, WETH], 5_000_000n, 10n ** 18n)],
    'Swap 5.00 USDC for at least 1.00 WETH',
  ),
  swaps('09', [along(WETH, [USDC, STRANGE], 10n ** 18n, 5_000_000n)], 'Swap at most 5.00 USDC for 1.00 WETH'),
  swaps('06', [singleWithPrice(10n ** 35n)], 'Swap 5.00 USDC for at least 1.00 WETH', [], ROUTER_211),
  swaps(
    '07',
    [alongWithPrices(USDC, [WETH], 5n, 6n)],
    'Swap 0.000005 USDC for at least 0.000000000000000006 WETH',
    [],
    ROUTER_211,
  ),
  swaps(
    '09',
    [alongWithPrices(WETH, [USDC], 5n, 6n)],
    'Swap at most 0.000006 USDC for 0.000000000000000005 WETH',
    [],
    ROUTER_211,
  ),
  swaps(
    '0b0e10',
    [
      pay(['uint256', 'bool'], ZERO, 2n ** 255n, false),
      pay(['address', 'uint256'], USDC, ITSELF, 0n),
      pay(['address', 'uint256'], USDC, OTHER, 500n),
    ],
    `Pay everything that the contract holds (ETH) to the pools from the contract, then pay out what came in (USDC) to the router, then pay 5% of the token ${USDC} that came in to ${OTHER}`,
    ['SWAP_RECIPIENT', 'HIGH_PORTION'],
  ),
  // Each version takes the other's paths for something else, and no other contract is known to take them at all.
  blind(ROUTER_211, '07', [along(USDC, [WETH], 5n, 6n)], '1 action of uniswap v4'),
  blind(ROUTER_20, '07', [alongWithPrices(USDC, [WETH], 5n, 6n)], '1 action of uniswap v4'),
  blind(ROUTER_12, '07', [along(USDC, [WETH], 5n, 6n)], 'command that could not be read'),
  blind(ROUTER_20, '02', ['0x'], '1 action of uniswap v4'),
];

const route = (
  commands: string,
  inputs: readonly string[],
  sentence: string,
  warnings: readonly string[] = [],
) =>
  [
    '24856bc3',
    'execute(bytes,bytes[])',
    [`0x${commands}`, inputs],
    ROUTER_20,
    0n,
    'universalRouter.execute',
    sentence,
    warnings,
  ] as KnownCall;
const through = (command: string, data: string, sentence: string, warnings: readonly string[] = []) =>
  route(command, [data], `${sentence}, through the router ${ROUTER_20}`, warnings);

const decreased = encode('decreaseLiquidity((uint256 a, uint128 b, uint256 c, uint256 d, uint256 e))', [
  7n,
  1_000n,
  5n,
  6n,
  SOON,
]);
const minted = (owner: string) =>
  input(
    [POOL, 'int24', 'int24', 'uint256', 'uint128', 'uint128', 'address', 'bytes'],
    ...[pool, -887_270, 887_270, 1_000n, 5_000_000n, 10n ** 18n, owner, '0x'],
  );
const modify = (codes: string, inputs: readonly string[]) =>
  encode('modifyLiquidities(bytes,uint256)', actions(codes, inputs), SOON);

/** Commands of the universal routers that call the position managers. */
const KNOWN_ROUTER_POSITIONS: readonly KnownCall[] = [
  through(
    '12',
    decreased,
    'Take liquidity out of position 7 for at least 5 atomic units of its first and 6 atomic units of its second token, to be collected',
  ),
  through(
    '11',
    encode(
      'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
      ROUTER_20,
      7n,
      SOON,
      27,
      `0x${'11'.repeat(32)}`,
      `0x${'22'.repeat(32)}`,
    ),
    `Hand in a permit of the owner that lets ${ROUTER_20} take position 7`,
    ['POSITION_APPROVAL'],
  ),
  through(
    '13',
    input([POOL, 'uint160'], pool, 2n ** 96n),
    'Make a pool of USDC and WETH, unless it is there',
  ),
  through(
    '14',
    modify('02', [minted(SIGNER)]),
    `Open a position of at most 5.00 USDC and 1.00 WETH for ${SIGNER}`,
  ),
  // The position manager takes the router for its caller: such a position is nobody's.
  through(
    '14',
    modify('02', [minted(CALLER)]),
    'Open a position of at most 5.00 USDC and 1.00 WETH for the router',
  ),
  through(
    '07',
    input(['address', 'address', 'uint256'], USDC, OTHER, 10n ** 15n),
    `Pay 0.1% of the token ${USDC} that the router holds to ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  through('0f', input(['address', 'uint256'], CALLER, 10n ** 18n), 'Unwrap 1 ETH for the caller'),
  through(
    '00',
    input(
      ['address', 'uint256', 'uint256', 'bytes', 'bool', 'uint256[]'],
      CALLER,
      5_000_000n,
      10n ** 18n,
      `${USDC}0001f4${WETH.slice(2)}`,
      true,
      [10n ** 36n],
    ),
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
  through(
    '08',
    input(
      ['address', 'uint256', 'uint256', 'address[]', 'bool', 'uint256[]'],
      CALLER,
      5_000_000n,
      10n ** 18n,
      [USDC, WETH],
      true,
      [],
    ),
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
];

const managed = (
  codes: string,
  inputs: readonly string[],
  sentence: string,
  warnings: readonly string[] = [],
) =>
  [
    'dd46508f',
    'modifyLiquidities(bytes,uint256)',
    [actions(codes, inputs), SOON],
    POSITIONS_V4,
    0n,
    'uniswapV4.modifyLiquidities',
    sentence,
    warnings,
  ] as KnownCall;
const amounts = ['uint128', 'uint128', 'bytes'];

/** Calls of the position manager of version 4: each of its actions, and its own calls. */
const KNOWN_V4_POSITIONS: readonly KnownCall[] = [
  managed(
    '020d',
    [minted(CALLER), pay(['address'], USDC, WETH)],
    'Open a position of at most 5.00 USDC and 1.00 WETH for the caller, then pay what is owed (USDC) and what is owed (WETH) from the caller',
  ),
  managed('02', [minted(OTHER)], `Open a position of at most 5.00 USDC and 1.00 WETH for ${OTHER}`, [
    'SWAP_RECIPIENT',
  ]),
  managed(
    '05',
    [
      input(
        [POOL, 'int24', 'int24', 'uint128', 'uint128', 'address', 'bytes'],
        hooked,
        -10,
        10,
        MOST,
        MOST,
        CALLER,
        '0x',
      ),
    ],
    'Open a position of at most any amount (USDC) and any amount (WETH) for the caller',
    ['POSITION_WITHOUT_LIMIT', 'POSITION_WITHOUT_LIMIT', 'POOL_HOOKS'],
  ),
  managed(
    '00',
    [input(['uint256', 'uint256', ...amounts], 7n, 1n, 5n, MOST, '0x')],
    'Pay into position 7 at most 5 atomic units of its first and any amount of its second token',
    ['POSITION_WITHOUT_LIMIT'],
  ),
  managed(
    '04',
    [input(['uint256', ...amounts], 7n, 5n, 6n, '0x12')],
    'Pay what came in into position 7, at most 5 atomic units of its first and 6 atomic units of its second token',
    ['POSITION_WITHOUT_LIMIT'],
  ),
  managed(
    '0111',
    [
      input(['uint256', 'uint256', ...amounts], 7n, 9n, 5n, 0n, '0x'),
      pay(['address', 'address'], ZERO, USDC, SIGNER),
    ],
    `Take liquidity out of position 7 for at least 5 atomic units of its first and 0 atomic units of its second token, then pay out what came in (ETH) and what came in (USDC) to ${SIGNER}`,
  ),
  managed(
    '01',
    [input(['uint256', 'uint256', ...amounts], 7n, 9n, 0n, 0n, '0x')],
    'Take liquidity out of position 7 for at least 0 atomic units of its first and 0 atomic units of its second token',
    ['POSITION_WITHOUT_LIMIT'],
  ),
  managed(
    '01',
    [input(['uint256', 'uint256', ...amounts], 7n, 0n, 0n, 0n, '0x')],
    'Take the fees out of position 7 for at least 0 atomic units of its first and 0 atomic units of its second token',
  ),
  managed(
    '03',
    [input(['uint256', ...amounts], 7n, 5n, 6n, '0x')],
    'Close position 7 for at least 5 atomic units of its first and 6 atomic units of its second token',
  ),
  managed(
    '1213',
    [pay([], USDC), pay(['uint256'], WETH, 5n)],
    'Even out what is owed or left (USDC) with the caller, then give up what came in where it is no more than 0.000000000000000005 WETH, else pay it out to the caller',
  ),
  managed(
    '141516',
    [pay(['address'], ZERO, OTHER), input(['uint256'], 10n ** 18n), input(['uint256'], 0n)],
    `Pay out everything that the contract holds (ETH) to ${OTHER}, then wrap 1 ETH that the contract holds, then unwrap what is owed (ETH) that the contract holds`,
    ['SWAP_RECIPIENT'],
  ),
  managed(
    '02',
    [`${minted(CALLER)}00`],
    `Run 1 action of Uniswap V4 on ${POSITIONS_V4}: action that could not be read`,
    ['BLIND_SIGNING'],
  ),
  managed('0202', [minted(CALLER)], 'Open a position of at most 5.00 USDC and 1.00 WETH for the caller', [
    'BLIND_SIGNING',
  ]),
  [
    'dd46508f',
    'modifyLiquidities(bytes,uint256)',
    ['0x1234', SOON],
    POSITIONS_V4,
    0n,
    'uniswapV4.modifyLiquidities',
    `Run actions that could not be read on ${POSITIONS_V4}`,
    ['BLIND_SIGNING'],
  ],
  [
    '4afe393c',
    'modifyLiquiditiesWithoutUnlock(bytes,bytes[])',
    ['0x14', [pay(['address'], USDC, SIGNER)]],
    POSITIONS_V4,
    0n,
    'uniswapV4.modifyLiquidities',
    `Pay out everything that the contract holds (USDC) to ${SIGNER}`,
    [],
  ],
  [
    'f7020405',
    'initializePool((address a, address b, uint24 c, int24 d, address e) key, uint160 price)',
    [etherPool, 2n ** 96n],
    POSITIONS_V4,
    0n,
    'uniswapV4.initializePool',
    'Make a pool of ETH and USDC, unless it is there',
    [],
  ],
  [
    '002a3e3a',
    'permitBatch(address,((address a, uint160 b, uint48 c, uint48 d)[] e, address f, uint256 g),bytes)',
    [SIGNER, [[[USDC, 5n, SOON, 0n]], POSITIONS_V4, SOON], '0x'],
    POSITIONS_V4,
    0n,
    'permit2.permit',
    `Hand in a permit of ${SIGNER} that lets ${POSITIONS_V4} spend 0.000005 USDC`,
    [],
  ],
  [
    '0f5730f1',
    'permit(address,uint256,uint256,uint256,bytes)',
    [OTHER, 7n, SOON, 1n, '0x'],
    POSITIONS_V4,
    0n,
    'uniswap.positionPermit',
    `Hand in a permit of the owner that lets ${OTHER} take position 7`,
    ['POSITION_APPROVAL'],
  ],
];

/** What is read of Uniswap's version 4. */
export const KNOWN_V4_CALLS: readonly KnownCall[] = [
  ...KNOWN_V4_SWAPS,
  ...KNOWN_ROUTER_POSITIONS,
  ...KNOWN_V4_POSITIONS,
];

function most(): string {
  const digits = MOST.toString();
  return `${digits.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-6)}`;
}
