import { Psbt, Transaction, address as addresses, networks } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '#chains/model/recipients.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { bitcoinTransfer } from '#chains/bitcoin/transfer.ts';
import { problemsOf, requestOf } from '../transfer-request.ts';
import { OTHER, OWN, PUBLIC_KEY, TEST_OWN, fundingOf, scriptOf } from './unsigned.ts';

const addressOf = (payment: { address?: string | undefined }): string => payment.address ?? '';
const WPKH = addressOf(OWN.p2wpkh);
const TAPROOT = addressOf(OWN.p2tr);
const TO = addressOf(OTHER.p2wpkh);

const btc = (satoshis: bigint): string =>
  `${satoshis / 100_000_000n}.${(satoshis % 100_000_000n).toString().padStart(8, '0')}`;
/** Coins at an address, with the transactions that they are of. */
const coinsAt = (script: Uint8Array, amounts: readonly bigint[]) => {
  const funding = amounts.map((amount, at) => fundingOf(script, amount, at));
  return {
    coins: amounts.map((amount, at) => `${funding[at]?.getId()}:0 ${btc(amount)}`).join('\n'),
    previous: funding.map((each) => each.toHex()).join('\n'),
  };
};
const TWO = coinsAt(scriptOf(OWN.p2wpkh), [1_000_000n, 2_000_000n]);

const request = (changes: Parameters<typeof requestOf>[2] = {}, sender = WPKH) =>
  requestOf(bitcoinTransfer, sender, {
    to: TO,
    amount: '0.005',
    ...changes,
    values: { ...TWO, rate: '10', ...changes.values },
  });
const problems = (changes?: Parameters<typeof requestOf>[2], sender?: string) =>
  problemsOf(bitcoinTransfer, request(changes, sender));
const psbtOf = (hex: string) => Psbt.fromHex(hex, { network: networks.bitcoin });

