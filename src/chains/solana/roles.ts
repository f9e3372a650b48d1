import type { Asset } from '../model/totals.ts';
import type { InstructionReading } from './read-instruction.ts';
import { findSolanaToken } from './tokens.ts';

/** Where block builders take tips: Jito's eight accounts (docs.jito.wtf, "Tip accounts", 2026-11-22). */
const TIP_ACCOUNTS: ReadonlySet<string> = new Set([
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
]);

/** Whether coins sent to an address are a tip for the block builder. */
export const isTipAccount = (address: string): boolean => TIP_ACCOUNTS.has(address);

/** Instructions that move SOL, by their ids: the roles of the account that it leaves, and of that where it arrives. */
export const LAMPORT_ROLES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'system.transfer': ['from', 'to'],
  'system.transferWithSeed': ['from', 'to'],
  'system.createAccount': ['from', 'newAccount'],
  'system.createAccountWithSeed': ['from', 'newAccount'],
  'system.withdrawNonce': ['nonceAccount', 'to'],
  'stake.withdraw': ['stake', 'to'],
  'stake.split': ['stake', 'newStake'],
  'stake.moveLamports': ['stake', 'destination'],
};

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
