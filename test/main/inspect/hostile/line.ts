import { OWN, PUBLIC_KEY } from '#test/chains/bitcoin/unsigned.ts';
import { SIGNER, unsigned } from '#test/chains/ethereum/unsigned.ts';
import { SENDER } from '#test/chains/tempo/unsigned.ts';
import { OWNER } from '#test/chains/tron/unsigned.ts';

/** Another Ethereum address of ours. */
export const COLD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** Nobody whom we know. */
export const THIEF = '0x1bD939EcF56eD246C5F5c0191E690D59A2806122';
export const THIEF_WORD = THIEF.slice(2).toLowerCase().padStart(64, '0');
/** The Solana account of ours: the key of 32 bytes 01. */
export const SOLANA = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

const key = (name: string, format: string, address: string, publicKey?: string) => ({
  name,
  ...(publicKey === undefined ? {} : { publicKey }),
  addresses: [{ format: `ADDRESS_FORMAT_${format}`, address }],
});
export const OURS = [
  key('Treasury hot', 'ETHEREUM', SIGNER),
  key('Treasury cold', 'ETHEREUM', COLD),
  key('Tempo ops', 'ETHEREUM', SENDER),
  key('Solana ops', 'SOLANA', SOLANA),
  key('Tron ops', 'TRON', OWNER.text),
  key('Bitcoin ops', 'BITCOIN_MAINNET_P2WPKH', OWN.p2wpkh.address ?? '', PUBLIC_KEY),
];

/** A line that wants an operator to approve something else than they believe. */
export interface Hostile {
  readonly name: string;
  readonly request: { readonly operation: string; readonly parameters: object };
  /** What the sentence or a warning has to name. */
  readonly names: readonly (string | RegExp)[];
  /** A warning that stops the operator, one of these. */
  readonly stops: readonly string[];
}

const signing = (type: string, signWith: string, unsignedTransaction: string) => ({
  operation: 'sign_transaction',
  parameters: { signWith, unsignedTransaction, type: `TRANSACTION_TYPE_${type}` },
});
export const ethereum = (fields: Parameters<typeof unsigned>[0]) =>
  signing('ETHEREUM', SIGNER, unsigned(fields));
export const solana = (hex: string) => signing('SOLANA', SOLANA, hex);
export const tron = (hex: string) => signing('TRON', OWNER.text, hex);
export const tempo = (hex: string) => signing('TEMPO', SENDER, hex);
export const bitcoin = (hex: string) => signing('BITCOIN', OWN.p2wpkh.address ?? '', hex);
export const payload = (text: string, encoding = 'EIP712', hashFunction = 'NO_OP') => ({
  operation: 'sign_raw_payload',
  parameters: {
    signWith: SIGNER,
    payload: text,
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hashFunction}`,
  },
});
export const typed = (data: object) => payload(JSON.stringify(data));
