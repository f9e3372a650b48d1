// Transactions that inputs spend from, brought beside a PSBT: what they prove, and what they can't.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parsePreviousTransaction,
  previousById,
  readPreviousTransaction,
} from '#chains/bitcoin/previous-transactions.ts';
import { readBitcoin } from '#chains/bitcoin/read-bitcoin.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import mainnet from '../../vectors/bitcoin/mainnet.json' with { type: 'json' };
import { codeOf } from '../../protocol/offline/files.ts';
import { fundingOf, type Given, OTHER, OWN, PUBLIC_KEY, psbtHex, scriptOf } from './unsigned.ts';

const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY };
const read = (hex: string, previous: readonly Uint8Array[] = []) =>
  readBitcoin(hex, signer, { previousTransactions: previousById(previous) });
const idOfPrevious = (bytes: Uint8Array): string => readPreviousTransaction(bytes, 'unsigned')[0];
const codesOf = (reading: ReturnType<typeof read>): string[] => reading.warnings.map(({ code }) => code);

/** Two inputs of segwit, of which the PSBT claims the amounts. */
const CLAIMED = {
  inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh' }],
  outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 1_990_000n }],
} satisfies Given;
const fundings = [0, 1].map((salt) => fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, salt));
const previous = fundings.map((each) => parsePreviousTransaction(each.toBuffer()));

describe('a previous transaction beside a PSBT', () => {
  it('proves the amounts that the PSBT claims, and the reading names those that would', () => {
    const alone = read(psbtHex(CLAIMED));
    expect(codesOf(alone)).toEqual(['AMOUNTS_CLAIMED']);
    expect(alone.previousTransactions).toEqual(fundings.map((each) => each.getId()));
    const half = read(psbtHex(CLAIMED), previous.slice(0, 1));
    expect(half.warnings.map(({ text }) => text)).toEqual([expect.stringContaining('1 of 2 inputs')]);
    const proven = read(psbtHex(CLAIMED), previous);
    expect(codesOf(proven)).toEqual([]);
    const notes = proven.actions.flatMap(({ facts }) => facts.map(({ note }) => note));
    expect(notes.filter((note) => note?.endsWith('which came beside the PSBT') === true)).toHaveLength(2);
    // Which it would still be asked for, so that the window can say where they came from.
    expect(proven.previousTransactions).toEqual(alone.previousTransactions);
  });

  it('is not asked for where the PSBT has it, or where taproot signs the amount', () => {
    for (const input of [{ kind: 'p2wpkh', isProven: true }, { kind: 'p2tr' }] as const)
      expect(read(psbtHex({ inputs: [input] })).previousTransactions).toBeUndefined();
  });

  it('attack: an amount that the PSBT makes smaller than it is, so that the rest goes to the fee', () => {
    const lie = psbtHex({
      inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh', amount: 10_000n }],
      outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 1_000_000n }],
    });
    // Of the very transaction that the input names, whose output holds 100 times as much.
    const honest = parsePreviousTransaction(fundingOf(scriptOf(OWN.p2wpkh), 10_000n, 1).toBuffer());
    expect(codesOf(read(lie, [honest]))).toEqual(['AMOUNTS_CLAIMED']);
    const psbt = lie.replace(
      toHex(fundingOf(scriptOf(OWN.p2wpkh), 10_000n, 1).getHash()),
      toHex(fundings[1]?.getHash() ?? new Uint8Array()),
    );
    expect(codesOf(read(psbt))).toEqual(['AMOUNTS_CLAIMED']);
    expect(codeOf(() => read(psbt, previous))).toBe('UTXO_MISMATCH');
  });

  it('attack: a transaction with the claimed amount and another hash proves nothing', () => {
    const forged = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 77).toBuffer();
    expect(codesOf(read(psbtHex(CLAIMED), [parsePreviousTransaction(forged)]))).toEqual(['AMOUNTS_CLAIMED']);
  });

  it('attack: an output that the named transaction doesn’t have', () => {
    const hex = psbtHex(CLAIMED);
    const [funding] = fundings;
    const id = toHex(funding?.getHash() ?? new Uint8Array());
    const moved = hex.replace(`${id}00000000`, `${id}01000000`);
    expect(moved).not.toBe(hex);
    expect(codeOf(() => read(moved, previous))).toBe('UTXO_MISMATCH');
  });

  it('attack: it never stands for one that the PSBT has to hold: whoever signs has the PSBT alone', () => {
    const hex = psbtHex({ inputs: [{ kind: 'p2pkh' }] });
    const funding = fundingOf(scriptOf(OWN.p2pkh), 1_000_000n, 0);
    const inside = funding.toHex();
    const length = (inside.length / 2).toString(16);
    // The field that holds it goes: its key is one byte, 0.
    const without = hex.replace(`0100${length}${inside}`, '');
    expect(without).not.toBe(hex);
    const beside = parsePreviousTransaction(funding.toBuffer());
    expect(codeOf(() => read(without, [beside]))).toBe('UTXO_MISSING');
  });

  it('attack: bytes that are no transaction prove nothing, and stop nothing', () => {
    const garbage = [new Uint8Array(60), new Uint8Array(), fromHex('ff'.repeat(100))];
    expect(codesOf(read(psbtHex(CLAIMED), [...garbage, ...previous]))).toEqual([]);
  });
});

