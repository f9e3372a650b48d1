import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

const ASSOCIATED_TOKEN = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
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

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}
