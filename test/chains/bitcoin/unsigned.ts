import { initEccLib, networks, payments, Psbt, Transaction } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';

initEccLib(ecc);

export const PRIVATE_KEY = `${'00'.repeat(31)}07`;
const pubkey = Buffer.from(ecc.pointFromScalar(Buffer.from(PRIVATE_KEY, 'hex'), true) ?? []);
export const PUBLIC_KEY = pubkey.toString('hex');
const otherKey = Buffer.from(ecc.pointFromScalar(Buffer.alloc(32, 9), true) ?? []);

const addressesOf = (key: Buffer, network = networks.bitcoin) => {
  const wpkh = payments.p2wpkh({ pubkey: key, network });
  return {
    p2pkh: payments.p2pkh({ pubkey: key, network }),
    p2wpkh: wpkh,
    p2sh: payments.p2sh({ redeem: wpkh, network }),
    p2tr: payments.p2tr({ internalPubkey: key.subarray(1), network }),
    p2wsh: payments.p2wsh({ redeem: payments.p2pk({ pubkey: key, network }), network }),
  };
};
export const OWN = addressesOf(pubkey);
export const OTHER = addressesOf(otherKey);
export const TEST_OWN = addressesOf(pubkey, networks.testnet);
/** One of two keys: the signer's and another's. */
export const SHARED = payments.p2ms({ m: 1, pubkeys: [pubkey, otherKey] });

export type Kind = keyof typeof OWN;
export interface Given {
  readonly inputs?: readonly {
    readonly kind: Kind;
    readonly of?: typeof OWN;
    readonly amount?: bigint;
    readonly sighash?: number;
    readonly sequence?: number;
    /** Whether the whole transaction that it spends from is given, not only the output. */
    readonly isProven?: boolean;
  }[];
  readonly outputs?: readonly { readonly to: Uint8Array; readonly amount: bigint }[];
  readonly lockTime?: number;
}

export const scriptOf = (payment: { output?: Uint8Array | undefined }): Uint8Array =>
  payment.output ?? new Uint8Array();

/** What an input spends from: made up, with one output. */
export function fundingOf(script: Uint8Array, amount: bigint, salt: number): Transaction {
  const funding = new Transaction();
  funding.addInput(Buffer.alloc(32, salt + 1), salt);
  funding.addOutput(script, amount);
  return funding;
}

/** A PSBT of version 0 as bitcoinjs-lib makes it: 0.01 BTC of each input, 0.0095 BTC to somebody. */
export function psbtOf({
  inputs = [{ kind: 'p2wpkh' }],
  outputs = [{ to: scriptOf(OTHER.p2wpkh), amount: 950_000n }],
  lockTime = 0,
}: Given = {}): Psbt {
  const psbt = new Psbt();
  psbt.setLocktime(lockTime);
  for (const [at, input] of inputs.entries()) {
    const { kind, of = OWN, amount = 1_000_000n, sighash, sequence, isProven = kind === 'p2pkh' } = input;
    const payment = of[kind];
    const script = scriptOf(payment);
    const funding = fundingOf(script, amount, at);
    const redeem = payment.redeem?.output;
    psbt.addInput({
      hash: funding.getId(),
      index: 0,
      ...(sequence === undefined ? {} : { sequence }),
      ...(isProven ? { nonWitnessUtxo: funding.toBuffer() } : { witnessUtxo: { script, value: amount } }),
      ...(kind === 'p2sh' && redeem !== undefined ? { redeemScript: redeem } : {}),
      ...(kind === 'p2wsh' && redeem !== undefined ? { witnessScript: redeem } : {}),
      ...(kind === 'p2tr' && of === OWN ? { tapInternalKey: pubkey.subarray(1) } : {}),
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    });
  }
  for (const { to, amount } of outputs) psbt.addOutput({ script: to, value: amount });
  return psbt;
}

export const psbtHex = (given?: Given): string => psbtOf(given).toHex();
