import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { oncePerList } from '#protocol/once-per-list.ts';
import type { InstructionReading } from './read-instruction.ts';
import { USUAL_MINTS, findSolanaToken } from './tokens.ts';

/** The program of associated token accounts. */
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const ASSOCIATED_TOKEN = base58.decode(ASSOCIATED_TOKEN_PROGRAM);
const MARKER = utf8ToBytes('ProgramDerivedAddress');

/**
 * The account in which an owner holds a token by default: the address that the associated token account program derives
 * from owner, token program and mint, the first that is on no curve (Solana's documentation, "Program Derived Address").
 * @param owner base58, as are the others
 */
export function associatedTokenAccount(owner: string, tokenProgram: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((each) => base58.decode(each));
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), ASSOCIATED_TOKEN, MARKER));
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error('No bump leaves the curve.');
}

/** Whether 32 bytes are a key: an address that a program controls is none. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** So many default token accounts are derived for one transaction, of our addresses and the keys in it. A thousand take half a second. */
const MOST_DERIVED = 2000;
/** And so many of contacts: as many as a profile has. */
const MOST_OF_CONTACTS = 5000;
/** So many of a list are kept for the next transaction. */
const MOST_KEPT = 16_000;
/** For lists of transactions so many are derived in all, or those of two tokens. */
const MOST_FOR_LISTS = 4000;
/** The usual accounts of so many authorities are kept. */
const MOST_AUTHORITIES = 64;

/** Instructions whose `destination` is a token account. */
const PAYS_TOKENS = new Set([
  'token.transfer',
  'token.transferChecked',
  'token.transferCheckedWithFee',
  'token.mintTo',
  'token.mintToChecked',
]);

/** Whose default token accounts are looked for. */
export interface KnownOwners {
  /** Those that sign. */
  readonly signers: readonly string[];
  readonly own: readonly string[];
  /** Of whatever chain. */
  readonly contacts?: readonly string[] | undefined;
  /** One transaction of a list of many: only listed tokens are looked for, and few in all. */
  readonly isListed?: boolean | undefined;
}

/**
 * The owners of token accounts: set in the transaction itself, or those of whom an account is the default one. Whatever else
 * says whose an account is, names nobody.
 */
export function ownersOf(
  readings: readonly InstructionReading[],
  { signers, own, contacts = [], isListed = false }: KnownOwners,
): { owners: ReadonlyMap<string, string>; isCutOff: boolean } {
  const { owners, named } = statedOwners(readings);
  const others = [...new Set([...signers, ...named])];
  const friends = onSolana(contacts);
  let [left, leftOfContacts] = [MOST_DERIVED, MOST_OF_CONTACTS];
  let isCutOff = false;
  for (const reading of readings) {
    const account = reading.address('destination');
    if (account === undefined || !PAYS_TOKENS.has(reading.id) || owners.has(account)) continue;
    const program = reading.programAddress;
    const mint = mintOf(reading);
    if (mint === undefined) continue;
    const tried = others.slice(0, left);
    left -= tried.length;
    const direct = tried.find((owner) => associatedTokenAccount(owner, program, mint) === account);
    if (direct !== undefined) {
      owners.set(account, direct);
      continue;
    }
    const token = { program, mint };
    const most = Math.min(own.length, left);
    left -= most;
    isCutOff ||= most < own.length;
    const mostOfContacts = Math.min(friends.length, leftOfContacts);
    const found =
      defaultAccountsOf(own).of(token, most).get(account) ??
      (isListed
        ? defaultAccountsOf(friends).forList(token)
        : defaultAccountsOf(friends).of(token, mostOfContacts)
      ).get(account);
    leftOfContacts -= mostOfContacts;
    if (found !== undefined) owners.set(account, found);
  }
  return { owners, isCutOff };
}

