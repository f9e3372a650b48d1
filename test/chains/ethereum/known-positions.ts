import { SOON, ZERO, type KnownCall } from './known-call.ts';
import { POSITIONS_V3 } from './known-v4-calls.ts';
import { OTHER, SIGNER, STRANGE, USDC, WETH } from './unsigned.ts';

const MOST = 2n ** 128n - 1n;
const SIGNATURE = [27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`];

const call = (
  selector: string,
  signature: string,
  args: readonly unknown[],
  id: string,
  sentence: string,
  warnings: readonly string[] = [],
): KnownCall => [selector, signature, args, POSITIONS_V3, 0n, id, sentence, warnings];

const mint =
  'mint((address a, address b, uint24 c, int24 d, int24 e, uint256 f, uint256 g, uint256 h, uint256 i, address j, uint256 k))';
const minted = (owner: string, least: bigint) => [
  [USDC, WETH, 500, -887_270, 887_270, 5_000_000n, 10n ** 18n, least, least, owner, SOON],
];
const collect = 'collect((uint256 a, address b, uint128 c, uint128 d))';

/** Calls of Uniswap's position manager of version 3, and the permits that its contracts hand in for themselves. */
export const KNOWN_POSITIONS: readonly KnownCall[] = [
  call(
    '88316456',
    mint,
    minted(SIGNER, 1n),
    'uniswapV3.mint',
    `Open a position of at most 5.00 USDC and 1.00 WETH for ${SIGNER}`,
  ),
  call(
    '88316456',
    mint,
    minted(OTHER, 0n),
    'uniswapV3.mint',
    `Open a position of at most 5.00 USDC and 1.00 WETH for ${OTHER}`,
    ['SWAP_RECIPIENT', 'POSITION_WITHOUT_LIMIT'],
  ),
  call(
    '219f5d17',
    'increaseLiquidity((uint256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f))',
    [[7n, 5n, 6n, 1n, 1n, SOON]],
    'uniswapV3.increaseLiquidity',
    'Pay into position 7 at most 5 atomic units of its first and 6 atomic units of its second token',
  ),
  call(
    '0c49ccbe',
    'decreaseLiquidity((uint256 a, uint128 b, uint256 c, uint256 d, uint256 e))',
    [[7n, 1_000n, 0n, 0n, SOON]],
    'uniswapV3.decreaseLiquidity',
    'Take liquidity out of position 7 for at least 0 atomic units of its first and 0 atomic units of its second token, to be collected',
    ['POSITION_WITHOUT_LIMIT'],
  ),
  call(
    'fc6f7865',
    collect,
    [[7n, SIGNER, MOST, 5n]],
    'uniswapV3.collect',
    `Collect what position 7 has for its owner, at most any amount of its first and 5 atomic units of its second token, to ${SIGNER}`,
  ),
  call(
    'fc6f7865',
    collect,
    [[7n, OTHER, MOST, MOST]],
    'uniswapV3.collect',
    `Collect what position 7 has for its owner, at most any amount of its first and any amount of its second token, to ${OTHER}`,
    ['SWAP_RECIPIENT'],
  ),
  call(
    'fc6f7865',
    collect,
    [[7n, ZERO, 5n, 6n]],
    'uniswapV3.collect',
    'Collect what position 7 has for its owner, at most 5 atomic units of its first and 6 atomic units of its second token, to the position manager',
  ),
  call('42966c68', 'burn(uint256)', [7n], 'uniswapV3.burn', `Remove the empty position 7 of ${POSITIONS_V3}`),
  call(
    '13ead562',
    'createAndInitializePoolIfNecessary(address,address,uint24,uint160)',
    [USDC, STRANGE, 3000, 2n ** 96n],
    'uniswapV3.createPool',
    `Make a pool of USDC and ${STRANGE}, unless it is there`,
    ['UNKNOWN_TOKEN'],
  ),
  call(
    '7ac2ff7b',
    'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
    [OTHER, 7n, SOON, ...SIGNATURE],
    'uniswap.positionPermit',
    `Hand in a permit of the owner that lets ${OTHER} take position 7`,
    ['POSITION_APPROVAL'],
  ),
  call(
    'f3995c67',
    'selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
    [USDC, 5_000_000n, SOON, ...SIGNATURE],
    'uniswap.selfPermit',
    `Hand in a permit of the caller that lets ${POSITIONS_V3} spend 5.00 USDC`,
  ),
  call(
    'c2e3140a',
    'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
    [USDC, 2n ** 256n - 1n, SOON, ...SIGNATURE],
    'uniswap.selfPermit',
    `Hand in a permit of the caller that lets ${POSITIONS_V3} spend unlimited USDC`,
    ['UNLIMITED_APPROVAL'],
  ),
  call(
    '4659a494',
    'selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)',
    [USDC, 3n, 0n, ...SIGNATURE],
    'uniswap.selfPermit',
    `Hand in a permit of the caller that lets ${POSITIONS_V3} spend unlimited USDC`,
    ['UNLIMITED_APPROVAL', 'NEVER_EXPIRES'],
  ),
  call(
    'a4a78f0c',
    'selfPermitAllowedIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
    [USDC, 3n, SOON, ...SIGNATURE],
    'uniswap.selfPermit',
    `Hand in a permit of the caller that lets ${POSITIONS_V3} spend unlimited USDC`,
    ['UNLIMITED_APPROVAL'],
  ),
];