describe('the file of a previous transaction', () => {
  it('has the ID that the main network knows it by, as bytes and as hex, with witnesses and without', () => {
    for (const { signed, txid } of mainnet) {
      const bytes = parsePreviousTransaction(fromHex(signed));
      expect(idOfPrevious(bytes)).toBe(txid);
      expect(toHex(parsePreviousTransaction(toUtf8(`${signed.toUpperCase()}\r\n`)))).toBe(toHex(bytes));
      // What is carried is carried again as it is.
      expect(toHex(parsePreviousTransaction(bytes))).toBe(toHex(bytes));
    }
  });

  const [{ signed } = { signed: '' }] = mainnet;
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['half a byte', signed.slice(1)],
    ['a cut transaction', signed.slice(0, -2)],
    ['a byte behind it', `${signed}00`],
    ['a PSBT', psbtHex()],
    ['base64', Buffer.from(signed, 'hex').toString('base64')],
    ['two transactions', `${signed}\n${signed}`],
    ['0x before it', `0x${signed}`],
    ['a private key in hex', '3f'.repeat(32)],
    ['a recovery phrase', 'abandon ability able about above absent'],
    ['a count of inputs beyond the bytes', `02000000feffffff7f${'00'.repeat(60)}`],
  ])('attack: %s: the refusal shows none of it', (_what, text) => {
    const refusal = (): unknown => parsePreviousTransaction(toUtf8(text));
    expect(codeOf(refusal)).toBe('PREVIOUS_TRANSACTION_INVALID');
    try {
      refusal();
    } catch (error) {
      for (const word of text.match(/[a-z0-9]{8,}/gi) ?? []) expect(String(error)).not.toContain(word);
    }
  });

  it('attack: a file larger than any block', () => {
    expect(codeOf(() => parsePreviousTransaction(new Uint8Array(4_000_001)))).toBe(
      'PREVIOUS_TRANSACTION_INVALID',
    );
  });

  it('any bytes are a transaction or refused, and a transaction keeps its ID', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), fc.nat(255), (bytes, at, value) => {
        const whole = fromHex(signed);
        whole[at % whole.length] = value;
        for (const file of [bytes, whole]) {
          const refused = codeOf(() => parsePreviousTransaction(file));
          if (refused !== 'taken') expect(refused).toBe('PREVIOUS_TRANSACTION_INVALID');
          else expect(idOfPrevious(parsePreviousTransaction(file))).toMatch(/^[0-9a-f]{64}$/);
        }
      }),
    );
  });
});
