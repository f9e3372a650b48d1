import { createHash } from 'node:crypto';
import { PublicKey, SystemProgram, Transaction as SolanaTransaction } from '@solana/web3.js';
import { address as bitcoinAddress, Psbt } from 'bitcoinjs-lib';
import { keccak256, recoverAddress } from 'ethers';
import { Signature } from 'ox';
import { TxEnvelopeTempo } from 'ox/tempo';
import { TronWeb } from 'tronweb';
import { expect } from 'vitest';
import { readSpends } from './bitcoin-signed.ts';
import { fundingOf } from '../chains/bitcoin/unsigned.ts';
import { tempoHex, transfer } from '../chains/tempo/unsigned.ts';
import { RECEIVER, tronRaw } from '../chains/tron/unsigned.ts';

/** A transaction for a key, and how the chain's own library looks at what came back. */
interface Sample {
  readonly unsigned: string;
  /** @param signed what the window gives, as hex; @param shown all the words on the screen */
  check(signed: string, shown: string): void;
}

interface ChainSample {
  /** The name of the key that signs. */
  readonly key: string;
  /** The form of the address that its row shows. */
  readonly form: RegExp;
  readonly make: (address: string) => Sample;
}

/** Send 1.5 SOL, as a legacy transaction with an empty signature. */
function solanaSample(from: string): Sample {
  const [fromPubkey, toPubkey] = [new PublicKey(from), new PublicKey(new Uint8Array(32).fill(5))];
  const transaction = new SolanaTransaction();
  transaction.feePayer = fromPubkey;
  transaction.recentBlockhash = new PublicKey(new Uint8Array(32).fill(6)).toBase58();
  transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_500_000_000 }));
  const unsigned = transaction
    .serialize({ requireAllSignatures: false, verifySignatures: false })
    .toString('hex');
  return {
    unsigned,
    check: (signed) => {
      const sent = SolanaTransaction.from(Buffer.from(signed, 'hex'));
      expect(sent.verifySignatures()).toBe(true);
      expect(sent.serializeMessage().toString('hex')).toBe(unsigned.slice(2 + 128));
      const accounts = sent.instructions[0]?.keys.map(({ pubkey }) => pubkey.toBase58());
      expect(accounts).toEqual([from, toPubkey.toBase58()]);
    },
  };
}

/** Send 1.5 TRX from the account of the key that has the Ethereum address. */
function tronSample(ethereumAddress: string): Sample {
  const owner = `41${ethereumAddress.slice(2).toLowerCase()}`;
  const transfer = { owner_address: owner, to_address: RECEIVER.hex, amount: 1_500_000 };
  // Within its time limit by this machine's clock, as one that is to be sent.
  const unsigned = tronRaw('TransferContract', transfer, Date.now() + 3_600_000);
  return {
    unsigned,
    check: (signed, shown) => {
      // `Transaction {1: raw_data, 2: signature}`: 65 bytes of signature at the end.
      expect(signed).toContain(unsigned);
      const id = createHash('sha256').update(Buffer.from(unsigned, 'hex')).digest('hex');
      expect(recoverAddress(`0x${id}`, `0x${signed.slice(-130)}`)).toBe(ethereumAddress);
      expect(shown).toContain(TronWeb.address.fromHex(owner));
      expect(shown).toContain(id);
    },
  };
}

/** Send 1.5 pathUSD on Tempo, within the next hour. */
function tempoSample(address: string): Sample {
  const unsigned = tempoHex({ validBefore: Math.floor(Date.now() / 1000) + 3600 });
  return {
    unsigned,
    check: (signed) => {
      const sent = TxEnvelopeTempo.deserialize(`0x76${signed.slice(2)}`);
      expect(sent.calls[0]?.data).toBe(transfer(1_500_000n));
      expect(sent.from?.toLowerCase()).toBe(address.toLowerCase());
      if (sent.signature?.type !== 'secp256k1') throw new Error('another kind of signature');
      const signature = Signature.toHex(sent.signature.signature);
      expect(recoverAddress(keccak256(`0x${unsigned}`), signature)).toBe(address);
    },
  };
}

/** Send 0.009 BTC of 0.01 to an address that Bitcoin's own documents use (BIP-173). */
function bitcoinSample(from: string): Sample {
  const script = bitcoinAddress.toOutputScript(from);
  const coin = fundingOf(script, 1_000_000n, 3);
  const psbt = new Psbt()
    .addInput({ hash: coin.getId(), index: 0, witnessUtxo: { script, value: 1_000_000n } })
    .addOutput({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', value: 900_000n });
  return {
    unsigned: psbt.toHex(),
    check: (signed, shown) => {
      const { sent, isValid } = readSpends(signed, from, [1_000_000n]);
      expect(isValid).toEqual([true]);
      expect(sent.outs.map((out) => [bitcoinAddress.fromOutputScript(out.script), out.value])).toEqual([
        ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 900_000n],
      ]);
      expect(shown).toContain(sent.getId());
    },
  };
}

/** The chains beside Ethereum that the window signs for. */
export const CHAIN_SAMPLES: readonly ChainSample[] = [
  { key: 'Solana ops', form: /^[1-9A-HJ-NP-Za-km-z]{43,44}$/, make: solanaSample },
  { key: 'Treasury hot', form: /^0x[0-9a-fA-F]{40}$/, make: tronSample },
  { key: 'Treasury hot', form: /^0x[0-9a-fA-F]{40}$/, make: tempoSample },
  { key: 'Bitcoin ops', form: /^bc1q[0-9a-z]{38}$/, make: bitcoinSample },
];
