import type { Hex } from '../model/address.ts';
import { defineCommand, type CommandReader } from './define-command.ts';
import { routerVersion, uniswapOn } from '../model/uniswap.ts';
import { newPoolV4 } from './new-pool.ts';
import { POOL_KEY } from './v4-swaps.ts';

/** A call that a router makes to a position manager: the command's input is that call's whole data. */
const callTo = (
  code: number,
  name: string,
  manager: (on: NonNullable<ReturnType<typeof uniswapOn>>) => Hex,
): CommandReader => ({
  code,
  name,
  read: (call, { range }) => {
    const on = uniswapOn(call.chainId);
    // Which contract a router calls is fixed in its code, and so known for the routers of the local list alone.
    return on === undefined || routerVersion(call.chainId, call.to) === undefined
      ? null
      : call.readInner({ to: manager(on), isByRouter: true, range });
  },
});

/** The commands of Uniswap's universal routers that call its position managers, or make a pool. */
export const ROUTER_POSITIONS: readonly CommandReader[] = [
  callTo(0x11, 'V3_POSITION_MANAGER_PERMIT', ({ positionsV3 }) => positionsV3),
  callTo(0x12, 'V3_POSITION_MANAGER_CALL', ({ positionsV3 }) => positionsV3),
  defineCommand(
    0x13,
    `V4_INITIALIZE_POOL(${POOL_KEY} poolKey, uint160 sqrtPriceX96)`,
    ({ poolKey, sqrtPriceX96 }, call) => newPoolV4(call, poolKey, sqrtPriceX96),
  ),
  callTo(0x14, 'V4_POSITION_MANAGER_CALL', ({ positionsV4 }) => positionsV4),
];
