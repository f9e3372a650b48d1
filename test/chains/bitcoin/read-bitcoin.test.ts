import { Transaction as ScureTransaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { bitcoin } from '#chains/bitcoin/chain.ts';
import { parsePsbt } from '#chains/bitcoin/psbt.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { fundingOf, OTHER, OWN, psbtHex, psbtOf, PUBLIC_KEY, scriptOf, TEST_OWN } from './unsigned.ts';

const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY, name: 'treasury' };
/** One input with the whole transaction that it spends from. */
const PROVEN = [{ kind: 'p2wpkh', isProven: true }] as const;
const codes = (hex: string, who = signer) => readBitcoin(hex, who).warnings.map(({ code }) => code);
const valueOf = (hex: string, label: string, who = signer) =>
  readBitcoin(hex, who).facts.find((fact) => fact.label === label)?.value;

describe('what a PSBT says', () => {
  it('names amount and recipient, change, fee and its rate, with the bytes they come from', () => {
    const hex = psbtHex({
      inputs: PROVEN,
      outputs: [
        { to: scriptOf(OTHER.p2wpkh), amount: 500_000n },
        { to: scriptOf(OWN.p2tr), amount: 499_000n },
      ],
    });
    const reading = readBitcoin(hex, signer);
    expect(sentenceText(reading.sentence)).toBe(`Send 0.005 BTC to ${OTHER.p2wpkh.address ?? ''}`);
    expect(reading.network).toBe('Bitcoin mainnet');
    expect(valueOf(hex, 'Change')).toBe('0.00499 BTC');
    expect(valueOf(hex, 'Fee')).toBe('0.00001 BTC');
    expect(valueOf(hex, 'Leaves this key')).toBe('0.00501 BTC');
    expect(reading.facts.find(({ label }) => label === 'Fee rate')?.note).toMatch(
      /^an estimate, for about 1\d\d vbytes/,
    );
    const [[from, to] = [0, 0]] = reading.facts.find(({ label }) => label === 'To')?.ranges ?? [];
    expect(toHex(fromHex(hex).subarray(from, to))).toBe(toHex(scriptOf(OTHER.p2wpkh)));
    expect([reading.blind, reading.warnings]).toEqual([false, []]);
  });

  it.each(['p2pkh', 'p2wpkh', 'p2sh', 'p2tr', 'p2wsh'] as const)(
    'tells change to the key’s %s address',
    (kind) => {
      const hex = psbtHex({ outputs: [{ to: scriptOf(OWN[kind]), amount: 999_000n }] });
      expect(sentenceText(readBitcoin(hex, signer).sentence)).toBe('Send 0.00999 BTC back to the key itself');
    },
  );

  it('writes addresses of the network of the key’s address', () => {
    const who = { ...signer, address: TEST_OWN.p2wpkh.address ?? '' };
    const reading = readBitcoin(psbtHex(), who);
    expect(reading.network).toBe('Bitcoin testnet or signet');
    expect(sentenceText(reading.sentence)).toMatch(/^Send 0\.0095 tBTC to tb1q/);
  });

  it('shows data, and says that an amount beside it is destroyed', () => {
    const data = Uint8Array.of(0x6a, 2, 0x68, 0x69);
    const to = { to: scriptOf(OTHER.p2pkh), amount: 990_000n };
    const hex = psbtHex({ inputs: PROVEN, outputs: [to, { to: data, amount: 0n }] });
    expect(readBitcoin(hex, signer).actions[1]).toMatchObject({
      id: 'bitcoin.data',
      facts: [{ value: '0x026869' }, {}],
    });
    expect(codes(hex)).toEqual([]);
    expect(codes(psbtHex({ inputs: PROVEN, outputs: [to, { to: data, amount: 1n }] }))).toEqual(['BURNS']);
  });

  it('says when it is locked, and whether it can be replaced', () => {
    const hex = psbtHex({ inputs: [{ kind: 'p2tr', sequence: 0xffff_fffd }], lockTime: 900_000 });
    expect(valueOf(hex, 'Not before')).toBe('block 900000');
    expect(valueOf(hex, 'Replaceable')).toBe('yes');
    expect(codes(hex)).toContain('LOCKED');
    const time = psbtHex({ inputs: [{ kind: 'p2tr', sequence: 0xffff_fffe }], lockTime: 1_800_000_000 });
    expect(valueOf(time, 'Not before')).toBe('2027-01-15 08:00:00 UTC');
    expect(valueOf(time, 'Replaceable')).toBe('no');
    expect(codes(psbtHex({ lockTime: 5 }))).not.toContain('LOCKED');
  });

  it('reads version 2 as it reads version 0', () => {
    const tx = new ScureTransaction({ PSBTVersion: 2 });
    tx.addInput({
      txid: '11'.repeat(32),
      index: 1,
      witnessUtxo: { script: scriptOf(OWN.p2tr), amount: 70_000n },
    });
    tx.addOutput({ script: scriptOf(OTHER.p2wpkh), amount: 60_000n });
    const one = readBitcoin(toHex(tx.toPSBT(0)), signer);
    const two = readBitcoin(toHex(tx.toPSBT(2)), signer);
    expect(two.sentence).toEqual(one.sentence);
    const values = ({ facts }: typeof one) =>
      facts.filter(({ label }) => label !== 'Version').map(({ value }) => value);
    expect(values(two)).toEqual(values(one));
  });

  it.each([0, 2])('attack: a transaction larger than nodes relay holds nobody up (version %i)', (version) => {
    const paying = (outputs: number, script: Uint8Array): string => {
      const tx = new ScureTransaction({ PSBTVersion: version, allowUnknownOutputs: true });
      const witnessUtxo = { script: scriptOf(OWN.p2tr), amount: 70_000n };
      tx.addInput({ txid: '11'.repeat(32), index: 1, witnessUtxo });
      for (let nth = 0; nth < outputs; nth += 1) tx.addOutput({ script, amount: 1n });
      return toHex(tx.toPSBT(version));
    };
    const refused = expect.objectContaining({ code: 'PSBT_TRANSACTION_TOO_LONG' }) as Error;
    // Long ones: the library takes 18 s to write the thousands of usual ones that would be as long.
    const one = new Uint8Array(1000);
    expect(parsePsbt(paying(98, one)).transaction.outputs).toHaveLength(98);
    expect(() => parsePsbt(paying(100, one))).toThrow(refused);
    expect(() => parsePsbt(paying(1, new Uint8Array(100_000)))).toThrow(refused);
  });

  it('attack: a field in each six bytes, in whichever maps, holds nobody up', () => {
    const hex = psbtHex();
    expect(hex.slice(-4)).toBe('0000');
    const fields = (count: number): string =>
      Array.from({ length: count }, (_, at) => `04f0${at.toString(16).padStart(6, '0')}00`).join('');
    // Between the separators of the input’s map and the output’s.
    const padded = (count: number): string => `${hex.slice(0, -4)}${fields(count)}00${fields(count)}00`;
    expect(parsePsbt(padded(9_990)).inputs[0]).toHaveLength(9_991);
    expect(() => parsePsbt(padded(10_000))).toThrow(
      expect.objectContaining({ code: 'PSBT_FIELDS_TOO_MANY' }) as Error,
    );
  });

  it('knows an address in upper case as the same, where the format allows it', () => {
    const address = OWN.p2wpkh.address ?? '';
    expect(bitcoin.sameAddress(address, address.toUpperCase())).toBe(true);
    expect(bitcoin.sameAddress(OWN.p2pkh.address ?? '', (OWN.p2pkh.address ?? '').toLowerCase())).toBe(false);
  });
});

