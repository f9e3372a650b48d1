import { payments, Psbt } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';
import { describe, expect, it } from 'vitest';
import { hash160 } from '#chains/addresses/bitcoin.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { fundingOf, OTHER, OWN, psbtHex, PUBLIC_KEY, scriptOf, SHARED } from './unsigned.ts';

const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY };
const pubkey = Buffer.from(PUBLIC_KEY, 'hex');
const strangers = [9, 11].map((byte) => Buffer.from(ecc.pointFromScalar(Buffer.alloc(32, byte), true) ?? []));
const multisig = (m: number, ...keys: Buffer[]) => payments.p2ms({ m, pubkeys: keys });
const [stranger = pubkey, another = pubkey] = strangers;

interface Shared {
  readonly redeem: ReturnType<typeof multisig>;
  readonly reveals?: boolean;
  /** Whether an input spends from the same script. */
  readonly spends?: boolean;
}

/** 10 BTC of ours: 0.01 BTC to somebody, nearly all the rest to a script of several keys. */
function sweep({ redeem, reveals = true, spends = false }: Shared): string {
  const script = payments.p2wsh({ redeem });
  const psbt = new Psbt();
  const own = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000_000n, 1);
  psbt.addInput({ hash: own.getId(), index: 0, nonWitnessUtxo: own.toBuffer() });
  if (spends) {
    const shared = fundingOf(scriptOf(script), 10_000n, 2);
    psbt.addInput({
      hash: shared.getId(),
      index: 0,
      nonWitnessUtxo: shared.toBuffer(),
      witnessScript: scriptOf(redeem),
    });
  }
  psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 1_000_000n });
  psbt.addOutput({
    script: scriptOf(script),
    value: 998_990_000n,
    ...(reveals ? { witnessScript: scriptOf(redeem) } : {}),
  });
  return psbt.toHex();
}
const read = (hex: string, own: readonly string[] = []) => readBitcoin(hex, signer, { ownAddresses: own });
const shared = (hex: string, own?: readonly string[]) =>
  read(hex, own).warnings.find(({ code }) => code === 'SHARED_OUTPUT');

