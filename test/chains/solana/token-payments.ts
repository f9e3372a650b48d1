import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** A key of its own for each number below 65,536. */
export const keyOf = (number: number): PublicKey => {
  const bytes = new Uint8Array(32).fill(7);
  bytes.set([number & 0xff, number >> 8]);
  return new PublicKey(bytes);
};
export const PAYER = keyOf(1);
export const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
/** 1.5 of a token with 6 decimals. */
const AMOUNT = '60e3160000000000';

/** The default token account, as @solana/web3.js derives it. */
export const accountOf = (owner: PublicKey, mint = USDC, program = TOKEN): PublicKey =>
  PublicKey.findProgramAddressSync([owner.toBuffer(), program.toBuffer(), mint.toBuffer()], ATA)[0];

/** An instruction with the payer's signature, where the payer is among its accounts. */
export const instructionOf = (programId: PublicKey, keys: readonly PublicKey[], data: string) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((pubkey) => ({
      pubkey,
      isSigner: pubkey.equals(PAYER),
      isWritable: !pubkey.equals(PAYER),
    })),
    data: Buffer.from(data, 'hex'),
  });

export const sendChecked = (to: PublicKey, mint = USDC, program = TOKEN) =>
  instructionOf(program, [accountOf(PAYER, mint, program), mint, to, PAYER], `0c${AMOUNT}06`);
/** The older transfer, which names no mint. */
export const sendPlain = (to: PublicKey, source = accountOf(PAYER)) =>
  instructionOf(TOKEN, [source, to, PAYER], `03${AMOUNT}`);
/** Has the associated token account program make an account; the bytes may name any. */
export const makeAccount = (account: PublicKey, owner: PublicKey) =>
  instructionOf(ATA, [PAYER, account, owner, USDC, SystemProgram.programId, TOKEN], '01');
/** Says who owns a new token account (`InitializeAccount3`). */
export const initialise = (account: PublicKey, owner: PublicKey) =>
  instructionOf(TOKEN, [account, USDC], `12${owner.toBuffer().toString('hex')}`);

export function unsignedOf(...instructions: TransactionInstruction[]): string {
  const message = new TransactionMessage({
    payerKey: PAYER,
    recentBlockhash: keyOf(9).toBase58(),
    instructions,
  }).compileToV0Message();
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('hex');
}
