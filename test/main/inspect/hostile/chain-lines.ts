import {
  AddressLookupTableAccount,
  Authorized,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { payments } from 'bitcoinjs-lib';
import { encodeFunctionData, erc20Abi } from 'viem';
import { OTHER as BITCOIN_OTHER, OWN, psbtHex, scriptOf, SHARED } from '#test/chains/bitcoin/unsigned.ts';
import { encode } from '#test/chains/ethereum/unsigned.ts';
import { grant, PATH_USD, tempoHex, transfer } from '#test/chains/tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '#test/chains/tron/unsigned.ts';
import { type Hostile, THIEF, THIEF_WORD, bitcoin, solana, tempo, tron } from './line.ts';

const line = (
  name: string,
  request: Hostile['request'],
  stops: readonly string[],
  names: Hostile['names'],
): Hostile => ({ name, request, stops, names });

const keyOf = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));
const [us, thief] = [keyOf(1), keyOf(2)];
const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const accountOf = (owner: PublicKey) =>
  PublicKey.findProgramAddressSync([owner.toBuffer(), TOKEN.toBuffer(), USDC.toBuffer()], ATA)[0];
const instruction = (programId: PublicKey, keys: PublicKey[], data: string) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(us), isWritable: true })),
    data: Buffer.from(data, 'hex'),
  });
const u64 = (value: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString('hex');
};
const run = (tables: AddressLookupTableAccount[], ...instructions: TransactionInstruction[]) => {
  const message = new TransactionMessage({
    payerKey: us,
    recentBlockhash: keyOf(9).toBase58(),
    instructions,
  });
  return solana(
    Buffer.from(new VersionedTransaction(message.compileToV0Message(tables)).serialize()).toString('hex'),
  );
};
const SOL = 1_000_000_000;
const toThief = SystemProgram.transfer({ fromPubkey: us, toPubkey: thief, lamports: 900 * SOL });
const small = SystemProgram.transfer({ fromPubkey: us, toPubkey: keyOf(5), lamports: 1 });
const T = thief.toBase58();

const THIEF_TRON = RECEIVER;
const USDT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const trigger = (data: string, value = 0, contract = USDT) =>
  tron(
    tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: contract,
      data: data.replace('0x', ''),
      ...(value === 0 ? {} : { call_value: value }),
    }),
  );
const tronWord = `0x${THIEF_TRON.hex.slice(2)}`;
const permission = (type: number, name: string, id: number) => ({
  type,
  id,
  permission_name: name,
  threshold: 1,
  ...(type === 2 ? { operations: '7fff1fc0033e0000000000000000000000000000000000000000000000000000' } : {}),
  keys: [{ address: THIEF_TRON.hex, weight: 1 }],
});

