import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Psbt, script, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { scriptsOfKey } from '#chains/bitcoin/spending.ts';
import { idText } from '#chains/bitcoin/raw-transaction.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { scriptKindOf } from '#chains/bitcoin/script-kinds.ts';
import { signaturesNeeded } from '#chains/bitcoin/final-script.ts';
import { parseBitcoin } from '#chains/bitcoin/transaction.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { toHex } from '#protocol/encoding.ts';
import mainnet from '../../vectors/bitcoin/mainnet.json' with { type: 'json' };

/** The key and the signature with its flags that spent an input to a key’s hash on the network. */
function spentBy(
  { ins }: Transaction,
  index: number,
): { key: string; der: Uint8Array; flags: number } | null {
  const input = ins[index];
  const parts =
    input?.witness.length === 2 ? input.witness : script.decompile(input?.script ?? Buffer.alloc(0));
  const [signature, key] = parts ?? [];
  if (!(signature instanceof Uint8Array) || !(key instanceof Uint8Array) || key.length !== 33) return null;
  return { key: toHex(key), der: signature.subarray(0, -1), flags: signature.at(-1) ?? 0 };
}

describe('transactions of the main network', () => {
  it('are more than 200, with their id, and with what bitcoinjs-lib finds in them', () => {
    expect(mainnet.length).toBeGreaterThan(200);
    for (const { psbt, signed, txid } of mainnet) {
      const tx = parseBitcoin(psbt);
      const theirs = Transaction.fromHex(signed);
      expect(theirs.getId()).toBe(txid);
      expect([tx.version, tx.lockTime]).toEqual([theirs.version, theirs.locktime]);
      expect(tx.inputs.map(({ txid: id, vout, sequence }) => [idText(id), vout, sequence])).toEqual(
        theirs.ins.map(({ hash, index, sequence }) => [idText(hash), index, sequence]),
      );
      expect(tx.outputs.map(({ amount, script: paid }) => [amount, toHex(paid)])).toEqual(
        theirs.outs.map(({ value, script: paid }) => [value, toHex(paid)]),
      );
    }
  });

  it('have the amounts and scripts that bitcoinjs-lib finds for what they spend', () => {
    for (const { psbt } of mainnet) {
      const theirs = Psbt.fromHex(psbt);
      const spent = theirs.data.inputs.map(({ witnessUtxo, nonWitnessUtxo }, at) => {
        const whole = nonWitnessUtxo === undefined ? undefined : Transaction.fromBuffer(nonWitnessUtxo);
        return witnessUtxo ?? whole?.outs[theirs.txInputs[at]?.index ?? -1];
      });
      expect(parseBitcoin(psbt).inputs.map(({ amount, script: paid }) => [amount, toHex(paid)])).toEqual(
        spent.map((each) => [each?.value, toHex(each?.script ?? new Uint8Array())]),
      );
    }
  });

  it('have signatures of the network over the very hash that we would have a key sign', () => {
    let checked = 0;
    for (const { psbt, signed } of mainnet) {
      const tx = parseBitcoin(psbt);
      const network = Transaction.fromHex(signed);
      tx.inputs.forEach(({ script: paid }, index) => {
        const spent =
          scriptKindOf(paid) === 'p2wpkh' || scriptKindOf(paid) === 'p2pkh' ? spentBy(network, index) : null;
        if (spent?.flags !== 1) return;
        const needed = signaturesNeeded(tx, scriptsOfKey(spent.key), spent.key);
        const hash = needed.find((each) => each.index === index)?.hash();
        const signature = secp256k1.Signature.fromBytes(spent.der, 'der').toBytes('compact');
        const key = secp256k1.Point.fromHex(spent.key).toBytes();
        expect(
          hash !== undefined && secp256k1.verify(signature, hash, key, { prehash: false, lowS: false }),
        ).toBe(true);
        checked += 1;
      });
    }
    expect(checked).toBeGreaterThan(150);
  });

  it('are read in keeping with the schema, no two the same', () => {
    const readings = mainnet.map(({ psbt }) => {
      const reading = readBitcoin(psbt);
      expect(decodedTransaction.safeParse(reading).error).toBeUndefined();
      return JSON.stringify(reading.raw);
    });
    expect(new Set(readings).size).toBe(mainnet.length);
  });
});