/** What instructions say that make a token account: its program refuses another owner than theirs. */
function statedOwners(readings: readonly InstructionReading[]): {
  owners: Map<string, string>;
  named: ReadonlySet<string>;
} {
  const owners = new Map<string, string>();
  const named = new Set<string>();
  const paid = new Set<string | undefined>();
  for (const reading of readings) {
    if (PAYS_TOKENS.has(reading.id)) paid.add(reading.address('destination'));
    const [account, owner] = [reading.address('account'), reading.key('owner')];
    const isDefault = reading.id.startsWith('associatedToken.create');
    const tells = isDefault || reading.id.startsWith('token.initializeAccount');
    if (!tells || account === undefined || owner === undefined) continue;
    named.add(owner);
    const [program, mint] = [reading.address('tokenProgram'), reading.address('mint')];
    // Who was paid before may have closed it, and gives it to somebody else now.
    if (!isDefault && !paid.has(account)) owners.set(account, owner);
    if (!isDefault || program === undefined || mint === undefined) continue;
    // The bytes' word alone is none.
    if (associatedTokenAccount(owner, program, mint) === account) owners.set(account, owner);
  }
  return { owners, named };
}

/** The mint of what is paid. A plain transfer names none: it is that of the account which it leaves, where that is a usual one. */
function mintOf(reading: InstructionReading): string | undefined {
  const mint = reading.address('mint');
  if (mint !== undefined || reading.id !== 'token.transfer') return mint;
  const [source, authority] = [reading.address('source'), reading.address('authority')];
  if (source === undefined || authority === undefined) return undefined;
  return usualAccounts(authority, reading.programAddress).get(source);
}

const usual = new Map<string, ReadonlyMap<string, string>>();

/** The mints of an authority's default accounts of usual tokens, by account. */
function usualAccounts(authority: string, program: string): ReadonlyMap<string, string> {
  const name = `${program} ${authority}`;
  const known = usual.get(name);
  if (known !== undefined) return known;
  const made = new Map(USUAL_MINTS.map((mint) => [associatedTokenAccount(authority, program, mint), mint]));
  if (usual.size >= MOST_AUTHORITIES) usual.clear();
  usual.set(name, made);
  return made;
}

interface Token {
  readonly program: string;
  readonly mint: string;
}
/** Owners by their default token accounts. */
type Accounts = ReadonlyMap<string, string>;
const NOBODY: Accounts = new Map();

/** The default token accounts of a list of owners, by token. */
const defaultAccountsOf = oncePerList((owners) => {
  const kept = new Map<string, Accounts>();
  const forLists = new Map<string, Accounts>();
  let size = 0;
  const derive = ({ program, mint }: Token, most: number): Accounts =>
    new Map(owners.slice(0, most).map((owner) => [associatedTokenAccount(owner, program, mint), owner]));
  const nameOf = ({ program, mint }: Token): string => `${program} ${mint}`;
  return {
    /** Those of the first owners. */
    of: (token: Token, most: number): Accounts => {
      if (most === 0) return NOBODY;
      const name = `${nameOf(token)} ${most}`;
      const known = kept.get(name) ?? (most === owners.length ? forLists.get(nameOf(token)) : undefined);
      if (known !== undefined) return known;
      const made = derive(token, most);
      // A file of transactions about ever other mints must not fill the memory.
      if (size + most > MOST_KEPT) {
        kept.clear();
        size = 0;
      }
      size += most;
      kept.set(name, made);
      return made;
    },
    /** Those of all owners, as long as they are of few tokens: whoever asks for transactions fills a list with mints. */
    forList: (token: Token): Accounts => {
      const name = nameOf(token);
      const known = forLists.get(name) ?? kept.get(`${name} ${owners.length}`);
      if (known !== undefined) return known;
      const isLast = forLists.size >= Math.max(2, Math.floor(MOST_FOR_LISTS / Math.max(1, owners.length)));
      if (owners.length === 0 || isLast || findSolanaToken(token.mint) === undefined) return NOBODY;
      const made = derive(token, MOST_OF_CONTACTS);
      forLists.set(name, made);
      return made;
    },
  };
});

/** Those of some addresses that are Solana's: of the others none has 32 bytes in Base58. */
const onSolana = oncePerList((addresses) =>
  addresses.filter((each) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(each) && base58.decode(each).length === 32),
);
