import { Wallet } from 'ethers';
import fc from 'fast-check';
import { serializeTransaction, type TransactionSerializable } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { readTransaction } from '#chains/chains.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { AppError } from '#protocol/error.ts';
import { TRANSACTIONS } from './arbitrary.ts';
import { KNOWN } from './known-calls.ts';
import { MALFORMED, WELL_FORMED } from './malformed.ts';
import { OTHER, encode, unsigned } from './unsigned.ts';

const read = (hex: string) => readTransaction('TRANSACTION_TYPE_ETHEREUM', hex);

/** The error that a call throws, which must be one of ours. */
function errorOf(call: () => unknown): AppError {
  try {
    call();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

/** Runs a call that may throw nothing but our own errors. */
function onlyOurErrors(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
  }
}

describe('malformed Ethereum transactions', () => {
  it.each(Object.entries(WELL_FORMED))(
    'takes the well-formed %s that the others are broken from',
    (_name, hex) => {
      expect(parseUnsigned(hex).bytes.length).toBe(hex.length / 2);
    },
  );

  it.each(MALFORMED)('refuses %s', (_what, hex, code, says) => {
    const error = errorOf(() => parseUnsigned(hex));
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(says)]);
    expect(error.remedy).not.toBe('');
    expect(errorOf(() => read(hex)).code).toBe(code);
  });

  it('refuses 10 MB of junk by its length, before a digit of it is looked at', () => {
    // No hex: were it decoded first, the error would be another.
    const junk = 'z'.repeat(10_000_000);
    expect(errorOf(() => parseUnsigned(junk)).code).toBe('TRANSACTION_TOO_LARGE');
    expect(errorOf(() => parseSigned(junk)).code).toBe('TRANSACTION_TOO_LARGE');
    expect(errorOf(() => parseUnsigned('c0'.repeat(5_000_000))).code).toBe('TRANSACTION_TOO_LARGE');
  });

  it('throws nothing but its own errors for random bytes', () => {
    const bytes = fc.tuple(
      fc.constantFrom('', '01', '02', '03', '04', 'f8', 'c9'),
      fc.uint8Array({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(bytes, ([prefix, rest]) => {
        const hex = prefix + Buffer.from(rest).toString('hex');
        onlyOurErrors(() => read(hex));
        onlyOurErrors(() => parseSigned(hex));
      }),
      { numRuns: 1000 },
    );
  });

  it('throws nothing but its own errors for random text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => onlyOurErrors(() => read(text))));
  });

  it('reads or refuses every mutation of a transaction, and reads only what the bridge can carry', () => {
    const serialized = fc
      .oneof(...(Object.values(TRANSACTIONS) as fc.Arbitrary<TransactionSerializable>[]))
      .map((tx) => Buffer.from(serializeTransaction(tx).slice(2), 'hex'));
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(serialized, edits, (bytes, changes) => {
        const mutated = Buffer.from(bytes);
        for (const [at, byte] of changes) mutated[at % mutated.length] = byte;
        onlyOurErrors(() => {
          const reading = read(mutated.toString('hex'));
          expect(decodedTransaction.parse(reading)).toEqual(reading);
          for (const fact of [...reading.facts, ...reading.raw]) {
            for (const [start, end] of fact.ranges ?? []) {
              expect(start).toBeLessThanOrEqual(end);
              expect(end).toBeLessThanOrEqual(mutated.length);
            }
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('reads every mutation of a known call without an error, and is never silently blind', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN), edits, ([, signature, args, to, value], changes) => {
        const data = Buffer.from(encode(signature, ...args).slice(2), 'hex');
        for (const [at, byte] of changes) data[at % data.length] = byte;
        const reading = read(unsigned({ to, value, data: `0x${data.toString('hex')}` }));
        expect(decodedTransaction.parse(reading)).toEqual(reading);
        expect(reading.warnings.some((warning) => warning.code === 'BLIND_SIGNING')).toBe(reading.blind);
      }),
      { numRuns: 300 },
    );
  });

  it('works out the accounts of 32 delegations and no more, so that thousands do not hang it', () => {
    const key = new Wallet(`0x${'46'.repeat(32)}`);
    const authorization = key.authorizeSync({ address: OTHER, nonce: 0n, chainId: 1n });
    const authorizationList = Array.from({ length: 100 }, () => authorization);
    const reading = read(unsigned({ type: 4, to: OTHER, authorizationList }));
    const notes = reading.facts
      .filter((fact) => fact.label === 'Delegates to')
      .map((fact) => fact.note ?? '');
    expect(notes.filter((note) => note.includes(key.address))).toHaveLength(32);
    expect(notes.filter((note) => note.includes('was not worked out'))).toHaveLength(68);
    expect(reading.warnings.filter((warning) => warning.code === 'DELEGATION')).toHaveLength(2);
  });
});
