import { ethereumError } from './model/errors.ts';

const PSBT_MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff];

/**
 * Says whose transaction the bytes look like when they are not Ethereum's; returns when it cannot tell.
 * @throws AppError `TRANSACTION_WRONG_CHAIN` naming the chain
 */
export function refuseOtherChains(bytes: Uint8Array): void {
  const chain = guessChain(bytes);
  if (chain === undefined) return;
  throw ethereumError('TRANSACTION_WRONG_CHAIN', { chain });
}

function guessChain(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (PSBT_MAGIC.every((byte, index) => bytes[index] === byte)) return 'Bitcoin';
  // Tempo's type bytes: a transaction, and what its fee payer signs.
  if (first === 0x76 || first === 0x78) return 'Tempo';
  // Tron's raw data is protobuf: ref_block_bytes (field 1, two bytes), then ref_block_hash (field 4, eight bytes).
  if (first === 0x0a && second === 0x02 && bytes[4] === 0x22 && bytes[5] === 0x08) return 'Tron';
  if (looksLikeSolana(bytes)) return 'Solana';
  // A raw Bitcoin transaction starts with its version, 1 or 2, as four little-endian bytes.
  if ((first === 1 || first === 2) && second === 0 && third === 0 && fourth === 0) return 'Bitcoin';
  return undefined;
}

/** The number of signatures, that many 64-byte slots, then a message whose header repeats the number. */
function looksLikeSolana(bytes: Uint8Array): boolean {
  const signatures = bytes[0] ?? 0;
  if (signatures < 1 || signatures > 12) return false;
  const message = 1 + 64 * signatures;
  // A message of version 0 has 0x80 before its header.
  const header = bytes[message] === 0x80 ? message + 1 : message;
  return (
    header + 36 < bytes.length && bytes[header] === signatures && (bytes[header + 1] ?? 255) < signatures
  );
}
