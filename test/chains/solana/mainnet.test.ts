import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { getTransferSolInstructionDataDecoder, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  getTransferCheckedInstructionDataDecoder,
  getTransferInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { describe, expect, test } from 'vitest';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { encodeTransaction } from '#chains/solana/encode.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { readInstructions } from '#chains/solana/read-instruction.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { messageBytes } from '#chains/solana/transaction.ts';
import { verifySigned } from '#chains/solana/verify-signed.ts';
import { toHex } from '#protocol/encoding.ts';
import mainnet from '../../vectors/solana/mainnet.json' with { type: 'json' };
import { expectAsWeb3js } from './as-web3js.ts';

const all = mainnet.flatMap(({ transactions }) => transactions);

describe('transactions of the main network', () => {
  test('there are more than 200 of them, and each is signed by those it says', () => {
    expect(new Set(all).size).toBeGreaterThan(200);
    for (const hex of all) {
      const tx = parseTransaction(hex);
      tx.signatures.forEach((signature, at) => {
        const key = base58.decode(tx.accounts[at]?.address ?? '');
        expect(ed25519.verify(signature, messageBytes(tx), key)).toBe(true);
      });
    }
  });

  test('every part is as @solana/web3.js reads it', () => {
    for (const hex of all) expectAsWeb3js(hex);
  });

  test('payments of coins and tokens are of the amounts that the programs’ own clients decode', () => {
    const seen = { sol: 0, token: 0 };
    for (const hex of all) {
      for (const { reading, instruction, programAddress } of readInstructions(parseTransaction(hex))) {
        const { data } = instruction;
        if (reading?.id === 'system.transfer' && String(SYSTEM_PROGRAM_ADDRESS) === programAddress) {
          const { amount } = getTransferSolInstructionDataDecoder().decode(data);
          expect(reading.integer('lamports')).toBe(amount);
          seen.sol += 1;
        }
        if (reading?.id === 'token.transferChecked' && String(TOKEN_PROGRAM_ADDRESS) === programAddress) {
          const { amount, decimals } = getTransferCheckedInstructionDataDecoder().decode(data);
          expect([reading.integer('amount'), reading.integer('decimals')]).toEqual([
            amount,
            BigInt(decimals),
          ]);
          seen.token += 1;
        }
        if (reading?.id === 'token.transfer' && String(TOKEN_PROGRAM_ADDRESS) === programAddress) {
          const { amount } = getTransferInstructionDataDecoder().decode(data);
          expect(reading.integer('amount')).toBe(amount);
          seen.token += 1;
        }
      }
    }
    expect(seen.sol).toBeGreaterThan(20);
    expect(seen.token).toBeGreaterThan(3);
  });

  test('written again each has the same bytes; readings keep to the schema, and no two are the same', () => {
    const readings = all.map((hex) => {
      expect(toHex(encodeTransaction(parseTransaction(hex)))).toBe(hex);
      const reading = readSolana(hex);
      expect(decodedTransaction.safeParse(reading).error).toBeUndefined();
      return JSON.stringify(reading);
    });
    expect(new Set(readings).size).toBe(all.length);
  });

  test('a program that is not read makes the preview say blind signing', () => {
    for (const hex of all) {
      const unread = readInstructions(parseTransaction(hex)).some(({ reading }) => reading === undefined);
      const { blind, warnings } = readSolana(hex);
      if (unread) expect(blind).toBe(true);
      if (blind) expect(warnings.map(({ title }) => title)).toContain('Blind signing');
    }
  });

  test('what the network took passes the checks of an answer, where one key signs', () => {
    let checked = 0;
    for (const hex of all) {
      const tx = parseTransaction(hex);
      if (tx.signatures.length !== 1) continue;
      const unsigned = toHex(encodeTransaction({ ...tx, signatures: [new Uint8Array(64)] }));
      const checks = verifySigned({ unsigned, signed: hex, address: tx.accounts[0]?.address ?? '' });
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(150);
  });
});
