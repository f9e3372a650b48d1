import { base58 } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { chainError } from '../model/errors.ts';
import {
  type TransferAsset,
  type TransferField,
  type TransferForm,
  type TransferRequest,
  sentAmount,
  assetIn,
  createAssetLists,
  fieldIn,
  readFields,
  readWhole,
  recipientIn,
} from '../model/transfer.ts';
import { transferError } from '../model/transfer-errors.ts';
import { ASSOCIATED_TOKEN_PROGRAM, associatedTokenAccount, isOnCurve } from './token-owners.ts';
import { SOL_DECIMALS, listSolanaTokens } from './tokens.ts';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES, encodeTransaction } from './transaction.ts';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** Of the mints that are listed by hand, those that the newer program has; with the wrong one the network refuses the transfer. */
const ON_TOKEN_2022 = new Set(['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo']);

const NETWORK = 'mainnet';
const MAX_U64 = 2n ** 64n - 1n;
/** Enough to make a token account and pay to it; asked for where a price is paid for it, or where equal payments are told apart. */
const COMPUTE_UNITS = 120_000;

const BLOCKHASH: TransferField = {
  name: 'blockhash',
  label: 'Recent blockhash',
  where: 'getLatestBlockhash of a node. The network takes it for about a minute: get it last.',
  initial: '',
  group: 'known',
  standIn: '1'.repeat(PUBLIC_KEY_BYTES),
};
const PRIORITY: TransferField = {
  name: 'priority',
  label: 'Priority fee',
  aside: 'micro-lamports per compute unit',
  where: 'Empty: none. A busy network takes those that pay first.',
  initial: '',
  group: 'fee',
  isOptional: true,
};
const PROGRAM: TransferField = {
  name: 'tokenProgram',
  label: 'Token program',
  where: 'Empty: Token Program, or Token-2022 for PYUSD. An explorer shows it as the owner of the mint.',
  initial: '',
  group: 'fee',
  isOptional: true,
};

/** An address as it was typed. @throws AppError `ADDRESS_INVALID` */
export function parseSolanaAddress(text: string): string {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || base58.decode(text).length !== PUBLIC_KEY_BYTES)
    throw chainError('ADDRESS_INVALID.text', { chain: 'Solana', why: '32 bytes in Base58 are wanted' });
  return text;
}

const NETWORKS = [{ id: NETWORK, name: 'Solana' }];
const assets = createAssetLists(NETWORKS, () => [
  { id: '', symbol: 'SOL', name: 'Solana', decimals: SOL_DECIMALS },
  ...listSolanaTokens().map(({ mint: id, ...token }) => ({ id, ...token })),
]);

interface Account {
  readonly address: string;
  readonly isWritable: boolean;
}
interface Instruction {
  readonly program: string;
  readonly accounts: readonly Account[];
  readonly data: Uint8Array;
}

const writable = (address: string): Account => ({ address, isWritable: true });
const readonly = (address: string): Account => ({ address, isWritable: false });

/**
 * Builds a transfer with an empty signature. Tokens go between the default token accounts of both sides; the recipient's is
 * made where it is missing (`CreateIdempotent`), and the sender pays for it.
 */
function build(request: TransferRequest): string {
  const { asset } = readFields({ asset: () => assetIn({ assets }, request) });
  const isCoin = asset.id === '';
  const from = request.sender.address;
  const { to, amount, blockhash, priority, tokenProgram } = readFields({
    to: () => readRecipient(request, asset),
    amount: () => sentAmount(request, asset, MAX_U64),
    blockhash: () => readBlockhash(request),
    priority: () => (isEmpty(request, PRIORITY) ? null : readWhole(fieldIn(request, PRIORITY), MAX_U64)),
    tokenProgram: () => readProgram(request, asset.id),
  });
  const transfer = isCoin
    ? [systemTransfer(from, to, amount)]
    : tokenTransfer({ from, to, amount, mint: asset.id, decimals: asset.decimals, tokenProgram });
  return toHex(compile(from, blockhash, [...budget(priority, request.repeat ?? 0), ...transfer]));
}

/** The compute units that are asked for. An equal payment asks for one more than the one before: nothing else tells them apart. */
function budget(priority: bigint | null, repeat: number): Instruction[] {
  const of = (...data: readonly number[]): Instruction => ({
    program: COMPUTE_BUDGET,
    accounts: [],
    data: Uint8Array.from(data),
  });
  return [
    ...(priority === null && repeat === 0 ? [] : [of(2, ...little(BigInt(COMPUTE_UNITS + repeat), 4))]),
    ...(priority === null ? [] : [of(3, ...little(priority, 8))]),
  ];
}

