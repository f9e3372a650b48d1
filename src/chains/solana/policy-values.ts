import { toHex } from '#protocol/encoding.ts';
import { HexText, type Struct, type Value } from '#protocol/policies/value.ts';
import { type CompiledInstruction, type SolanaTransaction, accountsOf } from './transaction.ts';
import { type ReadInstruction, readInstructions } from './read-instruction.ts';

/** What stands for an address that a lookup table holds (the published language, "Account address lookups"). */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';
const COIN_TRANSFERS = ['system.transfer', 'system.transferWithSeed'];
const TOKEN_TRANSFERS = ['token.transfer', 'token.transferChecked', 'token.transferCheckedWithFee'];

/**
 * The value of the keyword `solana` for a transaction. Transfers are those of its own instructions; `token_mint` is absent
 * where the instruction does not name it, and uploaded interfaces are not looked at.
 */
export function solanaValues(tx: SolanaTransaction): Struct {
  const instructions = readInstructions(tx);
  return {
    tx: {
      account_keys: accountsOf(tx).map((account) => (account.kind === 'known' ? account.address : LOOKED_UP)),
      program_keys: [...new Set(instructions.map(({ programAddress }) => programAddress))],
      recent_blockhash: tx.blockhash,
      instructions: instructions.map((each) => instructionValues(tx, each)),
      transfers: instructions.flatMap(transferValues),
      spl_transfers: instructions.flatMap(tokenTransferValues),
      address_table_lookups: lookupValues(tx, () => true),
    },
  };
}

const instructionValues = (
  tx: SolanaTransaction,
  { programAddress, instruction }: ReadInstruction,
): Struct => ({
  program_key: programAddress,
  accounts: instruction.accountIndexes.map((index) => accountValues(tx, index)),
  instruction_data_hex: new HexText(toHex(instruction.data)),
  address_table_lookups: lookupsOf(tx, instruction),
});

function accountValues(tx: SolanaTransaction, index: number): Struct {
  const known = tx.accounts[index];
  if (known !== undefined)
    return { account_key: known.address, signer: known.isSigner, writable: known.isWritable };
  const writable = tx.lookups.reduce((count, { writableIndexes }) => count + writableIndexes.length, 0);
  return { account_key: LOOKED_UP, signer: false, writable: index < tx.accounts.length + writable };
}

/** The tables that an instruction takes accounts from, with those entries alone. */
function lookupsOf(tx: SolanaTransaction, { accountIndexes }: CompiledInstruction): Value[] {
  const all = accountsOf(tx);
  const used = accountIndexes.flatMap((index) => {
    const account = all[index];
    return account?.kind === 'looked-up' ? [`${account.table} ${account.entry}`] : [];
  });
  return lookupValues(tx, (table, entry) => used.includes(`${table} ${entry}`));
}

const lookupValues = (
  { lookups }: SolanaTransaction,
  isMeant: (table: string, entry: number) => boolean,
): Struct[] =>
  lookups
    .map(({ table, writableIndexes, readonlyIndexes }) => ({
      address_table_key: table,
      writable_indexes: writableIndexes.filter((entry) => isMeant(table, entry)).map(BigInt),
      readonly_indexes: readonlyIndexes.filter((entry) => isMeant(table, entry)).map(BigInt),
    }))
    .filter((each) => each.writable_indexes.length + each.readonly_indexes.length > 0);

function transferValues({ reading }: ReadInstruction): Struct[] {
  if (reading === undefined || !COIN_TRANSFERS.includes(reading.id)) return [];
  return [
    {
      from: reading.address('from') ?? LOOKED_UP,
      to: reading.address('to') ?? LOOKED_UP,
      amount: reading.integer('lamports'),
    },
  ];
}

function tokenTransferValues({ reading, accounts }: ReadInstruction): Struct[] {
  if (reading === undefined || !TOKEN_TRANSFERS.includes(reading.id)) return [];
  const { accounts: roles } = reading.decoded.layout;
  const named = roles.includes('mint');
  return [
    {
      from: reading.address('source') ?? LOOKED_UP,
      to: reading.address('destination') ?? LOOKED_UP,
      amount: reading.integer('amount'),
      owner: reading.address('authority') ?? LOOKED_UP,
      // Behind the roles stand the signers of a multisignature.
      signers: accounts
        .slice(roles.length)
        .map((account) => (account?.kind === 'known' ? account.address : LOOKED_UP)),
      token_mint: named ? (reading.address('mint') ?? LOOKED_UP) : undefined,
    },
  ];
}
