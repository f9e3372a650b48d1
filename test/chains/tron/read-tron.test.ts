import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { sentenceText } from '#chains/model/decoded.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { AppError } from '#protocol/error.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { OWNER, RECEIVER, tronRaw } from './unsigned.ts';

const codes = (hex: string, signer?: string) =>
  readTron(hex, signer === undefined ? undefined : { address: signer }).warnings.map(({ code }) => code);

describe('what a Tron transaction says', () => {
  it('names amount and recipient of a transfer, with the bytes they come from', () => {
    const hex = tronRaw('TransferContract', {
      owner_address: OWNER.hex,
      to_address: RECEIVER.hex,
      amount: 1_500_000,
    });
    const reading = readTron(hex, { address: OWNER.text, name: 'treasury' });
    expect(sentenceText(reading.sentence)).toBe(`Send 1.5 TRX to ${RECEIVER.text}`);
    expect(reading.facts.find(({ label }) => label === 'From')).toMatchObject({
      value: OWNER.text,
      note: 'treasury',
    });
    const [[from, to] = [0, 0]] = reading.facts.find(({ label }) => label === 'To')?.ranges ?? [];
    expect(toHex(fromHex(hex).subarray(from, to))).toBe(RECEIVER.hex);
    expect(reading.blind).toBe(false);
  });

  it('reads a TRC-20 transfer with the readers of contract calls, and shows Tron’s addresses', () => {
    const amount = (2_500_000).toString(16).padStart(64, '0');
    const reading = readTron(
      tronRaw('TriggerSmartContract', {
        owner_address: OWNER.hex,
        contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
        data: `a9059cbb${'0'.repeat(24)}${RECEIVER.hex.slice(2)}${amount}`,
      }),
    );
    expect(sentenceText(reading.sentence)).toBe(`Send 2.50 USDT to ${RECEIVER.text}`);
    expect(reading.facts.find(({ label }) => label === 'To')?.value).toBe(RECEIVER.text);
    expect(JSON.stringify(reading.facts.filter(({ kind }) => kind === 'address'))).not.toContain('0x');
  });

  it('attack: a memo that writes backwards, or names a site in another script', () => {
    const transfer = { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 };
    const memoOf = (memo: string) => {
      const reading = readTron(tronRaw('TransferContract', transfer, undefined, memo));
      return [
        reading.facts.find(({ label }) => label === 'Memo')?.value,
        reading.warnings.map(({ code, severity }) => `${severity} ${code}`),
      ];
    };
    expect(memoOf('pay \u202emoc')).toEqual(['“pay [U+202E]moc”', ['danger UNSEEN_CHARACTERS']]);
    expect(memoOf('see аррӏе.com')).toEqual(['“see аррӏе.com”', ['danger LOOK_ALIKE_TEXT']]);
    expect(memoOf('invoice 7')).toEqual(['“invoice 7”', []]);
    expect(memoOf('a\u0000b')).toEqual(['0x610062', []]);
  });

  it('reads an address in a call that has Tron’s prefix in front, as many wallets write it', () => {
    const amount = (2_500_000).toString(16).padStart(64, '0');
    const call = (to: string, value = amount) =>
      readTron(
        tronRaw('TriggerSmartContract', {
          owner_address: OWNER.hex,
          contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
          data: `a9059cbb${to}${value}`,
        }),
      );
    const prefixed = call(`${'0'.repeat(22)}${RECEIVER.hex}`);
    expect(sentenceText(prefixed.sentence)).toBe(`Send 2.50 USDT to ${RECEIVER.text}`);
    expect(prefixed.blind).toBe(false);
    // Anything else in front stays unread, and an amount is never made smaller.
    expect(call(`${'0'.repeat(22)}42${RECEIVER.hex.slice(2)}`).blind).toBe(true);
    expect(call(`${'0'.repeat(20)}01${RECEIVER.hex}`).blind).toBe(true);
    const huge = call(`${'0'.repeat(22)}${RECEIVER.hex}`, `${'0'.repeat(22)}${RECEIVER.hex}`);
    expect(sentenceText(huge.sentence)).not.toContain(BigInt(`0x${RECEIVER.hex.slice(2)}`).toString());
    expect(huge.facts.find(({ label }) => label === 'Amount')?.note).toContain(
      BigInt(`0x${RECEIVER.hex}`).toString(),
    );
  });

  it('shows a token by its address where the local list does not have it', () => {
    const hex = tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: RECEIVER.hex,
      data: `a9059cbb${'0'.repeat(24)}${OWNER.hex.slice(2)}${'1'.padStart(64, '0')}`,
    });
    expect(codes(hex)).toContain('UNKNOWN_TOKEN');
    expect(readTron(hex).warnings.find(({ code }) => code === 'UNKNOWN_TOKEN')?.text).toContain(
      RECEIVER.text,
    );
  });

  it('warns of permissions that leave the owner’s key out', () => {
    const hex = tronRaw('AccountPermissionUpdateContract', {
      owner_address: OWNER.hex,
      owner: {
        type: 0,
        permission_name: 'owner',
        threshold: 1,
        keys: [{ address: RECEIVER.hex, weight: 1 }],
      },
      actives: [],
    });
    const { warnings } = readTron(hex);
    expect(warnings[0]?.severity).toBe('danger');
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['PERMISSION_UPDATE', 'OWNER_LOSES_ACCOUNT']),
    );
  });

  it('says that a locked delegation cannot be taken back', () => {
    const parameters = {
      owner_address: OWNER.hex,
      receiver_address: RECEIVER.hex,
      balance: 5_000_000,
      resource: 'ENERGY',
    };
    expect(
      codes(tronRaw('DelegateResourceContract', { ...parameters, lock: true, lock_period: 28_800 })),
    ).toContain('DELEGATION_LOCKED');
    expect(codes(tronRaw('DelegateResourceContract', parameters))).not.toContain('DELEGATION_LOCKED');
  });

  it('attack: a transaction that acts for another account than the key’s is called out', () => {
    const hex = tronRaw('TransferContract', {
      owner_address: OWNER.hex,
      to_address: RECEIVER.hex,
      amount: 1,
    });
    expect(codes(hex, RECEIVER.text)).toContain('NOT_THE_OWNER');
    expect(codes(hex, OWNER.text)).not.toContain('NOT_THE_OWNER');
  });

  it('attack: a field that no published message has makes it blind', () => {
    const hex = tronRaw('TransferContract', {
      owner_address: OWNER.hex,
      to_address: RECEIVER.hex,
      amount: 1,
    });
    const reading = readTron(`${hex}9a0603616263`);
    expect(reading.blind).toBe(true);
    expect(reading.warnings.map(({ code }) => code)).toContain('BLIND_SIGNING');
    expect(reading.raw.at(-1)).toMatchObject({ value: '0x616263', note: '3 bytes, unknown field' });
  });
});

