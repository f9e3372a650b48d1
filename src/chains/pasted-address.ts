import { base58 } from '@scure/base';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { readAddress } from './bitcoin/scripts.ts';
import { parseAddress } from './ethereum/model/address.ts';
import { parseTronAddress } from './tron/address.ts';

/** An address, and the chain that it is of; Ethereum's are those of all its relatives. */
export interface PastedAddress {
  readonly chain: TransactionType;
  readonly address: string;
}

/** The longest of them: a witness address of Bitcoin, 90 characters (BIP-173). */
const LONGEST = 90;

/** How the addresses of each chain are read, those with a checksum first, which must hold; null where they are another chain's. */
const READERS: Readonly<Record<TransactionType, ((text: string) => string | null) | null>> = {
  TRANSACTION_TYPE_ETHEREUM: parseAddress,
  TRANSACTION_TYPE_TRON: (text) => (parseTronAddress(text), text),
  TRANSACTION_TYPE_BITCOIN: (text) => (readAddress(text), text),
  TRANSACTION_TYPE_SOLANA: (text) => (isSolana(text) ? text : null),
  // They are Ethereum's.
  TRANSACTION_TYPE_TEMPO: null,
};

/** The address that a text is; null for everything else, and for one whose checksum is wrong. */
export function pastedAddress(text: string): PastedAddress | null {
  const given = text.trim();
  if (given.length > LONGEST || /\s/.test(given)) return null;
  for (const [chain, read] of Object.entries(READERS) as [
    TransactionType,
    (typeof READERS)[TransactionType],
  ][]) {
    try {
      const address = read?.(given) ?? null;
      if (address !== null) return { chain, address };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/** What a recipient's code asks for that an address alone doesn't say. */
export type AddressInCode =
  | { readonly kind: 'address'; readonly found: PastedAddress; readonly isMore: boolean }
  /** A call of a contract: its address is not who is paid. */
  | { readonly kind: 'call' }
  | { readonly kind: 'none' };

const SCHEMES: Readonly<Record<string, TransactionType>> = {
  ethereum: 'TRANSACTION_TYPE_ETHEREUM',
  bitcoin: 'TRANSACTION_TYPE_BITCOIN',
  solana: 'TRANSACTION_TYPE_SOLANA',
  tron: 'TRANSACTION_TYPE_TRON',
};

/** Members by which a URI calls a contract without naming a function in its path: ERC-67, and ERC-681's arguments. */
const CALL_MEMBER = /^(?:function|data|calldata|payload|address|bool|string|bytes\d*|u?int\d+)(?:\[\d*\])*$/;

/**
 * The address in a code that a wallet shows: alone, or in a payment URI (ERC-681, BIP-21, Solana Pay). Whatever else the URI
 * asks for isn't taken: `isMore` says that there was something.
 */
export function addressInCode(text: string): AddressInCode {
  const alone = pastedAddress(text);
  if (alone !== null) return { kind: 'address', found: alone, isMore: false };
  const uri = /^([a-z]{4,10}):(?:pay-)?([A-Za-z0-9]{20,100})(@\d{1,20})?(.*)$/is.exec(text.trim());
  const [, scheme = '', address = '', , rest = ''] = uri ?? [];
  // A scheme's case says nothing, and capitals are shorter in a code (RFC 3986, BIP-21).
  const chain = SCHEMES[scheme.toLowerCase()];
  if (chain === undefined) return { kind: 'none' };
  if (rest.startsWith('/')) return { kind: 'call' };
  // Upper case is shorter in a code, and the same address (BIP-173).
  const spelled = /^BC1[0-9A-Z]+$/.test(address) ? address.toLowerCase() : address;
  const names = memberNames(rest);
  if (names === null) return { kind: 'none' };
  if (names.some((name) => CALL_MEMBER.test(name))) return { kind: 'call' };
  // Whoever doesn't know a required member may not pay at all (BIP-21).
  if (names.some((name) => name.startsWith('req-'))) return { kind: 'none' };
  const found = pastedAddress(spelled);
  // A token that is paid by a member of the URI has its own recipient rules: the address is still who is paid.
  return found?.chain === chain && (rest === '' || rest.startsWith('?'))
    ? { kind: 'address', found, isMore: rest.length > 1 || uri?.[3] !== undefined }
    : { kind: 'none' };
}

/** The names of a URI's members, without their case; null where one can't be read. */
function memberNames(rest: string): string[] | null {
  try {
    const members = rest.replace(/^\?/, '').split(/[&;]/);
    return members.map((each) =>
      decodeURIComponent(each.split('=')[0] ?? '')
        .trim()
        .toLowerCase(),
    );
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Without a checksum: 32 bytes in base58. */
const isSolana = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32;
