import { Transaction } from '@scure/btc-signer';
import { Transaction as OtherTransaction } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serialiseWithoutWitness } from '#chains/bitcoin/raw-transaction.ts';
import { SIGHASH } from '#chains/bitcoin/sighash.ts';
import { requireFew, signatureHashes } from '#chains/bitcoin/spending.ts';
import { parseBitcoin } from '#chains/bitcoin/transaction.ts';
import { witnessHashes } from '#chains/bitcoin/witness-hashes.ts';
import { toHex } from '#protocol/encoding.ts';
import { type Kind, OTHER, OWN, psbtHex, scriptOf } from './unsigned.ts';

const SEED = 20_261_128;
const kinds: readonly Kind[] = ['p2wpkh', 'p2tr', 'p2pkh'];
const input = fc.record({
  kind: fc.constantFrom(...kinds),
  amount: fc.bigInt({ min: 1_000n, max: 2_000_000_000_000_000n / 8n }),
  sequence: fc.integer({ min: 0, max: 0xffffffff }),
});
const bases = [SIGHASH.ALL, SIGHASH.NONE, SIGHASH.SINGLE] as const;

// Another library hashes the whole transaction for each input; these are its words on the same bytes.
it('gives what another library does, for every rule and every flag', () => {
  fc.assert(
    fc.property(
      fc.array(input, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.uint8Array({ maxLength: 300 }),
      (inputs, outputCount, lockTime, scriptCode) => {
        const outputs = Array.from({ length: outputCount }, (_, at) => ({
          to: scriptOf([OWN.p2tr, OTHER.p2wpkh, OWN.p2sh][at % 3] ?? OWN.p2tr),
          amount: BigInt(at + 1),
        }));
        const tx = parseBitcoin(psbtHex({ inputs, outputs, lockTime }));
        const library = Transaction.fromRaw(serialiseWithoutWitness(tx.psbt.transaction), {
          allowUnknownInputs: true,
          allowUnknownOutputs: true,
          allowUnknownVersion: true,
          disableScriptCheck: true,
        });
        const hashes = witnessHashes(tx);
        const scripts = tx.inputs.map(({ script }) => script);
        const amounts = tx.inputs.map(({ amount }) => amount);
        for (const index of inputs.keys())
          for (const base of bases.filter((each) => each !== SIGHASH.SINGLE || index < outputCount))
            for (const flags of [base, base | SIGHASH.ANYONECANPAY]) {
              expect(hashes.v0(index, scriptCode, flags)).toEqual(
                library.preimageWitnessV0(index, scriptCode, flags, amounts[index] ?? 0n),
              );
              expect(hashes.v1(index, flags)).toEqual(
                library.preimageWitnessV1(index, scripts, flags, amounts),
              );
            }
        for (const index of inputs.keys())
          expect(hashes.v1(index, SIGHASH.DEFAULT)).toEqual(
            library.preimageWitnessV1(index, scripts, SIGHASH.DEFAULT, amounts),
          );
      },
    ),
    { seed: SEED, numRuns: 60 },
  );
});

it('gives what bitcoinjs-lib does for old scripts, for every flag', () => {
  fc.assert(
    fc.property(
      fc.array(input, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (inputs, outputCount) => {
        const outputs = Array.from({ length: outputCount }, (_, at) => ({
          to: scriptOf([OWN.p2tr, OTHER.p2wpkh, OWN.p2sh][at % 3] ?? OWN.p2tr),
          amount: BigInt(at + 1),
        }));
        const tx = parseBitcoin(psbtHex({ inputs, outputs, lockTime: 7 }));
        const library = OtherTransaction.fromBuffer(serialiseWithoutWitness(tx.psbt.transaction));
        const hashOf = signatureHashes(tx);
        const scriptCode = scriptOf(OWN.p2pkh);
        for (const index of inputs.keys())
          for (const base of bases.filter((each) => each !== SIGHASH.SINGLE || index < outputCount))
            for (const flags of [base, base | SIGHASH.ANYONECANPAY])
              expect(toHex(hashOf(index, { rules: 'legacy', scriptCode, shared: false }, flags))).toBe(
                toHex(library.hashForSignature(index, scriptCode, flags)),
              );
      },
    ),
    { seed: SEED, numRuns: 50 },
  );
});

it('has no hash of an input that is not there', () => {
  const hashes = witnessHashes(parseBitcoin(psbtHex()));
  expect(() => hashes.v1(99, SIGHASH.ALL)).toThrow(RangeError);
});

it('attack: one transaction with thousands of inputs has everybody else wait', () => {
  const open = (count: number, rules: 'segwit' | 'legacy') =>
    Array.from({ length: count }, () => ({
      spending: { rules, scriptCode: new Uint8Array(), shared: false } as const,
    }));
  expect(() => requireFew(open(2_000, 'segwit'))).not.toThrow();
  expect(() => requireFew(open(700, 'legacy'))).not.toThrow();
  const refused = expect.objectContaining({ code: 'INPUTS_TOO_MANY' }) as Error;
  expect(() => requireFew(open(2_001, 'segwit'))).toThrow(refused);
  expect(() => requireFew(open(701, 'legacy'))).toThrow(refused);
  // Each of those hashes the whole transaction; one among others does so once.
  expect(() => requireFew([...open(1_300, 'segwit'), ...open(700, 'legacy')])).not.toThrow();
  expect(() => requireFew([...open(1_999, 'segwit'), ...open(2, 'legacy')])).toThrow(refused);
});
