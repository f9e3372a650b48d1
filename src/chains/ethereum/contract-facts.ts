import type { ByteRange, Fact } from '../model/decoded.ts';
import { type Hex, prefixedHex } from './address.ts';
import type { CallInterfaces, DecodedCall } from './call.ts';
import { contractName } from './contract-name.ts';

/** The call that an envelope carries, and where it stands in the bytes. */
interface Enveloped {
  readonly chainId: bigint | null;
  readonly data: Uint8Array;
  readonly ranges: { readonly to?: ByteRange | undefined; readonly data?: ByteRange | undefined };
}

const UNKNOWN = 'Unknown contract';

/**
 * The contract that is called, with the name that a list has for it, and the function that the data claims to call where the
 * contract is not known to have it. None for a plain transfer.
 */
export function contractFacts(
  { chainId, data, ranges }: Enveloped,
  to: Hex,
  { claim }: Pick<DecodedCall, 'claim'>,
  interfaces?: CallInterfaces,
): Fact[] {
  if (data.length === 0) return [];
  const isImported = interfaces?.findCall(chainId, to, prefixedHex(data.subarray(0, 4))) !== undefined;
  const note = contractName(chainId, to) ?? (isImported ? 'From your contract interfaces' : UNKNOWN);
  const start = ranges.data?.[0];
  return [
    {
      label: 'Contract',
      value: to,
      kind: 'address',
      note,
      ...(ranges.to === undefined ? {} : { ranges: [ranges.to] }),
    },
    ...(claim === undefined
      ? []
      : [
          {
            label: 'Claimed function',
            value: claim,
            kind: 'text' as const,
            note: 'Claim, not verified',
            ...(start === undefined ? {} : { ranges: [[start, start + 4] as ByteRange] }),
          },
        ]),
  ];
}

/** Facts of a call without the one that {@link contractFacts} puts before them. */
export const withoutContract = (
  facts: readonly Fact[],
  { data, to }: { readonly data: Uint8Array; readonly to: string | null },
): Fact[] =>
  data.length === 0
    ? [...facts]
    : facts.filter(({ label, value }) => label !== 'Contract' || value.toLowerCase() !== to?.toLowerCase());
