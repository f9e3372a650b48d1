import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { payments, Psbt, Transaction } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';
import { describe, expect, it, vi } from 'vitest';
import { bitcoin } from '#chains/bitcoin/chain.ts';
import type { PsbtField } from '#chains/bitcoin/psbt-fields.ts';
import { parsePsbt, serialisePsbt } from '#chains/bitcoin/psbt.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { bitcoinSigner } from '#service/chains/bitcoin.ts';
import {
  fundingOf,
  OTHER,
  OWN,
  PRIVATE_KEY,
  psbtHex,
  psbtOf,
  PUBLIC_KEY,
  scriptOf,
  SHARED,
} from '../../chains/bitcoin/unsigned.ts';

const address = OWN.p2wpkh.address ?? '';
const signer = { address, publicKey: PUBLIC_KEY };
const sign = async (unsigned: string, privateKey = PRIVATE_KEY, publicKey = PUBLIC_KEY): Promise<string> =>
  bitcoinSigner.sign(unsigned, { privateKey: new Secret(fromHex(privateKey)), publicKey, signWith: address });

/** bitcoinjs-lib's judgement of a signature. */
const validator = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32
    ? ecc.verifySchnorr(hash, publicKey, signature)
    : ecc.verify(hash, publicKey, signature, true);

/** The transaction that bitcoinjs-lib makes of a signed PSBT, after it has checked every signature. */
function finalised(signed: string): Transaction {
  const psbt = Psbt.fromHex(signed);
  expect(psbt.validateSignaturesOfAllInputs(validator)).toBe(true);
  psbt.finalizeAllInputs();
  return psbt.extractTransaction();
}

const toOther = { to: scriptOf(OTHER.p2tr), amount: 1_900_000n };
const KINDS = ['p2pkh', 'p2wpkh', 'p2sh', 'p2tr', 'p2wsh'] as const;