describe('payments on Bitcoin', () => {
  it('spend every coin, pay the recipient, and give the rest back to the sender’s own address', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 10_000n, max: 10n ** 11n }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (amounts, rate, isTaproot) => {
          const own = isTaproot ? OWN.p2tr : OWN.p2wpkh;
          const have = amounts.reduce((sum, each) => sum + each, 0n);
          const amount = have / 2n;
          const given = coinsAt(scriptOf(own), amounts);
          const values = { ...given, rate: String(rate), ...(isTaproot ? { previous: '' } : {}) };
          const asked = request({ amount: btc(amount), values }, addressOf(own));
          // A fee above what is sent has its own refusal.
          if (problemsOf(bitcoinTransfer, asked).length > 0) return;
          const hex = bitcoinTransfer.build(asked);
          const psbt = psbtOf(hex);
          expect(
            psbt.txInputs.map(({ hash, index }) => [Buffer.from(hash).reverse().toString('hex'), index]),
          ).toEqual(given.coins.split('\n').map((line) => [line.slice(0, 64), 0]));
          const [paid, change, ...more] = psbt.txOutputs;
          expect(more).toEqual([]);
          expect([paid?.address, paid?.value]).toEqual([TO, amount]);
          if (change !== undefined) expect(change.address).toBe(addressOf(own));
          const fee = have - psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n);
          const size = BigInt(psbt.data.inputs.length) * 68n + 31n * 2n + 11n;
          // Less than the dust that is left to the fee, and no less than what the rate asks for.
          expect(fee <= size * BigInt(rate) * 2n + 700n).toBe(true);
          const read = readBitcoin(hex, { address: addressOf(own), publicKey: PUBLIC_KEY });
          expect(recipientsOf(read)).toEqual([TO]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('pay the fee that the rate asks for: two inputs and two outputs of SegWit v0 are 208.5 vB', () => {
    const psbt = psbtOf(bitcoinTransfer.build(request()));
    const out = psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n);
    expect(3_000_000n - out).toBe(2_090n);
  });

  it('carry whole previous transactions, so that every signer can hold the amounts against them', () => {
    const psbt = psbtOf(bitcoinTransfer.build(request()));
    for (const { nonWitnessUtxo } of psbt.data.inputs) {
      const previous = Transaction.fromBuffer(Buffer.from(nonWitnessUtxo ?? []));
      expect(TWO.previous).toContain(previous.toHex());
    }
  });

  it('cause no warning where the coins are proven, and say of what is there twice that it agrees', () => {
    const signer = { address: WPKH, publicKey: PUBLIC_KEY };
    const read = readBitcoin(bitcoinTransfer.build(request()), signer);
    expect(read.warnings).toEqual([]);
    const notes = read.actions.flatMap(({ id, facts }) =>
      id === 'bitcoin.spend' ? facts.flatMap(({ label, note }) => (label === 'Amount' ? [note] : [])) : [],
    );
    expect(new Set(notes)).toEqual(
      new Set(['as in the transaction that it spends from, and as witness_utxo says']),
    );
  });

  it('give a coin of Taproot in the one form that published services take', () => {
    const given = coinsAt(scriptOf(OWN.p2tr), [1_000_000n, 2_000_000n]);
    const hex = bitcoinTransfer.build(request({ values: given }, TAPROOT));
    for (const input of psbtOf(hex).data.inputs) {
      expect(input.witnessUtxo).toBeDefined();
      expect(input.nonWitnessUtxo).toBeUndefined();
    }
    expect(readBitcoin(hex, { address: TAPROOT, publicKey: PUBLIC_KEY }).warnings).toEqual([]);
  });

  it('attack: one of the two forms of a coin is changed behind the form', () => {
    const psbt = psbtOf(bitcoinTransfer.build(request()));
    const [input] = psbt.data.inputs;
    if (input?.witnessUtxo !== undefined)
      input.witnessUtxo = { ...input.witnessUtxo, value: input.witnessUtxo.value - 1n };
    expect(() => readBitcoin(psbt.toHex(), { address: WPKH, publicKey: PUBLIC_KEY })).toThrow(
      expect.objectContaining({ code: 'UTXO_MISMATCH' }),
    );
  });

  it('give no change that would be dust', () => {
    const one = coinsAt(scriptOf(OWN.p2wpkh), [100_000n]);
    const psbt = psbtOf(bitcoinTransfer.build(request({ amount: '0.000985', values: one })));
    expect(psbt.txOutputs).toHaveLength(1);
  });

  it('ask for coins and for a rate', () => {
    expect(problems({ values: { coins: '', rate: '' } })).toEqual([
      'coins: TRANSFER_FIELD_MISSING',
      'rate: TRANSFER_FIELD_MISSING',
    ]);
  });

  it('refuse dust, coins that don’t suffice, and a fee out of proportion', () => {
    expect(problems({ amount: '0.00000293' })).toEqual(['amount: TRANSFER_COINS_INVALID']);
    expect(problems({ amount: '0.03' })).toEqual(['coins: TRANSFER_COINS_INVALID']);
    expect(problems({ values: { rate: '1001' } })).toEqual(['rate: TRANSFER_FEE_INVALID']);
    expect(problems({ amount: '0.00001', values: { rate: '1000' } })).toEqual(['rate: TRANSFER_FEE_INVALID']);
  });

  it('attack: a coin list that lies about an amount burns nothing', () => {
    const lie = TWO.coins.replace('0.02000000', '0.01000000');
    expect(problems({ values: { coins: lie } })).toEqual(['coins: TRANSFER_COINS_INVALID']);
    // Without the transactions nothing proves the amounts: one key's two signatures could be put together.
    expect(problems({ values: { previous: '' } })).toEqual(['previous: TRANSFER_COINS_INVALID']);
    expect(problems({ values: { previous: TWO.previous.split('\n')[0] ?? '' } })).toEqual([
      'previous: TRANSFER_COINS_INVALID',
    ]);
  });

  it('attack: a changed previous transaction has another ID, and proves nothing', () => {
    const changed = TWO.previous.replace(/^(.{110})./, (_, head: string) => `${head}f`);
    expect(problems({ values: { previous: changed } })).not.toEqual([]);
  });

  it('attack: change goes to no address but the sender’s, whatever is typed', () => {
    const psbt = psbtOf(bitcoinTransfer.build(request({ values: { change: TO, changeAddress: TO } })));
    expect(psbt.txOutputs.map(({ address }) => address)).toEqual([TO, WPKH]);
  });

  it('attack: a coin of somebody else’s address is refused', () => {
    const theirs = coinsAt(scriptOf(OTHER.p2wpkh), [1_000_000n]);
    expect(problems({ values: theirs })).toEqual(['coins: TRANSFER_COINS_INVALID']);
  });

  it('attack: the same coin twice is refused', () => {
    const [line = ''] = TWO.coins.split('\n');
    expect(problems({ values: { coins: `${line}\n${line.toUpperCase()}` } })).toEqual([
      'coins: TRANSFER_COINS_INVALID',
    ]);
  });

  it('attack: an address of the test network, or of another chain, is refused', () => {
    expect(problems({ to: addressOf(TEST_OWN.p2wpkh) })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
    expect(problems({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toEqual(['to: ADDRESS_INVALID']);
    const wrong = TO.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    expect(problems({ to: wrong })).toEqual(['to: ADDRESS_INVALID']);
  });

  it('attack: an amount with nine decimals, or beyond all bitcoin, is refused', () => {
    expect(problems({ amount: '0.000000001' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
    expect(problems({ amount: '21000001' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
  });

  it('spend no coins of forms that hash what isn’t there', () => {
    expect(problems({}, addressOf(OWN.p2pkh))).toEqual(['coins: TRANSFER_COINS_INVALID']);
    expect(
      problems({ values: { ...coinsAt(scriptOf(OWN.p2tr), [1_000_000n]), previous: '' } }, TAPROOT),
    ).toEqual([]);
    expect(addresses.toOutputScript(TAPROOT)).toHaveLength(34);
  });

  it('refuse lines that are no coins or no transactions, and say which', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), (junk) => {
        const found = problems({ values: { coins: junk, previous: junk } });
        expect(found.every((each) => /^(?:coins|previous): (?:TRANSFER|HEX)_/.test(each))).toBe(true);
        expect(found).not.toEqual([]);
      }),
    );
  });
});