function readRecipient(request: TransferRequest, { id }: TransferAsset): string {
  const to = recipientIn(request, parseSolanaAddress);
  if (to === SYSTEM_PROGRAM) throw transferError('TRANSFER_RECIPIENT_INVALID.zero');
  const token = assets(request.network).find((each) => each.id === to);
  if (token !== undefined) throw transferError('TRANSFER_RECIPIENT_INVALID.token', { symbol: token.symbol });
  // The default token account of a token account belongs to nobody: what is sent there stays there.
  if (id !== '' && !isOnCurve(base58.decode(to))) throw transferError('TRANSFER_RECIPIENT_INVALID.noWallet');
  return to;
}

function readBlockhash(request: TransferRequest): string {
  const text = fieldIn(request, BLOCKHASH);
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || base58.decode(text).length !== PUBLIC_KEY_BYTES)
    throw transferError('TRANSFER_BLOCK_INVALID.solana');
  return text;
}

function readProgram(request: TransferRequest, mint: string): string {
  if (isEmpty(request, PROGRAM)) return ON_TOKEN_2022.has(mint) ? TOKEN_2022 : TOKEN_PROGRAM;
  const program = parseSolanaAddress(fieldIn(request, PROGRAM));
  if (program === TOKEN_PROGRAM || program === TOKEN_2022) return program;
  throw chainError('ADDRESS_INVALID.text', {
    chain: 'Solana token program',
    why: `${TOKEN_PROGRAM} or ${TOKEN_2022} is wanted`,
  });
}

const isEmpty = ({ values }: TransferRequest, { name }: TransferField): boolean =>
  (values[name] ?? '').trim() === '';

const systemTransfer = (from: string, to: string, lamports: bigint): Instruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [writable(from), writable(to)],
  data: Uint8Array.of(2, 0, 0, 0, ...little(lamports, 8)),
});

function tokenTransfer(payment: {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly mint: string;
  readonly decimals: number;
  readonly tokenProgram: string;
}): Instruction[] {
  const { from, to, amount, mint, decimals, tokenProgram } = payment;
  const source = associatedTokenAccount(from, tokenProgram, mint);
  const destination = associatedTokenAccount(to, tokenProgram, mint);
  return [
    {
      program: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        writable(from),
        writable(destination),
        readonly(to),
        readonly(mint),
        readonly(SYSTEM_PROGRAM),
        readonly(tokenProgram),
      ],
      data: Uint8Array.of(1),
    },
    {
      program: tokenProgram,
      accounts: [writable(source), readonly(mint), writable(destination), readonly(from)],
      data: Uint8Array.of(12, ...little(amount, 8), decimals),
    },
  ];
}

/** Little-endian bytes of a number. */
const little = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

/** The payer first, then what is written to, then the rest; each account once. */
function compile(payer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const named = instructions.flatMap(({ program, accounts }) => [...accounts, readonly(program)]);
  const written = new Set(named.flatMap(({ address, isWritable }) => (isWritable ? [address] : [])));
  written.delete(payer);
  const others = new Set(named.map(({ address }) => address).filter((each) => !written.has(each)));
  others.delete(payer);
  const accounts = [payer, ...written, ...others];
  return encodeTransaction({
    signatures: [new Uint8Array(SIGNATURE_BYTES)],
    version: 'legacy',
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: others.size,
    accounts: accounts.map((address) => ({ address })),
    blockhash,
    instructions: instructions.map(({ program, accounts: named, data }) => ({
      programIndex: accounts.indexOf(program),
      accountIndexes: named.map(({ address }) => accounts.indexOf(address)),
      data,
    })),
    lookups: [],
  });
}

/** Payments on Solana. A transaction doesn't name its network; the tokens are those of the main one. */
export const solanaTransfer: TransferForm = {
  networks: NETWORKS,
  fields: [BLOCKHASH, PRIORITY, PROGRAM],
  assets,
  build,
  series: {
    kind: 'apart',
    note: 'All payments carry this blockhash. It lapses after about 150 blocks, a minute or so: what isn’t approved and sent by then isn’t paid. Read the file first, get the blockhash last, and keep a file to about 50 payments.',
  },
  nonceOf: () => null,
};
