import { base58 } from '@scure/base';
import {
  type DecodedInstruction,
  decodeInstruction,
  integerOf,
  placeOf,
} from '#chains/solana/decode-instruction.ts';
import { LAMPORT_ROLES } from '#chains/solana/roles.ts';
import { sourceFailed } from './errors.ts';
import type { RpcInstruction, TransactionAnswer } from './rpc-source.ts';

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
interface ResolvedInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** What the balances of a transaction tell of a token account. */
interface TokenAccount {
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
function movementOf(
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

/** What is kept of a transaction. */
export interface TransactionRecord {
  readonly feePayer: string;
  readonly signers: readonly { readonly address: string; readonly writable: boolean }[];
  /** In lamports, as decimal text. */
  readonly fee: string;
  readonly executionFailed: boolean;
  readonly movements: readonly Movement[];
}

/**
 * Takes from a node's answer what is kept of a transaction. One that failed moved nothing but its fee.
 * @throws ServiceError UNAVAILABLE when the answer contradicts itself
 */
export function readHistoryTransaction({
  meta,
  transaction: { message },
}: TransactionAnswer): TransactionRecord {
  const { numRequiredSignatures, numReadonlySignedAccounts } = message.header;
  const accounts = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ];
  const signers = message.accountKeys.slice(0, numRequiredSignatures);
  const [feePayer] = signers;
  if (feePayer === undefined) throw sourceFailed('its node gave a transaction that nobody signed');
  const writable = numRequiredSignatures - numReadonlySignedAccounts;
  const executionFailed = meta.err !== null && meta.err !== undefined;
  return {
    feePayer,
    signers: signers.map((address, index) => ({ address, writable: index < writable })),
    fee: meta.fee.toString(),
    executionFailed,
    movements: executionFailed ? [] : movementsOf(instructionsOf(meta, message.instructions), accounts, meta),
  };
}

/** Every instruction in the order of its execution: each outer one, then what it called. */
function instructionsOf(meta: TransactionAnswer['meta'], outer: readonly RpcInstruction[]): RpcInstruction[] {
  const inner = meta.innerInstructions ?? [];
  return outer.flatMap((instruction, index) => [
    instruction,
    ...inner.filter((each) => each.index === index).flatMap((each) => each.instructions),
  ]);
}

function movementsOf(
  instructions: readonly RpcInstruction[],
  accounts: readonly string[],
  meta: TransactionAnswer['meta'],
): Movement[] {
  const addressAt = (index: number): string => {
    const address = accounts[index];
    if (address === undefined)
      throw sourceFailed('its node gave an instruction with an account that is not there');
    return address;
  };
  const tokenAccounts = new Map<string, TokenAccount>(
    [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])].map(
      ({ accountIndex, owner, mint, uiTokenAmount: { decimals } }) => [
        addressAt(accountIndex),
        { owner, mint, decimals },
      ],
    ),
  );
  return instructions.flatMap(({ programIdIndex, accounts: indexes, data }) => {
    const resolved: ResolvedInstruction = {
      program: addressAt(programIdIndex),
      accounts: indexes.map(addressAt),
      data: base58.decode(data),
    };
    const movement = movementOf(resolved, tokenAccounts);
    return movement === undefined ? [] : [movement];
  });
}
