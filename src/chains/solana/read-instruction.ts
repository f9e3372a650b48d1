import { toHex } from '#protocol/encoding.ts';
import type { ByteRange, Fact } from '../model/decoded.ts';
import { accountsOf, type InstructionAccount } from './accounts.ts';
import { formatSol, formatToken, type TokenAmount } from './amounts.ts';
import { decodeInstruction, type DecodedField, type DecodedInstruction } from './decode-instruction.ts';
import { findSolanaToken } from './tokens.ts';
import type { CompiledInstruction, SolanaTransaction } from './transaction.ts';
import { labelOf, wordOf } from './words.ts';

/** What was read of an instruction, in the terms of its own program. */
export class InstructionReading {
  readonly instruction: CompiledInstruction;
  readonly programAddress: string;
  readonly decoded: DecodedInstruction;
  readonly #accounts: readonly (InstructionAccount | undefined)[];

  constructor(
    instruction: CompiledInstruction,
    programAddress: string,
    decoded: DecodedInstruction,
    accounts: readonly (InstructionAccount | undefined)[],
  ) {
    this.instruction = instruction;
    this.programAddress = programAddress;
    this.decoded = decoded;
    this.#accounts = accounts;
  }

  get id(): string {
    return this.decoded.layout.id;
  }

  get title(): string {
    return this.decoded.layout.title;
  }

  /** Whether one of its accounts comes from a lookup table. */
  get hasLookedUp(): boolean {
    return this.#accounts.some((account) => account?.kind === 'looked-up');
  }

  /** The address in a role; undefined where the instruction has no such role, or a lookup table holds it. */
  address(role: string): string | undefined {
    const place = this.decoded.layout.accounts.indexOf(role);
    const account = place === -1 ? undefined : this.#accounts[place];
    return account?.kind === 'known' ? account.address : undefined;
  }

  /** The address in a role or in a field of that name; undefined where neither is there, or nobody is named. */
  key(name: string): string | undefined {
    const value = this.decoded.fields.find((field) => field.name === name)?.value;
    return this.address(name) ?? (typeof value === 'string' ? value : undefined);
  }

  /** The addresses behind those that have a role. */
  furtherAddresses(): string[] {
    return this.#accounts
      .slice(this.decoded.layout.accounts.length)
      .flatMap((account) => (account?.kind === 'known' ? [account.address] : []));
  }

  /** An integer of its data; 0 where it has no such field. */
  integer(name: string): bigint {
    const value = this.decoded.fields.find((field) => field.name === name)?.value;
    return typeof value === 'bigint' ? value : 0n;
  }

  tokenAmount(): TokenAmount {
    const hasDecimals = this.decoded.fields.some(({ name }) => name === 'decimals');
    return {
      amount: this.integer('amount'),
      mint: this.address('mint'),
      decimals: hasDecimals ? Number(this.integer('decimals')) : undefined,
    };
  }

  hasKnownToken(): boolean {
    const mint = this.address('mint');
    return mint !== undefined && findSolanaToken(mint) !== undefined;
  }

  /** Its accounts by role, those beyond its roles, and its fields. */
  facts(): Fact[] {
    const { layout, fields, program } = this.decoded;
    return [
      {
        label: 'Program',
        value: this.programAddress,
        kind: 'address',
        note: program.name,
        ranges: [this.instruction.programRange],
      },
      ...this.#accounts.map((account, place) =>
        accountFact(labelOf(layout.accounts[place] ?? 'further account'), account, this.#rangeOf(place)),
      ),
      ...fields.map((field) => this.#fieldFact(field)),
    ];
  }

  #rangeOf(place: number): ByteRange[] {
    const range = this.instruction.accountRanges[place];
    const account = this.#accounts[place];
    return [
      ...(account?.kind === 'known' ? [[...account.range] as ByteRange] : []),
      ...(range === undefined ? [] : [range]),
    ];
  }

  #fieldFact({ name, type, value, range }: DecodedField): Fact {
    const start = this.instruction.dataRange[0];
    const ranges: ByteRange[] = [[start + range[0], start + range[1]]];
    const label = labelOf(name);
    if (value === null) return { label, value: 'none', kind: 'text', ranges };
    if (typeof value === 'string')
      return { label, value: shown(value), kind: type.includes('pubkey') ? 'address' : 'text', ranges };
    if (typeof value !== 'bigint') return { label, value: toHex(value), kind: 'data', ranges };
    if (name === 'lamports')
      return { label: 'Amount', value: formatSol(value), kind: 'amount', note: `${value} lamports`, ranges };
    if (name === 'amount')
      return {
        label,
        value: formatToken(this.tokenAmount()),
        kind: 'amount',
        note: value.toString(),
        ranges,
      };
    const word = wordOf(name, value);
    return word === undefined
      ? { label, value: value.toString(), kind: 'number', ranges }
      : { label, value: word, kind: 'text', note: `type ${value}`, ranges };
  }
}

/** Controls and marks that turn the direction of writing would let a memo pass for something else. */
const shown = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);

export function accountFact(
  label: string,
  account: InstructionAccount | undefined,
  ranges: ByteRange[],
): Fact {
  if (account?.kind === 'known') return { label, value: account.address, kind: 'address', ranges };
  const at = account === undefined ? '' : `entry ${account.entry} of ${account.table}`;
  return { label, value: 'not in the transaction', kind: 'text', note: at, ranges };
}

/** An instruction with what could be read of it: everything, or nothing. */
export interface ReadInstruction {
  readonly instruction: CompiledInstruction;
  readonly programAddress: string;
  readonly accounts: readonly (InstructionAccount | undefined)[];
  readonly reading: InstructionReading | undefined;
}

/** Reads each instruction of a transaction. Never throws. */
export function readInstructions(tx: SolanaTransaction): ReadInstruction[] {
  const all = accountsOf(tx);
  return tx.instructions.map((instruction) => {
    const programAddress = tx.accounts[instruction.programIndex]?.address ?? '';
    const accounts = instruction.accountIndexes.map((index) => all[index]);
    const decoded = decodeInstruction(programAddress, accounts.length, instruction.data);
    const reading =
      decoded === undefined
        ? undefined
        : new InstructionReading(instruction, programAddress, decoded, accounts);
    return { instruction, programAddress, accounts, reading };
  });
}