describe('what is refused', () => {
  const hex = tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 });
  const cases: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'HEX_INVALID'],
    ['no hex', 'zz', 'HEX_INVALID'],
    ['a byte alone', '0a', 'PROTOBUF_TRUNCATED'],
    ['the last byte cut off', hex.slice(0, -2), 'PROTOBUF_TRUNCATED'],
    ['a length beyond the end', '0aff01', 'PROTOBUF_TRUNCATED'],
    ['field number zero', '0001', 'PROTOBUF_MALFORMED'],
    ['a wire type that is not in use', '0b', 'PROTOBUF_MALFORMED'],
    ['an integer where bytes are wanted', '0801', 'PROTOBUF_MALFORMED'],
    ['an integer of more than 64 bits', '40ffffffffffffffffff7f', 'PROTOBUF_MALFORMED'],
    ['an integer longer than it need be', '408100', 'PROTOBUF_NOT_CANONICAL'],
    ['a zero that need not be there', '4000', 'PROTOBUF_NOT_CANONICAL'],
    ['the same field twice', `${hex.slice(0, 8)}${hex}`, 'PROTOBUF_NOT_CANONICAL'],
    ['fields out of order', '40010a020001', 'PROTOBUF_NOT_CANONICAL'],
    ['no contract', '0a02ffff', 'TRANSACTION_MALFORMED'],
    ['two contracts', twoContracts(hex), 'TRANSACTION_MALFORMED'],
    [
      'attack: a type that is not the one of the content',
      hex.replace(/(5a[0-9a-f]{2}08)01/, '$102'),
      'TRANSACTION_MALFORMED',
    ],
    ['an owner that is no address', hex.replace(OWNER.hex, `00${OWNER.hex.slice(2)}`), 'ADDRESS_INVALID'],
  ];
  it.each(cases)('%s', (_, text, code) => {
    expect(() => readTron(text)).toThrow(expect.objectContaining({ code }) as Error);
  });

  function twoContracts(text: string): string {
    const start = text.indexOf('5a6');
    const length = parseInt(text.slice(start + 2, start + 4), 16);
    const contract = text.slice(start, start + 4 + 2 * length);
    return text.replace(contract, contract + contract);
  }
});

it('gives a reading or a typed error for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      try {
        readTron(toHex(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});

it('never shows the same fields for two different transactions', () => {
  const bytes = fromHex(
    tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 123_456_789 }),
  );
  const shown = JSON.stringify(readTron(toHex(bytes)).raw);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
      const other = Uint8Array.from(bytes, (byte, at) => (at === index ? byte ^ change : byte));
      try {
        expect(JSON.stringify(readTron(toHex(other)).raw)).not.toBe(shown);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});

it('uses the addresses of tronweb', () => {
  expect(utils.crypto.getBase58CheckAddress([...fromHex(OWNER.hex)])).toBe(OWNER.text);
});
