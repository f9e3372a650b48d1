import { KeyAuthorization, TxEnvelopeTempo } from 'ox/tempo';
import { Secp256k1 } from 'ox';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';

export const PRIVATE_KEY: Hex = `0x${'0'.repeat(63)}1`;
/** The address of {@link PRIVATE_KEY}. */
export const SENDER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
export const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const NEW_KEY = '0xBE95c3f554e9Fc85ec51bE69a3D807A0D55BCF2C';
export const PATH_USD = '0x20C0000000000000000000000000000000000000';

type Envelope = Parameters<typeof TxEnvelopeTempo.serialize>[0];
/** What differs from the usual envelope. */
export type Changes = Partial<Envelope>;

/** A transfer of tokens, as call data. */
export const transfer = (amount: bigint, to: Hex = RECEIVER): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

/** An envelope of ox: 1.5 pathUSD on mainnet, valid until a time, unless told otherwise. */
export const envelope = (changes: Changes = {}): Envelope => ({
  type: 'tempo',
  chainId: 4217,
  gas: 50_000n,
  maxFeePerGas: 20_000_000_000n,
  maxPriorityFeePerGas: 1n,
  nonce: 7n,
  validBefore: 1_795_219_200,
  feeToken: PATH_USD,
  calls: [{ to: PATH_USD, data: transfer(1_500_000n) }],
  ...changes,
});

/** The same as hex, as ox encodes it. */
export const tempoHex = (changes: Changes = {}): string =>
  TxEnvelopeTempo.serialize(envelope(changes)).slice(2);

/** A key authorization, signed by {@link PRIVATE_KEY} or another key. */
export function grant(
  changes: Partial<Pick<KeyAuthorization.Input, 'chainId' | 'expiry' | 'isAdmin' | 'account'>> = {},
  privateKey: Hex = PRIVATE_KEY,
): KeyAuthorization.Signed {
  const authorization = KeyAuthorization.from({
    address: NEW_KEY,
    chainId: changes.chainId ?? 4217n,
    type: 'p256',
    limits: [{ token: PATH_USD, limit: 5_000_000n, period: 86_400 }],
    ...(changes.expiry === undefined ? {} : { expiry: changes.expiry }),
    ...(changes.isAdmin === undefined ? {} : { isAdmin: changes.isAdmin }),
    ...(changes.account === undefined ? {} : { account: changes.account }),
  });
  const signature = Secp256k1.sign({ payload: KeyAuthorization.getSignPayload(authorization), privateKey });
  return KeyAuthorization.from(authorization, { signature: { signature, type: 'secp256k1' } });
}
