// What spends an input, where somebody else finished it: only what nodes would look at becomes a raw transaction.
import { payments, Psbt, script } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormedSpend } from '#chains/bitcoin/final-witness.ts';
import { bitcoinSendForms } from '#chains/bitcoin/send-forms.ts';
import { fundingOf, OTHER, OWN, PRIVATE_KEY, PUBLIC_KEY, scriptOf, SHARED } from './unsigned.ts';

const key = {
  publicKey: Buffer.from(PUBLIC_KEY, 'hex'),
  sign: (hash: Uint8Array) => ecc.sign(hash, Buffer.from(PRIVATE_KEY, 'hex')),
};
const nested = payments.p2sh({ redeem: OWN.p2wpkh });
const nestedShared = payments.p2sh({ redeem: payments.p2wsh({ redeem: SHARED }) });
const shared = payments.p2wsh({ redeem: SHARED });

/** One input of a kind, signed and finished by bitcoinjs-lib. */
function finished(of: { output?: Uint8Array | undefined; redeem?: typeof shared | undefined }): Psbt {
  const funding = fundingOf(scriptOf(of), 1_000_000n, 5);
  const psbt = new Psbt();
  const isShared = of === shared || of === nestedShared;
  psbt.addInput({
    ...{ hash: funding.getId(), index: 0, nonWitnessUtxo: funding.toBuffer() },
    ...(of.redeem !== undefined && of !== shared ? { redeemScript: scriptOf(of.redeem ?? {}) } : {}),
    ...(isShared ? { witnessScript: scriptOf(SHARED) } : {}),
  });
  psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 990_000n });
  return psbt.signInput(0, key).finalizeAllInputs();
}
const inputOf = (psbt: Psbt): Psbt['data']['inputs'][number] => psbt.data.inputs[0] ?? {};
const namesOf = (psbt: Psbt): string[] => bitcoinSendForms(psbt.toHex()).map(({ name }) => name);
const WHOLE = ['Raw transaction', 'PSBT in base64'];
const PSBT_ONLY = ['PSBT in base64'];

const older = payments.p2sh({ redeem: SHARED });
const KINDS = { p2pkh: OWN.p2pkh, p2wpkh: OWN.p2wpkh, nested, shared, nestedShared, older };
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** The witness of a finished input, changed. */
function withWitness(kind: Kind, change: (witness: Buffer) => Uint8Array): Psbt {
  const psbt = finished(KINDS[kind]);
  const input = inputOf(psbt);
  input.finalScriptWitness = change(Buffer.from(input.finalScriptWitness ?? Buffer.of(0)));
  return psbt;
}

describe('a finished input', () => {
  it.each(NAMES)('%s: is in the raw transaction that bitcoinjs-lib makes', (kind) => {
    const psbt = finished(KINDS[kind]);
    expect(namesOf(psbt)).toEqual(WHOLE);
    expect(bitcoinSendForms(psbt.toHex())[0]).toMatchObject({
      text: psbt.extractTransaction().toHex(),
      isFinal: true,
    });
  });

  const WITNESSED: Kind[] = ['p2wpkh', 'nested', 'shared', 'nestedShared'];
  it.each<[string, (witness: Buffer) => Uint8Array]>([
    ['bytes behind it', (witness) => Buffer.concat([witness, Buffer.of(0)])],
    ['its last byte cut off', (witness) => witness.subarray(0, -1)],
    [
      'one item more than it says',
      (witness) => Buffer.concat([Buffer.of((witness[0] ?? 0) + 1), witness.subarray(1)]),
    ],
    [
      'a count in more bytes than it takes',
      (witness) => Buffer.concat([Buffer.of(0xfd, witness[0] ?? 0, 0), witness.subarray(1)]),
    ],
    [
      'a count of four billion',
      (witness) => Buffer.concat([Buffer.of(0xfe, 255, 255, 255, 255), witness.subarray(1)]),
    ],
    ['nothing but its count', () => Buffer.of(2)],
    ['no item', () => Buffer.of(0)],
    [
      'another key or script at its end',
      (witness) => Buffer.concat([witness.subarray(0, -1), Buffer.of((witness.at(-1) ?? 0) ^ 1)]),
    ],
  ])('attack: a witness with %s makes no raw transaction', (_, change) => {
    for (const kind of WITNESSED) expect(namesOf(withWitness(kind, change)), kind).toEqual(PSBT_ONLY);
  });

  it('attack: a witness where nodes take none, and a script where they take a witness alone', () => {
    const item = (): Uint8Array => Buffer.of(1, 1, 7);
    for (const change of [item, () => Buffer.of(0, 0)])
      expect(namesOf(withWitness('p2pkh', change))).toEqual(PSBT_ONLY);
    const psbt = finished(OWN.p2wpkh);
    inputOf(psbt).finalScriptSig = Buffer.of(0x51);
    expect(namesOf(psbt)).toEqual(PSBT_ONLY);
  });

  it('attack: a nested script that is not the one whose hash is paid', () => {
    const psbt = finished(nested);
    inputOf(psbt).finalScriptSig = Buffer.concat([Buffer.of(22), scriptOf(OTHER.p2wpkh)]);
    expect(namesOf(psbt)).toEqual(PSBT_ONLY);
  });

  it('attack: a signature of another key than the address is of', () => {
    const funding = fundingOf(scriptOf(OTHER.p2wpkh), 1_000_000n, 5);
    const psbt = new Psbt();
    psbt.addInput({ hash: funding.getId(), index: 0, nonWitnessUtxo: funding.toBuffer() });
    psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 990_000n });
    psbt.updateInput(0, {
      partialSig: [
        { pubkey: key.publicKey, signature: script.signature.encode(key.sign(Buffer.alloc(32, 1)), 1) },
      ],
    });
    expect(namesOf(psbt)).toEqual(PSBT_ONLY);
  });

  it('any bytes are judged, and none throws', () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), bytes, bytes, (kind, sig, witness) => {
        expect(isWellFormedSpend(scriptOf(KINDS[kind]), sig, witness)).toBe(
          kind === 'p2pkh' && sig.length > 0 && witness.length === 1 && witness[0] === 0,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