describe('change is what our keys alone can spend', () => {
  it('attack: a 1-of-2 with the attacker, funded with 10,000 sat, takes 9.9899 BTC as change', () => {
    const redeem = multisig(1, pubkey, stranger);
    const hex = sweep({ redeem, reveals: false, spends: true });
    const reading = read(hex);
    const { address = '' } = payments.p2wsh({ redeem });
    expect(sentenceText(reading.sentence)).toContain(
      `9.9899 BTC to ${address}, which is shared with other keys`,
    );
    expect(reading.facts.some(({ label }) => label === 'Change')).toBe(false);
    expect(reading.facts.find(({ label }) => label === 'Leaves this key')?.value).toBe('10.0001 BTC');
    expect(shared(hex)).toMatchObject({
      severity: 'danger',
      text: `9.9899 BTC goes to ${address}. One key that is not yours can spend it without you.`,
    });
    expect(reading.totals?.assets[0]).toMatchObject({ out: '1000010000', in: '0' });
  });

  it.each([
    ['1-of-2', multisig(1, pubkey, stranger), 'One key that is not yours can spend it without you.'],
    ['2-of-3', multisig(2, pubkey, stranger, another), '2 keys that are not yours can spend it without you.'],
    ['2-of-2', multisig(2, pubkey, stranger), 'You need a key that is not yours to spend it.'],
  ])('attack: a new %s script with our key in it is a recipient', (_, redeem, sharing) => {
    const warning = shared(sweep({ redeem }));
    expect(warning?.severity).toBe('danger');
    expect(warning?.text).toContain(sharing);
  });

  it('attack: a script with our key whose keys are bare, without a hash', () => {
    const hex = psbtHex({ outputs: [{ to: scriptOf(SHARED), amount: 990_000n }] });
    expect(shared(hex)?.severity).toBe('danger');
    expect(sentenceText(read(hex).sentence)).not.toContain('back');
  });

  it('attack: a taproot output whose internal key is ours, with a script of the attacker beside it', () => {
    const leaf = Buffer.concat([Buffer.of(32), stranger.subarray(1), Buffer.of(0xac)]);
    const tree = payments.p2tr({ internalPubkey: pubkey.subarray(1), scriptTree: { output: leaf } });
    const own = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 1);
    const psbt = new Psbt();
    psbt.addInput({ hash: own.getId(), index: 0, nonWitnessUtxo: own.toBuffer() });
    psbt.addOutput({
      script: scriptOf(tree),
      value: 990_000n,
      tapInternalKey: pubkey.subarray(1),
      tapTree: { leaves: [{ depth: 0, leafVersion: 0xc0, script: leaf }] },
    });
    expect(shared(psbt.toHex())).toMatchObject({ severity: 'danger' });
    expect(sentenceText(read(psbt.toHex()).sentence)).toContain(`Send 0.0099 BTC to ${tree.address ?? ''}`);
  });

  it('asks for a look alone where coins of a 2-of-2 go back to it', () => {
    const hex = sweep({ redeem: multisig(2, pubkey, stranger), spends: true, reveals: false });
    expect(shared(hex)?.severity).toBe('caution');
  });

  it('takes a script for ours of which enough keys are, and no stranger has enough', () => {
    const own = [OTHER.p2wpkh.address ?? ''];
    const ours = sweep({ redeem: multisig(2, pubkey, stranger, another) });
    expect(shared(ours, own)).toBeUndefined();
    expect(read(ours, own).facts.find(({ label }) => label === 'Change')?.value).toBe('9.9899 BTC');
    // One of two is not enough where the other needs nobody.
    expect(shared(sweep({ redeem: multisig(1, pubkey, another) }), own)?.severity).toBe('danger');
  });

  it.each(['p2wpkh', 'p2pkh', 'p2sh', 'p2wsh', 'p2tr'] as const)(
    'knows a key by its %s address, and bytes that are no key by none',
    (kind) => {
      const noKey = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]);
      const redeem = { output: Buffer.concat([Buffer.of(33), stranger, Buffer.of(0xac)]) };
      const { address = '' } = OTHER[kind];
      const isChange = (hex: string) =>
        read(hex, [address, OWN.p2tr.address ?? '']).facts.some(({ label }) => label === 'Change');
      expect(isChange(sweep({ redeem }))).toBe(true);
      const broken = { output: Buffer.concat([Buffer.of(33), noKey, Buffer.of(0xac)]) };
      expect(isChange(sweep({ redeem: broken }))).toBe(false);
    },
  );

  it('attack: of scripts with ever other keys, no more than a thousand keys are compared with our addresses', () => {
    const psbt = new Psbt();
    const own = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 1);
    psbt.addInput({ hash: own.getId(), index: 0, nonWitnessUtxo: own.toBuffer() });
    const pay = (output: Buffer) =>
      psbt.addOutput({
        script: scriptOf(payments.p2wsh({ redeem: { output } })),
        value: 600n,
        witnessScript: output,
      });
    const ours = Buffer.concat([Buffer.of(33), stranger, Buffer.of(0xac)]);
    const addresses = [stranger, another].map((key) => payments.p2wpkh({ pubkey: key }).address ?? '');
    const change = () => read(psbt.toHex(), addresses).facts.find(({ label }) => label === 'Change')?.value;
    pay(ours);
    for (let at = 0; at < 1_000; at += 10) {
      const keys = Array.from({ length: 10 }, (_, key) =>
        Buffer.from([33, 2, ...Array<number>(30).fill(7), at / 10, key]),
      );
      pay(Buffer.concat([Buffer.of(0x51), ...keys, Buffer.of(0x5a, 0xae)]));
    }
    expect(change()).toBe('0.000006 BTC');
    pay(Buffer.concat([Buffer.of(33), another, Buffer.of(0xac)]));
    expect(change()).toBe('0.000006 BTC');
  });

  it.each([
    [15, true],
    [16, false],
  ])(
    'attack: change to a P2SH script of %i keys that nobody can spend from, as it is too long',
    (count, isChange) => {
      const keys = Array<Buffer>(count).fill(Buffer.concat([Buffer.of(33), pubkey]));
      const output = Buffer.concat([Buffer.of(0x51), ...keys, Buffer.of(0x50 + count, 0xae)]);
      const script = payments.p2sh({ hash: payments.p2sh({ redeem: SHARED }).hash ?? new Uint8Array() });
      const paid = Buffer.from(scriptOf(script));
      Buffer.from(hash160(output)).copy(paid, 2);
      const psbt = new Psbt();
      const own = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 1);
      psbt.addInput({ hash: own.getId(), index: 0, nonWitnessUtxo: own.toBuffer() });
      psbt.addOutput({ script: paid, value: 990_000n, redeemScript: output });
      const { facts, sentence } = read(psbt.toHex());
      expect(facts.some(({ label }) => label === 'Change')).toBe(isChange);
      expect(sentenceText(sentence).startsWith('Send 0.0099 BTC to 3')).toBe(!isChange);
    },
  );

  it('names the largest payments and whatever is shared, also among many', () => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      to: scriptOf(OTHER.p2wpkh),
      amount: 100_000n + BigInt(at),
    }));
    const outputs = [{ to: scriptOf(SHARED), amount: 600n }, ...many];
    expect(sentenceText(read(psbtHex({ outputs })).sentence)).toMatch(
      /^Send 0\.00100005 BTC to .* and 0\.000006 BTC to a script .*shared with other keys and 0\.00200001 BTC in 2 more payments/,
    );
  });
});

