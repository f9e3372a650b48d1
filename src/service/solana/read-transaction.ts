import { base58 } from '@scure/base';
import { movementOf, type Movement, type ResolvedInstruction, type TokenAccount } from './movements.ts';
import type { CompiledInstruction, TransactionAnswer } from './rpc-answers.ts';
import { sourceFailed } from './errors.ts';

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
export function readTransaction({ meta, transaction: { message } }: TransactionAnswer): TransactionRecord {
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
function instructionsOf(
  meta: TransactionAnswer['meta'],
  outer: readonly CompiledInstruction[],
): CompiledInstruction[] {
  const inner = meta.innerInstructions ?? [];
  return outer.flatMap((instruction, index) => [
    instruction,
    ...inner.filter((each) => each.index === index).flatMap((each) => each.instructions),
  ]);
}

function movementsOf(
  instructions: readonly CompiledInstruction[],
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
