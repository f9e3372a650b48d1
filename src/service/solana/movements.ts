import {
  decodeInstruction,
  integerOf,
  placeOf,
  type DecodedInstruction,
} from '#chains/solana/decode-instruction.ts';
import { LAMPORT_ROLES } from '#chains/solana/roles.ts';

/** What moved: lamports, or a token where its mint is known. */
export type MovedAsset =
  | { readonly kind: 'native' }
  | { readonly kind: 'token'; readonly mint: string; readonly decimals: number }
  | { readonly kind: 'unknown' };

/** An amount that went from one address to another; token accounts stand for their owners. */
export interface Movement {
  readonly from: string;
  readonly to: string;
  /** In atomic units, as decimal text. */
  readonly amount: string;
  readonly asset: MovedAsset;
}

/** An instruction with its accounts' addresses. */
export interface ResolvedInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** What the balances of a transaction tell of a token account. */
export interface TokenAccount {
  readonly owner: string | undefined;
  readonly mint: string;
  readonly decimals: number;
}

/** Which account gives and which takes, of the instructions that move tokens. */
const TOKEN: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'token.transfer': ['source', 'destination'],
  'token.transferChecked': ['source', 'destination'],
  'token.transferCheckedWithFee': ['source', 'destination'],
  'token.mintTo': ['mint', 'destination'],
  'token.mintToChecked': ['mint', 'destination'],
  'token.burn': ['account', 'mint'],
  'token.burnChecked': ['account', 'mint'],
};

/**
 * What an instruction moves, or undefined. Programs that move something in ways of their own do it through instructions
 * of these programs, which stand among the inner instructions.
 */
export function movementOf(
  { program, accounts, data }: ResolvedInstruction,
  tokenAccounts: ReadonlyMap<string, TokenAccount>,
): Movement | undefined {
  const decoded = decodeInstruction(program, accounts.length, data);
  if (decoded === undefined) return undefined;
  const { id } = decoded.layout;
  const native = LAMPORT_ROLES[id];
  const roles = native ?? TOKEN[id];
  if (roles === undefined) return undefined;
  const [from, to] = roles.map((role) => accounts[placeOf(decoded, role)] ?? '');
  if (from === undefined || to === undefined) return undefined;
  if (native !== undefined)
    return { from, to, amount: integerOf(decoded, 'lamports').toString(), asset: { kind: 'native' } };
  return {
    from: tokenAccounts.get(from)?.owner ?? from,
    to: tokenAccounts.get(to)?.owner ?? to,
    amount: integerOf(decoded, 'amount').toString(),
    asset: assetOf(tokenAccounts.get(from) ?? tokenAccounts.get(to), decoded, accounts),
  };
}

function assetOf(
  account: TokenAccount | undefined,
  decoded: DecodedInstruction,
  accounts: readonly string[],
): MovedAsset {
  if (account !== undefined) return { kind: 'token', mint: account.mint, decimals: account.decimals };
  const mint = accounts[placeOf(decoded, 'mint')];
  const isChecked = decoded.fields.some(({ name }) => name === 'decimals');
  return mint !== undefined && isChecked
    ? { kind: 'token', mint, decimals: Number(integerOf(decoded, 'decimals')) }
    : { kind: 'unknown' };
}
