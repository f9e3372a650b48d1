import { AbiCoder, formatUnits } from 'ethers';
import { MAX, SOON, ZERO, type KnownCall } from './known-call.ts';
import { OTHER, ROUTER_12, SIGNER, SWAP_ROUTER_02, USDC, WETH } from './unsigned.ts';

const CALLER = `0x${'0'.repeat(39)}1`;
const ROUTER = `0x${'0'.repeat(39)}2`;
const WHOLE = 2n ** 255n;
const path = `${USDC}0001f4${WETH.slice(2)}`;

const input = (types: readonly string[], ...values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values);
const swap = ['address', 'uint256', 'uint256', 'bytes', 'bool'];
const pairs = ['address', 'uint256', 'uint256', 'address[]', 'bool'];
const payment = ['address', 'address', 'uint256'];
const grant = '(address,uint160,uint48,uint48)';

const v3In = (to: string, paid: bigint, least: bigint, byUser = true) =>
  input(swap, to, paid, least, path, byUser);
const permit = input(
  [`(${grant},address,uint256)`, 'bytes'],
  [[USDC, 5_000_000n, SOON, 0n], ROUTER_12, SOON],
  `0x${'ab'.repeat(65)}`,
);
const permits = input(
  [`(${grant}[],address,uint256)`, 'bytes'],
  [[[USDC, 5n, SOON, 0n]], ROUTER_12, SOON],
  '0x',
);

const run = (
  commands: string,
  inputs: readonly string[],
  sentence: string,
  warnings: readonly string[] = [],
): KnownCall => [
  '3593564c',
  'execute(bytes,bytes[],uint256)',
  [commands, inputs, SOON],
  ROUTER_12,
  0n,
  'universalRouter.execute',
  sentence,
  warnings,
];
const one = (command: string, data: string, sentence: string, warnings: readonly string[] = []) =>
  run(`0x${command}`, [data], `${sentence}, through the router ${ROUTER_12}`, warnings);