describe('what nothing proves', () => {
  it.each(['p2wpkh', 'p2sh', 'p2wsh'] as const)(
    'attack: one %s input without the transaction that it spends from',
    (kind) => {
      const [warning] = read(psbtHex({ inputs: [{ kind }] })).warnings.filter(
        ({ code }) => code === 'AMOUNTS_CLAIMED',
      );
      expect(warning?.severity).toBe('danger');
      expect(warning?.text).toBe(
        'The previous transaction of the input is missing, so its amount is only claimed. The fee cannot be checked.',
      );
    },
  );

  it('says nothing of one input that is proven, or that taproot signs with its amount', () => {
    for (const input of [{ kind: 'p2wpkh', isProven: true }, { kind: 'p2tr' }] as const)
      expect(
        read(psbtHex({ inputs: [input], outputs: [{ to: scriptOf(OTHER.p2tr), amount: 999_000n }] }))
          .warnings,
      ).toEqual([]);
  });

  /** 1 BTC, and an input of our taproot address. */
  const besideTaproot = (
    taproot: { readonly isProven?: boolean; readonly sighash?: number },
    kind: 'p2tr' | 'p2wpkh' = 'p2wpkh',
  ) =>
    read(
      psbtHex({
        inputs: [
          { kind, amount: 100_000_000n },
          { kind: 'p2tr', amount: 100_000n, ...taproot },
        ],
        outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 100_090_000n }],
      }),
    ).warnings.map(({ code }) => code);

  it('attack: an input that only claims to be taproot covers no amounts of inputs of segwit', () => {
    expect(besideTaproot({})).toContain('AMOUNTS_CLAIMED');
    expect(besideTaproot({ isProven: true, sighash: 0x81 })).toContain('AMOUNTS_CLAIMED');
    expect(besideTaproot({ isProven: true })).toEqual([]);
  });

  it('attack: of two inputs that claim to be taproot, one signs its own amount alone', () => {
    expect(besideTaproot({ sighash: 0x81 }, 'p2tr')).toContain('AMOUNTS_CLAIMED');
    expect(besideTaproot({}, 'p2tr')).toEqual([]);
  });

  it('attack: segwit inputs without the transactions that they spend from', () => {
    const hex = psbtHex({
      inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh' }],
      outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 1_990_000n }],
    });
    expect(read(hex).warnings).toEqual([
      expect.objectContaining({ code: 'AMOUNTS_CLAIMED', severity: 'danger' }),
    ]);
  });
});

describe('fees', () => {
  const fee = (spent: bigint, paid: bigint, back: bigint) =>
    read(
      psbtHex({
        inputs: [{ kind: 'p2wpkh', amount: spent, isProven: true }],
        outputs: [
          { to: scriptOf(OTHER.p2wpkh), amount: paid },
          { to: scriptOf(OWN.p2wpkh), amount: back },
        ],
      }),
    );

  it('attack: a fee of 0.5 BTC is a small share of a large input, and all of what is sent', () => {
    const reading = fee(1_000_000_000n, 10_000_000n, 940_000_000n);
    expect(reading.warnings[0]).toMatchObject({ code: 'FEE_EXCESSIVE', severity: 'danger' });
    expect(sentenceText(reading.sentence)).toContain('and pay 0.5 BTC as fee');
  });

  it('attack: a fee of more than half of a small payment', () => {
    expect(fee(1_000_000_000n, 100_000n, 999_840_000n).warnings[0]).toMatchObject({ severity: 'danger' });
    expect(fee(1_000_000_000n, 100_000n, 999_885_000n).warnings[0]).toMatchObject({ severity: 'caution' });
  });

  it('says nothing of a usual fee', () => {
    expect(fee(1_000_000_000n, 100_000n, 999_899_000n).warnings).toEqual([]);
  });
});