export const CHAIN_LINES: readonly Hostile[] = [
  line('Solana: a small payment before one to a stranger', run([], small, toThief), [], [T, '900']),
  line(
    'Solana: our account given to a stranger’s program',
    run([], SystemProgram.assign({ accountPubkey: us, programId: thief })),
    ['CONTROL_CHANGED'],
    [T],
  ),
  line(
    'Solana: a stranger as the owner of our tokens',
    run([], instruction(TOKEN, [accountOf(us), us], `060201${thief.toBuffer().toString('hex')}`)),
    ['CONTROL_CHANGED'],
    [T],
  ),
  line(
    'Solana: a stranger who may take all our tokens',
    run([], instruction(TOKEN, [accountOf(us), thief, us], `04${u64(2n ** 64n - 1n)}`)),
    ['UNLIMITED_APPROVAL'],
    [T],
  ),
  line(
    'Solana: an account closed to a stranger',
    run([], instruction(TOKEN, [accountOf(us), thief, us], '09')),
    ['ACCOUNT_CLOSED'],
    [T],
  ),
  line(
    'Solana: a stranger who may withdraw the stake',
    run(
      [],
      ...StakeProgram.authorize({
        stakePubkey: keyOf(7),
        authorizedPubkey: us,
        newAuthorizedPubkey: thief,
        stakeAuthorizationType: { index: 1 },
      }).instructions,
    ),
    ['CONTROL_CHANGED'],
    [T],
  ),
  line(
    'Solana: a new stake account that is a stranger’s',
    run(
      [],
      ...(StakeProgram.initialize({
        stakePubkey: keyOf(7),
        authorized: new Authorized(thief, thief),
      }) instanceof TransactionInstruction
        ? [StakeProgram.initialize({ stakePubkey: keyOf(7), authorized: new Authorized(thief, thief) })]
        : []),
    ),
    [],
    [T],
  ),
  line(
    'Solana: our tokens handed to a program that wraps the token program',
    run([], instruction(thief, [accountOf(us), accountOf(thief), us, TOKEN], `03${u64(10n ** 12n)}`)),
    ['BLIND_SIGNING'],
    [],
  ),
  line(
    'Solana: a recipient out of a lookup table',
    run(
      [
        new AddressLookupTableAccount({
          key: keyOf(8),
          state: {
            deactivationSlot: 2n ** 64n - 1n,
            lastExtendedSlot: 0,
            lastExtendedSlotStartIndex: 0,
            addresses: [thief],
          },
        }),
      ],
      toThief,
    ),
    ['BLIND_SIGNING'],
    [],
  ),
  line(
    'Solana: a memo that says that all is well',
    run(
      [],
      toThief,
      instruction(MEMO, [us], Buffer.from('Refund to treasury, approved by Anna\u202E').toString('hex')),
    ),
    [],
    [T, '900'],
  ),
  line(
    'Solana: a transfer that names no token, to a stranger’s account',
    run([], instruction(TOKEN, [accountOf(us), accountOf(thief), us], `03${u64(10n ** 12n)}`)),
    [],
    [accountOf(thief).toBase58()],
  ),
  line(
    'Solana: a fee of ten thousand dollars',
    run(
      [],
      small,
      instruction(new PublicKey('ComputeBudget111111111111111111111111111111'), [], `03${u64(10n ** 14n)}`),
    ),
    ['PRIORITY_FEE_HIGH'],
    [/20,000/],
  ),

  line(
    'Bitcoin: a bare multisig with a stranger',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [{ to: scriptOf(SHARED), amount: 990_000n }],
      }),
    ),
    ['SHARED_OUTPUT'],
    [/script/],
  ),
  line(
    'Bitcoin: a bare public key of a stranger',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [
          {
            to: scriptOf(
              payments.p2pk({
                pubkey: Buffer.from(
                  `0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798`,
                  'hex',
                ),
              }),
            ),
            amount: 990_000n,
          },
        ],
      }),
    ),
    ['BLIND_SIGNING'],
    [/script/],
  ),
  line(
    'Bitcoin: a script that anybody can spend',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [{ to: Uint8Array.of(0x51), amount: 990_000n }],
      }),
    ),
    ['BLIND_SIGNING'],
    [/script/],
  ),
  line(
    'Bitcoin: an amount beside data',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [{ to: Uint8Array.of(0x6a, 2, 0x68, 0x69), amount: 990_000n }],
      }),
    ),
    ['BURNS'],
    ['destroy 0.0099 BTC'],
  ),
  line(
    'Bitcoin: outputs that the signature leaves open',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true, sighash: 2 }],
        outputs: [{ to: scriptOf(OWN.p2wpkh), amount: 990_000n }],
      }),
    ),
    ['SIGHASH_NOT_ALL'],
    [],
  ),
  line(
    'Bitcoin: a claimed amount',
    bitcoin(psbtHex()),
    ['AMOUNTS_CLAIMED'],
    [BITCOIN_OTHER.p2wpkh.address ?? ''],
  ),
  line(
    'Bitcoin: a stranger among change',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [
          { to: scriptOf(OWN.p2tr), amount: 10_000n },
          { to: scriptOf(BITCOIN_OTHER.p2tr), amount: 900_000n },
          { to: scriptOf(OWN.p2pkh), amount: 80_000n },
        ],
      }),
    ),
    [],
    [BITCOIN_OTHER.p2tr.address ?? '', '0.009'],
  ),
  line(
    'Bitcoin: an address of a future kind',
    bitcoin(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', isProven: true }],
        outputs: [{ to: Uint8Array.of(0x52, 32, ...new Uint8Array(32).fill(1)), amount: 990_000n }],
      }),
    ),
    ['UNKNOWN_WITNESS'],
    [],
  ),

  line(
    'Tron: every permission of the account for a stranger',
    tron(
      tronRaw('AccountPermissionUpdateContract', {
        owner_address: OWNER.hex,
        owner: permission(0, 'owner', 0),
        actives: [permission(2, 'active', 2)],
      }),
    ),
    ['PERMISSION_UPDATE'],
    [THIEF_TRON.text],
  ),
  line(
    'Tron: an active permission for a stranger beside the owner’s',
    tron(
      tronRaw('AccountPermissionUpdateContract', {
        owner_address: OWNER.hex,
        owner: { ...permission(0, 'owner', 0), keys: [{ address: OWNER.hex, weight: 1 }] },
        actives: [permission(2, 'active', 2)],
      }),
    ),
    ['PERMISSION_UPDATE'],
    [THIEF_TRON.text],
  ),
  line(
    'Tron: an allowance of USDT without limit',
    trigger(encode('approve(address,uint256)', tronWord, 2n ** 256n - 1n)),
    ['UNLIMITED_APPROVAL'],
    [THIEF_TRON.text],
  ),
  line(
    'Tron: a transfer with the prefix in front of the address',
    trigger(
      encode('transfer(address,uint256)', tronWord, 5_000_000n).replace(
        /0{24}d0b6/,
        `${'0'.repeat(22)}41d0b6`,
      ),
    ),
    [],
    [THIEF_TRON.text, '5.00 USDT'],
  ),
  line(
    'Tron: energy delegated to a stranger and locked',
    tron(
      tronRaw('DelegateResourceContract', {
        owner_address: OWNER.hex,
        receiver_address: THIEF_TRON.hex,
        balance: 900_000_000_000,
        resource: 'ENERGY',
        lock: true,
        lock_period: 864000,
      }),
    ),
    [],
    [THIEF_TRON.text],
  ),
  line(
    'Tron: TRX with a call of an unknown contract',
    trigger('0xd0e30db0', 900_000_000_000, THIEF_TRON.hex),
    ['VALUE_TO_UNKNOWN_CONTRACT'],
    [THIEF_TRON.text, '900,000'],
  ),
  line(
    'Tron: a multicall inside that pays a stranger',
    trigger(encode('multicall(bytes[])', [encode('transfer(address,uint256)', tronWord, 5_000_000n)])),
    [],
    [THIEF_TRON.text],
  ),

  line(
    'Tempo: a stranger’s payment in the middle of a batch',
    tempo(
      tempoHex({
        calls: [
          { to: PATH_USD, data: transfer(1n) },
          {
            to: PATH_USD,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: 'transfer',
              args: [THIEF, 900_000_000_000n],
            }),
          },
          { to: PATH_USD, data: transfer(1n) },
        ],
      }),
    ),
    [],
    [THIEF, '900,000'],
  ),
  line(
    'Tempo: an allowance in the middle of a batch',
    tempo(
      tempoHex({
        calls: [
          { to: PATH_USD, data: transfer(1n) },
          {
            to: PATH_USD,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [THIEF, 2n ** 255n] }),
          },
        ],
      }),
    ),
    ['UNLIMITED_APPROVAL'],
    [THIEF],
  ),
  line(
    'Tempo: an access key of a stranger',
    tempo(tempoHex({ keyAuthorization: grant() })),
    ['KEY_ACCESS'],
    [/and let the key 0xBE95c3f554e9Fc85ec51bE69a3D807A0D55BCF2C sign for the account/],
  ),
  line(
    'Tempo: an unknown call of a stranger’s contract',
    tempo(tempoHex({ calls: [{ to: THIEF, data: `0xdeadbeef${THIEF_WORD}` }] })),
    ['BLIND_SIGNING'],
    [THIEF],
  ),
];
