import type { PaymentAsset } from '#preload/contract/transfers.ts';

/** An amount as it was typed: its number, and the asset that it names. */
export interface TypedAmount {
  readonly number: string;
  /** Null where no asset is named, or none of the list, or more than one. */
  readonly asset: PaymentAsset | null;
}

/**
 * Reads "12.5 USDC": the symbol of a listed asset behind a number chooses the asset, in any case of letters.
 * @returns the whole text as the number where no asset is named: what is wrong with it is said when the payment is built
 */
export function readTypedAmount(text: string, assets: readonly PaymentAsset[]): TypedAmount {
  const [, number = '', symbol = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  const named = assets.filter((asset) => asset.symbol.toLowerCase() === symbol.toLowerCase());
  const exact = named.filter((asset) => asset.symbol === symbol);
  // Two tokens of one symbol: which one is meant isn't known.
  const [asset, ...others] = exact.length > 0 ? exact : named;
  return asset === undefined || others.length > 0 ? { number: text, asset: null } : { number, asset };
}
