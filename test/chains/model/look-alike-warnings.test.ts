import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { readTransaction } from '#chains/chains.ts';
import { recipientsOf } from '#chains/model/recipients.ts';
import { readPayload } from '#chains/payload/read-payload.ts';
import bitcoinVectors from '../../vectors/bitcoin/published.json' with { type: 'json' };
import { permit } from '../ethereum/typed-data/samples.ts';
import { encode, OTHER, STRANGE, unsigned, USDC } from '../ethereum/unsigned.ts';
import { tempoHex } from '../tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../tron/unsigned.ts';

/** The same ends, and something else between them, as an attacker finds it by trying keys. */
const twinOf = (address: string): string => {
  const middle = Math.floor(address.length / 2);
  const other = address[middle] === '7' ? '8' : '7';
  return `${address.slice(0, middle)}${other}${address.slice(middle + 1)}`;
};

const [us, friend] = [1, 2].map((byte) => new PublicKey(new Uint8Array(32).fill(byte))) as [
  PublicKey,
  PublicKey,
];
const solana = Buffer.from(
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: us,
      recentBlockhash: friend.toBase58(),
      instructions: [SystemProgram.transfer({ fromPubkey: us, toPubkey: friend, lamports: 1 })],
    }).compileToV0Message(),
  ).serialize(),
).toString('hex');

const TRANSACTIONS: Readonly<Record<TransactionType, string>> = {
  TRANSACTION_TYPE_ETHEREUM: unsigned({ to: OTHER, value: 1n }),
  TRANSACTION_TYPE_SOLANA: solana,
  TRANSACTION_TYPE_TRON: tronRaw('TransferContract', {
    owner_address: OWNER.hex,
    to_address: RECEIVER.hex,
    amount: 1,
  }),
  TRANSACTION_TYPE_BITCOIN: bitcoinVectors[0]?.hex ?? '',
  TRANSACTION_TYPE_TEMPO: tempoHex(),
};

const warned = (type: TransactionType, hex: string, known: Parameters<typeof readTransaction>[2]) =>
  readTransaction(type, hex, known).warnings.filter(({ code }) => code === 'LOOK_ALIKE_ADDRESS');

describe('attack: a recipient with the ends of a known address', () => {
  it.each(Object.entries(TRANSACTIONS) as [TransactionType, string][])('%s', (type, hex) => {
    const [recipient = ''] = recipientsOf(readTransaction(type, hex));
    const twin = twinOf(recipient);
    expect(recipient).not.toBe('');
    const [own] = warned(type, hex, { ownAddresses: [twin] });
    expect(own?.severity).toBe('danger');
    expect(own?.text).toContain(`${recipient} is not your address ${twin},`);
    const [earlier] = warned(type, hex, { known: [recipient, twin] });
    expect(earlier?.text).toContain(`${recipient} is not an earlier recipient ${twin},`);
    expect(warned(type, hex, { ownAddresses: [recipient], known: [recipient] })).toEqual([]);
  });

  it('a spender, a called contract, and the spender of a permit', () => {
    const type = 'TRANSACTION_TYPE_ETHEREUM';
    const approval = unsigned({ to: USDC, data: encode('approve(address,uint256)', STRANGE, 5n) });
    expect(warned(type, approval, { ownAddresses: [twinOf(STRANGE)] })).toHaveLength(1);
    expect(warned(type, approval, { known: [twinOf(USDC)] })).toHaveLength(1);
    const data = permit();
    const spender = String((data.message as { spender?: unknown }).spender);
    const { warnings } = readPayload(
      {
        payload: JSON.stringify(data),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
      { curve: 'CURVE_SECP256K1', addresses: [], own: [twinOf(spender)] },
    );
    expect(warnings.map(({ code }) => code)).toContain('LOOK_ALIKE_ADDRESS');
  });
});