describe('signing for Bitcoin', () => {
  it('attack: a transaction of many inputs does not keep others waiting: they have turns between its signatures', async () => {
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (ms += 6));
    const input = { kind: 'p2wpkh' } as const;
    const unsigned = psbtHex({ inputs: Array.from({ length: 40 }, () => input), outputs: [toOther] });
    const state = { isDone: false };
    const signing = sign(unsigned).then(() => (state.isDone = true));
    let turns = 0;
    while (!state.isDone) {
      await new Promise((resolve) => void setImmediate(resolve));
      turns += 1;
    }
    await signing;
    vi.restoreAllMocks();
    expect(turns).toBeGreaterThan(15);
  });

  it.each(KINDS)('%s: bitcoinjs-lib finds the signatures valid, and finalises', async (kind) => {
    const unsigned = psbtHex({
      inputs: [{ kind }, { kind }],
      outputs: [{ to: scriptOf(OTHER.p2tr), amount: 1_900_000n }],
    });
    const signed = await sign(unsigned);
    const transaction = finalised(signed);
    expect(transaction.outs).toEqual([{ script: scriptOf(OTHER.p2tr), value: 1_900_000n }]);
    expect(bitcoin.describeSigned(signed)).toEqual({ hash: transaction.getId(), signed });
    const psbt = { name: 'PSBT in base64', text: Buffer.from(signed, 'hex').toString('base64') };
    expect(bitcoin.sendForms(signed)).toEqual(
      kind === 'p2wpkh' || kind === 'p2tr'
        ? [{ name: 'Raw transaction', text: transaction.toHex(), isFinal: true }, psbt]
        : [psbt],
    );
    // Once another program has finished it, nodes take any kind. P2PKH has no witness.
    const finished = Psbt.fromHex(signed).finalizeAllInputs().toHex();
    expect(bitcoin.sendForms(finished)[0]).toEqual({
      ...{ name: 'Raw transaction', text: transaction.toHex() },
      isFinal: true,
    });
    // Without its signatures there is nothing that a node would take.
    expect(bitcoin.sendForms(unsigned).map(({ name }) => name)).toEqual(['PSBT in base64']);
    expect(bitcoin.verify({ unsigned, signed, signer }).map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('signs inputs of every kind in one transaction', async () => {
    const outputs = [{ to: scriptOf(OTHER.p2wpkh), amount: 4_990_000n }];
    const signed = await sign(psbtHex({ inputs: KINDS.map((kind) => ({ kind })), outputs }));
    expect(finalised(signed).ins).toHaveLength(5);
  });

  it('makes a raw transaction of inputs of every kind once they are finished', async () => {
    const outputs = [{ to: scriptOf(OTHER.p2wpkh), amount: 4_990_000n }];
    const signed = await sign(psbtHex({ inputs: KINDS.map((kind) => ({ kind })), outputs }));
    const finished = Psbt.fromHex(signed).finalizeAllInputs().toHex();
    expect(bitcoin.sendForms(finished)[0]?.text).toBe(finalised(signed).toHex());
  });

  it.each([2, 3, 0x81, 0x82, 0x83])('signs with the flags that are asked for: %i', async (sighash) => {
    for (const kind of KINDS) {
      const unsigned = psbtHex({
        inputs: [
          { kind, sighash },
          { kind, sighash },
        ],
        outputs: [
          { to: scriptOf(OTHER.p2tr), amount: 900_000n },
          { to: scriptOf(OTHER.p2pkh), amount: 1_000_000n },
        ],
      });
      const signed = await sign(unsigned);
      expect(Psbt.fromHex(signed).validateSignaturesOfAllInputs(validator), kind).toBe(true);
      expect(bitcoin.verify({ unsigned, signed, signer }).map(({ passed }) => passed)).toEqual([true, true]);
    }
  });

  it('signs its part of a shared script, that is older than segwit', async () => {
    const redeem = scriptOf(SHARED);
    const funding = fundingOf(scriptOf(payments.p2sh({ redeem: SHARED })), 1_000_000n, 3);
    const psbt = new Psbt();
    psbt.addInput({
      hash: funding.getId(),
      index: 0,
      nonWitnessUtxo: funding.toBuffer(),
      redeemScript: redeem,
    });
    psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 990_000n });
    expect(finalised(await sign(psbt.toHex())).ins).toHaveLength(1);
  });

  it('changes nothing but the key’s inputs, and does not finalise', async () => {
    const unsigned = psbtHex({ inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh', of: OTHER }] });
    const signed = parsePsbt(await sign(unsigned));
    const [first = [], ...rest] = signed.inputs;
    expect(first.at(-1)?.name).toBe('partial_sig');
    const before = serialisePsbt({ ...signed, inputs: [first.slice(0, -1), ...rest] });
    expect(toHex(before)).toBe(unsigned);
  });

  it('signs version 2, and closes what its signature covers', async () => {
    const tx = new ScureTransaction({ PSBTVersion: 2 });
    const script = scriptOf(OWN.p2tr);
    tx.addInput({
      txid: '11'.repeat(32),
      index: 1,
      witnessUtxo: { script, amount: 70_000n },
      tapInternalKey: fromHex(PUBLIC_KEY).subarray(1),
    });
    tx.addOutput({ script: scriptOf(OTHER.p2wpkh), amount: 60_000n });
    const maps = parsePsbt(toHex(tx.toPSBT(2)));
    const modifiable: PsbtField = {
      type: 6,
      name: 'tx_modifiable',
      keyData: new Uint8Array(),
      value: Uint8Array.of(3),
      range: [0, 0],
    };
    const unsigned = toHex(
      serialisePsbt({ ...maps, global: [...maps.global.filter(({ type }) => type !== 6), modifiable] }),
    );
    const signed = await sign(unsigned);
    expect(parsePsbt(signed).global.find(({ type }) => type === 6)?.value).toEqual(Uint8Array.of(0));
    const theirs = ScureTransaction.fromPSBT(fromHex(signed));
    theirs.finalize();
    const hash = theirs.preimageWitnessV1(0, [script], 0, [70_000n]);
    const [signature = new Uint8Array()] = Transaction.fromHex(toHex(theirs.extract())).ins[0]?.witness ?? [];
    expect(ecc.verifySchnorr(hash, script.subarray(2), signature)).toBe(true);
    expect(bitcoin.verify({ unsigned, signed, signer }).map(({ passed }) => passed)).toEqual([true, true]);
  });
});

describe('what is not signed', () => {
  it('attack: coins of another key', async () => {
    for (const kind of KINDS) {
      await expect(sign(psbtHex({ inputs: [{ kind, of: OTHER }] }))).rejects.toMatchObject({
        code: 'TRANSACTION_NOT_FOR_KEY',
      });
    }
  });

  it('what the key has signed already', async () => {
    const signed = await sign(psbtHex());
    await expect(sign(signed)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOR_KEY' });
  });

  it('attack: a single signature without its output, which would be good for any transaction', async () => {
    const inputs = [{ kind: 'p2pkh' }, { kind: 'p2pkh', sighash: 3 }] as const;
    await expect(sign(psbtHex({ inputs }))).rejects.toMatchObject({ code: 'SIGHASH_INVALID' });
  });

  it.each([4, 0x80, 0x84, 0x101])('flags that are not defined: %i', async (sighash) => {
    const unsigned = psbtHex({ inputs: [{ kind: 'p2wpkh', sighash }] });
    await expect(sign(unsigned)).rejects.toMatchObject({ code: 'SIGHASH_INVALID' });
  });

  it('attack: a taproot output of the key that has a script tree as well', async () => {
    const unsigned = psbtOf({ inputs: [{ kind: 'p2tr' }] });
    const tweaked = Buffer.from(scriptOf(OWN.p2tr));
    tweaked[33] = (tweaked[33] ?? 0) ^ 1;
    const hex = unsigned.toHex().replace(toHex(scriptOf(OWN.p2tr)), tweaked.toString('hex'));
    await expect(sign(hex)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOR_KEY' });
  });
});

describe('checking what came back', () => {
  const failing = (signed: string, unsigned = psbtHex()): string[] =>
    bitcoin.verify({ unsigned, signed, signer }).flatMap(({ name, passed }) => (passed ? [] : [name]));

  it('attack: another amount was signed', async () => {
    const other = psbtHex({ outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 950_001n }] });
    expect(failing(await sign(other))).toEqual(['Same transaction', 'Signed by the key']);
  });

  it('attack: the signature is over other flags', async () => {
    const other = psbtHex({ inputs: [{ kind: 'p2wpkh', sighash: 2 }] });
    expect(failing(await sign(other))).toContain('Signed by the key');
  });

  it('attack: a field was slipped in', async () => {
    const signed = parsePsbt(await sign(psbtHex()));
    const field: PsbtField = {
      type: 4,
      name: 'redeem_script',
      keyData: new Uint8Array(),
      value: Uint8Array.of(0x51),
      range: [0, 0],
    };
    const inputs = signed.inputs.map((map) => [...map, field]);
    expect(failing(toHex(serialisePsbt({ ...signed, inputs })))).toEqual(['Same transaction']);
  });

  it('attack: nothing was signed', () => {
    expect(failing(psbtHex())).toEqual(['Signed by the key']);
  });

  it('an answer whose fields are in another order is the same', async () => {
    const signed = parsePsbt(await sign(psbtHex()));
    const inputs = signed.inputs.map((map) => map.toReversed());
    expect(failing(toHex(serialisePsbt({ ...signed, inputs })))).toEqual([]);
  });

  it('works with the address alone, where the public key is not known', async () => {
    for (const kind of ['p2pkh', 'p2wpkh', 'p2tr'] as const) {
      const unsigned = psbtHex({ inputs: [{ kind }] });
      const signed = await sign(unsigned);
      const checks = bitcoin.verify({ unsigned, signed, signer: { address: OWN[kind].address ?? '' } });
      expect(
        checks.map(({ passed }) => passed),
        kind,
      ).toEqual([true, true]);
      const stranger = bitcoin.verify({ unsigned, signed, signer: { address: OTHER[kind].address ?? '' } });
      expect(
        stranger.every(({ passed }) => passed),
        kind,
      ).toBe(false);
    }
  });

  it.each(['', 'zz', '70736274ff', '00'])('an answer that is no PSBT fails its check: “%s”', (signed) => {
    expect(bitcoin.verify({ unsigned: psbtHex(), signed, signer })).toMatchObject([{ passed: false }]);
  });
});
