import type { Hex } from './address.ts';

/**
 * The EntryPoint contracts of ERC-4337 by their addresses, which are the same on every chain, with their versions. Those up
 * to 0.8 are the ones that viem has; that of 0.9 is as public deployments name it, looked up on 2026-11-21.
 */
const ENTRY_POINTS: Readonly<Record<Hex, string>> = {
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789': '0.6',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032': '0.7',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108': '0.8',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009': '0.9',
};

/** The version of the EntryPoint at a checksummed address; undefined where the list has none there. */
export const entryPointVersion = (address: Hex): string | undefined => ENTRY_POINTS[address];
