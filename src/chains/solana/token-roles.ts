import type { Asset } from '../model/totals.ts';
import type { InstructionReading } from './read-instruction.ts';
import { findSolanaToken } from './tokens.ts';

/** Instructions that move tokens: they are taken on the word of an authority, whose they count as. */
export const TOKEN_ROLES: Readonly<Record<string, readonly [string | null, string | null]>> = {
  'token.transfer': ['authority', 'destination'],
  'token.transferChecked': ['authority', 'destination'],
  'token.transferCheckedWithFee': ['authority', 'destination'],
  'token.mintTo': [null, 'destination'],
  'token.mintToChecked': [null, 'destination'],
  'token.burn': ['authority', null],
  'token.burnChecked': ['authority', null],
};

/** The token that an instruction is about, as far as its bytes and the local list tell. */
export function tokenAsset(reading: InstructionReading): Asset {
  const { mint, decimals: said } = reading.tokenAmount();
  const known = mint === undefined ? undefined : findSolanaToken(mint);
  const decimals = said ?? known?.decimals;
  return {
    id: mint ?? `token of ${reading.address('source') ?? 'an account of a lookup table'}`,
    ...(known === undefined ? {} : { symbol: known.symbol }),
    ...(decimals === undefined ? {} : { decimals }),
  };
}
