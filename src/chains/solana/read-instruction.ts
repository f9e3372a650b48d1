import { toHex } from '#protocol/encoding.ts';
import type { ClaimedTable } from '../model/chain.ts';
import type { ByteRange, Fact } from '../model/decoded.ts';
import { type TokenAmount, findSolanaToken, formatSol, formatToken } from './tokens.ts';
import { type DecodedField, type DecodedInstruction, decodeInstruction } from './decode-instruction.ts';
import {
  type CompiledInstruction,
  type InstructionAccount,
  type SolanaTransaction,
  accountsOf,
} from './transaction.ts';

/** `newAccount` as "New account". */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the numbers of some fields stand for (spl-token and Token-2022, `AuthorityType`; stake, `StakeAuthorize`). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  authorityType: [
    'minting tokens',
    'freezing accounts',
    'the account’s owner',
    'closing the account',
    'setting the transfer fee',
    'withdrawing withheld fees',
    'closing the mint',
    'setting the interest rate',
    'permanent delegate',
    'confidential transfers',
    'the transfer hook',
    'fees of confidential transfers',
    'the pointer to metadata',
    'the pointer to a group',
    'the pointer to a member of a group',
    'the scale of shown amounts',
    'pausing the token',
  ],
  role: ['staking', 'withdrawing'],
};

/** A number in words, where its field has some; undefined for another field or number. */
export const wordOf = (field: string, value: bigint): string | undefined => WORDS[field]?.[Number(value)];

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
      ...this.#accounts.flatMap((account, place) =>
        accountFacts(labelOf(layout.accounts[place] ?? 'further account'), account, this.#rangeOf(place)),
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

/**
 * An account of an instruction. What somebody says of a lookup table stands beside what is not in the transaction, under a
 * label of its own: no rule about recipients takes it for one. Its note keeps every name off it, those of contacts and our own.
 */
export function accountFacts(
  label: string,
  account: InstructionAccount | undefined,
  ranges: ByteRange[],
): Fact[] {
  if (account?.kind === 'known') return [{ label, value: account.address, kind: 'address', ranges }];
  const at = account === undefined ? '' : `entry ${account.entry} of ${account.table}`;
  const fact: Fact = { label, value: 'not in the transaction', kind: 'text', note: at, ranges };
  if (account?.claimed === undefined) return [fact];
  const { claimed } = account;
  const [file, whose] =
    account.claimedBy === 'added' ? ['added file', 'The added file’s'] : ['request file', 'The file’s'];
  const said = { label: `${label}, as the ${file} says`, ranges };
  return [
    fact,
    claimed === null
      ? { ...said, value: 'Its table has no such entry', kind: 'text', note: at }
      : { ...said, value: claimed, kind: 'address', note: `${whose} word for ${at}` },
  ];
}

/** An instruction with what could be read of it: everything, or nothing. */
export interface ReadInstruction {
  readonly instruction: CompiledInstruction;
  readonly programAddress: string;
  readonly accounts: readonly (InstructionAccount | undefined)[];
  readonly reading: InstructionReading | undefined;
}

/** Reads each instruction of a transaction. Never throws. @param claims as `accountsOf` takes them */
export function readInstructions(
  tx: SolanaTransaction,
  claims: readonly ClaimedTable[] = [],
): ReadInstruction[] {
  const all = accountsOf(tx, claims);
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