/** Calls of Uniswap's universal routers: each of their commands, plans inside plans, and what cannot be read. */
export const KNOWN_ROUTER_CALLS: readonly KnownCall[] = [
  one(
    '00',
    v3In(CALLER, 5_000_000n, 10n ** 18n),
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
  one(
    '80',
    v3In(SIGNER, 5_000_000n, 1n),
    `Swap 5.00 USDC for at least 0.000000000000000001 WETH, paid out to ${SIGNER}`,
  ),
  one(
    '00',
    v3In(ROUTER, WHOLE, 0n, false),
    'Swap everything that the router holds (USDC) for at least 0.00 WETH, paid out to the router',
    ['SWAP_WITHOUT_LIMIT'],
  ),
  one('00', v3In(OTHER, 5_000_000n, 0n), `Swap 5.00 USDC for at least 0.00 WETH, paid out to ${OTHER}`, [
    'SWAP_WITHOUT_LIMIT',
    'SWAP_RECIPIENT',
  ]),
  one(
    '01',
    input(swap, CALLER, 10n ** 18n, 5_000_000n, `${WETH}0001f4${USDC.slice(2)}`, true),
    'Swap at most 5.00 USDC for 1.00 WETH, paid out to the caller',
  ),
  one(
    '01',
    input(swap, ZERO, 10n ** 18n, MAX, `${WETH}0001f4${USDC.slice(2)}`, true),
    `Swap at most ${limitless()} USDC for 1.00 WETH, paid out to ${ZERO}`,
    ['SWAP_WITHOUT_LIMIT', 'ZERO_ADDRESS'],
  ),
  one(
    '08',
    input(pairs, CALLER, 5_000_000n, 10n ** 18n, [USDC, ROUTER_12, WETH], true),
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
  one(
    '08',
    input(pairs, CALLER, 0n, 10n ** 18n, [USDC, WETH], false),
    'Swap what was paid to the pair before (USDC) for at least 1.00 WETH, paid out to the caller',
  ),
  one(
    '09',
    input(pairs, CALLER, 10n ** 18n, 5_000_000n, [USDC, WETH], true),
    'Swap at most 5.00 USDC for 1.00 WETH, paid out to the caller',
  ),
  one(
    '02',
    input(['address', 'address', 'uint160'], USDC, ROUTER, 5_000_000n),
    'Take 5.00 USDC from the caller for the router',
  ),
  one('03', permits, `Hand in a permit of the caller that lets ${ROUTER_12} spend 0.000005 USDC`),
  one(
    '04',
    input(payment, USDC, CALLER, 5_000_000n),
    'Pay all that the router holds, at least 5.00 USDC, to the caller',
  ),
  one(
    '04',
    input(payment, ZERO, OTHER, 10n ** 18n),
    `Pay all that the router holds, at least 1 ETH, to ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  one(
    '05',
    input(payment, WETH, CALLER, WHOLE),
    'Pay everything that the router holds (WETH) out of the router to the caller',
  ),
  one(
    '06',
    input(payment, USDC, OTHER, 25n),
    `Pay 0.25% of the token ${USDC} that the router holds to ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  one('06', input(payment, ZERO, CALLER, 5_000n), 'Pay 50% of the ETH that the router holds to the caller', [
    'HIGH_PORTION',
  ]),
  one('0a', permit, `Hand in a permit of the caller that lets ${ROUTER_12} spend 5.00 USDC`),
  one(
    '0b',
    input(['address', 'uint256'], ROUTER, WHOLE),
    'Wrap everything that the router holds (ETH) for the router',
  ),
  one(
    '0c',
    input(['address', 'uint256'], CALLER, 10n ** 18n),
    'Unwrap all that the router holds, at least 1 ETH, for the caller',
  ),
  one(
    '0d',
    input(['(address,address,uint160,address)[]'], [[SIGNER, OTHER, 5n, USDC]]),
    `Move 0.000005 USDC from ${SIGNER} to ${OTHER}`,
  ),
  one('0e', input(payment, SIGNER, USDC, 5_000_000n), `Go on only if ${SIGNER} holds at least 5.00 USDC`),
  run(
    '0x0a000c',
    [permit, v3In(ROUTER, 5_000_000n, 10n ** 18n), input(['address', 'uint256'], CALLER, 10n ** 18n)],
    `Run 3 router commands on ${ROUTER_12}: token approval by signature, through permit2, swap, unwrap`,
  ),
  one(
    '21',
    input(['bytes', 'bytes[]'], '0x00', [v3In(CALLER, 5_000_000n, 1n)]),
    `Swap 5.00 USDC for at least 0.000000000000000001 WETH, paid out to the caller, through the router ${ROUTER_12}`,
  ),
  run('0x10', ['0x1234'], `Run 1 router command on ${ROUTER_12}: command that could not be read`, [
    'BLIND_SIGNING',
  ]),
  run(
    '0x40',
    [v3In(CALLER, 1n, 1n)],
    `Run 1 router command on ${ROUTER_12}: command that could not be read`,
    ['BLIND_SIGNING'],
  ),
  run(
    '0x0000',
    [v3In(CALLER, 5_000_000n, 10n ** 18n)],
    `Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller, through the router ${ROUTER_12}`,
    ['BLIND_SIGNING'],
  ),
];

const to2 = 'address[] path, address to)';
const second = (
  selector: string,
  signature: string,
  args: readonly unknown[],
  id: string,
  sentence: string,
  warnings: readonly string[] = [],
): KnownCall => [selector, signature, args, SWAP_ROUTER_02, 0n, id, sentence, warnings];
const params = [path, CALLER, 5_000_000n, 10n ** 18n];
const back = `${WETH}0001f4${USDC.slice(2)}`;

/** Calls of Uniswap's second router, and of its first along a path for an exact output. */
export const KNOWN_SECOND_ROUTER_CALLS: readonly KnownCall[] = [
  second(
    '472b43f3',
    `swapExactTokensForTokens(uint256 a, uint256 b, ${to2}`,
    [5_000_000n, 10n ** 18n, [USDC, WETH], CALLER],
    'uniswapV2.swapExactTokensForTokens',
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
  second(
    '472b43f3',
    `swapExactTokensForTokens(uint256 a, uint256 b, ${to2}`,
    [0n, 0n, [USDC, WETH], ROUTER],
    'uniswapV2.swapExactTokensForTokens',
    'Swap everything that the router holds (USDC) for at least 0.00 WETH, paid out to the router',
    ['SWAP_WITHOUT_LIMIT'],
  ),
  second(
    '42712a67',
    `swapTokensForExactTokens(uint256 a, uint256 b, ${to2}`,
    [10n ** 18n, 5_000_000n, [USDC, WETH], SIGNER],
    'uniswapV2.swapTokensForExactTokens',
    `Swap at most 5.00 USDC for 1.00 WETH, paid out to ${SIGNER}`,
  ),
  second(
    'b858183f',
    'exactInput((bytes path, address to, uint256 a, uint256 b))',
    [params],
    'uniswapV3.exactInput',
    'Swap 5.00 USDC for at least 1.00 WETH, paid out to the caller',
  ),
  second(
    '09b81346',
    'exactOutput((bytes path, address to, uint256 a, uint256 b))',
    [[back, SIGNER, 10n ** 18n, 5_000_000n]],
    'uniswapV3.exactOutput',
    `Swap at most 5.00 USDC for 1.00 WETH, paid out to ${SIGNER}`,
  ),
  second(
    'f28c0498',
    'exactOutput((bytes path, address to, uint256 d, uint256 a, uint256 b))',
    [[back, SIGNER, SOON, 10n ** 18n, 5_000_000n]],
    'uniswapV3.exactOutput',
    `Swap at most 5.00 USDC for 1.00 WETH, paid out to ${SIGNER}`,
  ),
  second(
    '09b81346',
    'exactOutput((bytes path, address to, uint256 a, uint256 b))',
    [['0x12', SIGNER, 1n, 2n]],
    'uniswapV3.exactOutput',
    `Swap on ${SWAP_ROUTER_02} along a route that could not be read`,
    ['BLIND_SIGNING'],
  ),
  second(
    '49616997',
    'unwrapWETH9(uint256)',
    [10n ** 18n],
    'router.unwrapWETH9',
    'Unwrap at least 1 ETH for the caller',
  ),
  second('1c58db4f', 'wrapETH(uint256)', [10n ** 18n], 'router.wrapETH', 'Wrap 1 ETH for the router'),
  second(
    'e90a182f',
    'sweepToken(address,uint256)',
    [USDC, 5_000_000n],
    'router.sweepToken',
    'Take at least 5.00 USDC out to the caller',
  ),
  second(
    'd4ef38de',
    'unwrapWETH9WithFee(uint256,uint256,address)',
    [10n ** 18n, 25n, OTHER],
    'router.unwrapWETH9',
    `Unwrap at least 1 ETH for the caller, less 0.25% for ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  second(
    '9b2c0a37',
    'unwrapWETH9WithFee(uint256,address,uint256,address)',
    [10n ** 18n, OTHER, 0n, SIGNER],
    'router.unwrapWETH9',
    `Unwrap at least 1 ETH for ${OTHER}, less 0% for ${SIGNER}`,
    ['SWAP_RECIPIENT'],
  ),
  second(
    '3068c554',
    'sweepTokenWithFee(address,uint256,uint256,address)',
    [USDC, 5_000_000n, 100n, SIGNER],
    'router.sweepToken',
    `Take at least 5.00 USDC out to the caller, less 1% for ${SIGNER}`,
  ),
  second(
    'e0e189a0',
    'sweepTokenWithFee(address,uint256,address,uint256,address)',
    [USDC, 5_000_000n, SIGNER, 9_900n, OTHER],
    'router.sweepToken',
    `Take at least 5.00 USDC out to ${SIGNER}, less 99% for ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  second(
    'f2d5d56b',
    'pull(address,uint256)',
    [USDC, 5_000_000n],
    'router.pull',
    'Take 5.00 USDC from the caller into the router',
  ),
  second(
    '1f0464d1',
    'multicall(bytes32,bytes[])',
    [`0x${'12'.repeat(32)}`, []],
    'multicall',
    `Make 0 calls in one on ${SWAP_ROUTER_02}`,
  ),
];

function limitless(): string {
  const [whole = '', fraction = ''] = formatUnits(MAX, 6).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