describe('what it warns of', () => {
  it('attack: coins of another key', () => {
    expect(codes(psbtHex({ inputs: [{ kind: 'p2wpkh', of: OTHER }] }))).toContain('NO_INPUT_OURS');
  });

  it.each([2, 3, 0x81, 0x82, 0x83])('attack: a signature that leaves parts open: %i', (sighash) => {
    const [first] = readBitcoin(psbtHex({ inputs: [{ kind: 'p2wpkh', sighash }] }), signer).warnings;
    expect(first).toMatchObject({ code: 'SIGHASH_NOT_ALL', severity: 'danger' });
  });

  it('attack: a look-alike of the own address is no change', () => {
    const to = Buffer.from(scriptOf(OWN.p2wpkh));
    to[21] = (to[21] ?? 0) ^ 1;
    expect(valueOf(psbtHex({ outputs: [{ to, amount: 990_000n }] }), 'Change')).toBeUndefined();
  });

  it('attack: nearly everything goes to the miners', () => {
    const to = scriptOf(OTHER.p2wpkh);
    expect(codes(psbtHex({ inputs: PROVEN, outputs: [{ to, amount: 400_000n }] }))).toEqual([
      'FEE_EXCESSIVE',
    ]);
    expect(codes(psbtHex({ inputs: PROVEN, outputs: [{ to, amount: 850_000n }] }))).toEqual(['FEE_HIGH']);
  });

  it('attack: amounts of several inputs that nothing proves, unless taproot signs them all', () => {
    const outputs = [{ to: scriptOf(OTHER.p2wpkh), amount: 1_990_000n }];
    expect(codes(psbtHex({ inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh' }], outputs }))).toEqual([
      'AMOUNTS_CLAIMED',
    ]);
    expect(
      codes(psbtHex({ inputs: [{ kind: 'p2tr', isProven: true }, { kind: 'p2wpkh' }], outputs })),
    ).toEqual([]);
    expect(codes(psbtHex({ inputs: [{ kind: 'p2pkh' }, { kind: 'p2pkh' }], outputs }))).toEqual([]);
  });

  it('says “blind signing” for a script that has no address', () => {
    const reading = readBitcoin(
      psbtHex({ outputs: [{ to: Uint8Array.of(0x51), amount: 990_000n }] }),
      signer,
    );
    expect([reading.blind, reading.warnings[0]?.code]).toEqual([true, 'BLIND_SIGNING']);
    expect(sentenceText(reading.sentence)).toBe('Send 0.0099 BTC to a script that has no address');
  });

  it('attack: an address of a segwit version that anybody can spend from', () => {
    const to = Uint8Array.of(0x52, 32, ...new Uint8Array(32).fill(1));
    expect(codes(psbtHex({ inputs: PROVEN, outputs: [{ to, amount: 990_000n }] }))).toEqual([
      'UNKNOWN_WITNESS',
    ]);
  });
});

describe('what is refused', () => {
  const refused = (hex: string): string => {
    try {
      readBitcoin(hex, signer);
    } catch (error) {
      if (error instanceof AppError) return error.code;
    }
    return 'read';
  };
  const hex = psbtHex();

  it.each([
    ['nothing', '', 'HEX_INVALID'],
    ['base64', psbtOf().toBase64(), 'PSBT_NOT_HEX'],
    ['a raw transaction', '0200000001', 'PSBT_MAGIC'],
    ['the last byte cut off', hex.slice(0, -2), 'PSBT_TRUNCATED'],
    ['a byte too many', `${hex}00`, 'PSBT_FIELD_MALFORMED'],
    ['a length beyond the end', '70736274fffeffffffff', 'PSBT_TRUNCATED'],
    ['a length longer than it need be', '70736274fffd0100', 'PSBT_NOT_CANONICAL'],
    [
      'attack: a type of 2^32, which would be written again as another one',
      // A field at the end of the input: its key with one byte behind the type, and no value.
      hex.replace(/00(?=(?:00)*$)/, '0aff0000000001000000010000'),
      'PSBT_FIELD_MALFORMED',
    ],
    ['no map', '70736274ff00', 'PSBT_FIELD_MALFORMED'],
    ['version 1', '70736274ff01fb040100000000', 'PSBT_VERSION'],
    [
      'millions of announced inputs',
      '70736274ff01fb040200000001020402000000010405feffffffff0105010000',
      'PSBT_TRUNCATED',
    ],
  ])('%s', (_, text, code) => {
    expect(refused(text)).toBe(code);
  });

  it('an input without what it spends', () => {
    const psbt = psbtOf();
    delete psbt.data.inputs[0]?.witnessUtxo;
    expect(refused(psbt.toHex())).toBe('UTXO_MISSING');
  });

  it('attack: an input before segwit whose amount nothing proves', () => {
    const psbt = psbtOf();
    const [input] = psbt.data.inputs;
    if (input !== undefined) input.witnessUtxo = { script: scriptOf(OWN.p2pkh), value: 1_000_000n };
    expect(refused(psbt.toHex())).toBe('UTXO_MISSING');
  });

  it('attack: another transaction than the one that is spent from', () => {
    const psbt = psbtOf({ inputs: [{ kind: 'p2pkh' }] });
    const [input] = psbt.data.inputs;
    const other = fundingOf(scriptOf(OWN.p2pkh), 9_000_000n, 0);
    if (input !== undefined) input.nonWitnessUtxo = other.toBuffer();
    expect(refused(psbt.toHex())).toBe('UTXO_MISMATCH');
  });

  it('attack: a claimed output that is not the one of the transaction that is given', () => {
    const psbt = psbtOf({ inputs: [{ kind: 'p2wpkh' }] });
    const [input] = psbt.data.inputs;
    const script = scriptOf(OWN.p2wpkh);
    if (input !== undefined) {
      input.nonWitnessUtxo = fundingOf(script, 1_000_000n, 0).toBuffer();
      input.witnessUtxo = { script, value: 960_000n };
    }
    expect(refused(psbt.toHex())).toBe('UTXO_MISMATCH');
  });

  it('attack: an input before segwit that has witness_utxo as well is told, as other signers may refuse it', () => {
    const warned = (kind: 'p2pkh' | 'p2wpkh' | 'p2sh') => {
      const psbt = psbtOf({ inputs: [{ kind, isProven: true }] });
      const [input] = psbt.data.inputs;
      if (input !== undefined) input.witnessUtxo = { script: scriptOf(OWN[kind]), value: 1_000_000n };
      return codes(psbt.toHex());
    };
    expect(warned('p2pkh')).toContain('BOTH_UTXOS');
    expect(warned('p2wpkh')).not.toContain('BOTH_UTXOS');
    expect(warned('p2sh')).not.toContain('BOTH_UTXOS');
  });

  it('attack: a redeem script that is not the one that is spent from', () => {
    const psbt = psbtOf({ inputs: [{ kind: 'p2sh' }] });
    const [input] = psbt.data.inputs;
    if (input !== undefined) input.redeemScript = scriptOf(OTHER.p2wpkh);
    expect(refused(psbt.toHex())).toBe('SCRIPT_MISMATCH');
  });

  it('attack: more paid than there is, and the same output spent twice', () => {
    expect(refused(psbtHex({ outputs: [{ to: scriptOf(OTHER.p2tr), amount: 1_000_001n }] }))).toBe(
      'OUTPUTS_EXCEED_INPUTS',
    );
    const twice = new Transaction();
    twice.addInput(Buffer.alloc(32, 5), 0);
    twice.addInput(Buffer.alloc(32, 5), 0);
    twice.addOutput(scriptOf(OTHER.p2tr), 5n);
    const raw = twice.toHex();
    const utxo = `01012b0a0000000000000022${toHex(scriptOf(OWN.p2tr))}`;
    const length = (raw.length / 2).toString(16);
    expect(refused(`70736274ff0100${length}${raw}00${utxo}00${utxo}0000`)).toBe('OUTPOINT_TWICE');
  });
});

it('gives a reading or a typed error for any bytes, and for any change of good ones', () => {
  const good = fromHex(psbtHex({ inputs: [{ kind: 'p2pkh' }, { kind: 'p2sh' }, { kind: 'p2tr' }] }));
  const total = (bytes: Uint8Array): void => {
    try {
      readBitcoin(toHex(bytes), signer);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (rest) =>
      total(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, ...rest)),
    ),
  );
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, end) => {
      const changed = Uint8Array.from(good);
      changed[at] = byte;
      total(changed);
      if (end > 0) total(changed.subarray(0, end));
    }),
  );
});

it('never shows the same fields for two different transactions', () => {
  const bytes = fromHex(psbtHex({ inputs: [{ kind: 'p2wpkh' }, { kind: 'p2tr' }] }));
  const shown = JSON.stringify(readBitcoin(toHex(bytes)).raw);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
      const other = Uint8Array.from(bytes, (byte, at) => (at === index ? byte ^ change : byte));
      try {
        expect(JSON.stringify(readBitcoin(toHex(other)).raw)).not.toBe(shown);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
