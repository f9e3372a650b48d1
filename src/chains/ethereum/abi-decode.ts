import type { AbiParameter } from 'viem';
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils';
import { hasStrictLayout } from './abi-layout.ts';
import { prefixedHex } from './address.ts';

/**
 * Decodes arguments and encodes them again: only bytes that are the canonical encoding, with nothing hidden behind or
 * between, are taken.
 * @param data the arguments without a selector
 * @returns null for bytes that are anything else
 */
export function decodeStrict(
  parameters: readonly AbiParameter[],
  data: Uint8Array,
): readonly unknown[] | null {
  if (!hasStrictLayout(parameters, data)) return null;
  const hex = prefixedHex(data);
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, hex);
    return encodeAbiParameters(parameters, values) === hex ? values : null;
  } catch {
    // The ABI decoder throws on whatever does not fit; the caller says that it cannot be read.
    return null;
  }
}
