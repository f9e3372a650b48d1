import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import contracts from '../../resources/known/contracts.json' with { type: 'json' };
import solana from '../../resources/known/solana-tokens.json' with { type: 'json' };
import tokens from '../../resources/known/tokens.json' with { type: 'json' };
import { knownLists } from '../../scripts/known-lists.mjs';
import { CHAIN_ID as TRON } from '#chains/tron/contract-facts.ts';
import { networkOf } from '#chains/ethereum/model/networks.ts';

const lists = [contracts, tokens, solana];

describe('the lists of known contracts and tokens', () => {
  it('are what the installed packages give', async () => {
    for (const [path = '', text] of await knownLists()) {
      expect([path, readFileSync(join(import.meta.dirname, '../..', path), 'utf8') === text]).toEqual([
        path,
        true,
      ]);
    }
  });

  it('name their packages with version and license, and a date', () => {
    for (const { date, sources } of lists) {
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      for (const each of sources) {
        expect(each.version).toMatch(/^\d+\.\d+\.\d+/);
        expect(each.license).toMatch(/^(MIT|ISC|Apache-2\.0)$/);
      }
    }
  });

  it('have checksummed addresses, each once to a chain that the console names', () => {
    for (const { chains } of [contracts, tokens]) {
      for (const [chain, lines] of Object.entries<string[]>(chains)) {
        expect([chain, BigInt(chain) === TRON || networkOf(BigInt(chain)).known]).toEqual([chain, true]);
        const addresses = lines.map((line) => line.split(' ')[0] ?? '');
        expect(addresses.map((address) => getAddress(address.toLowerCase()))).toEqual(addresses);
        expect(new Set(addresses).size).toBe(addresses.length);
      }
    }
  });

  it('have plain symbols, and decimals that fit', () => {
    for (const line of [...Object.values<string[]>(tokens.chains).flat(), ...solana.tokens]) {
      expect(line).toMatch(/^\w+ (?:[0-9]|[12][0-9]|3[0-6]) [A-Za-z0-9][A-Za-z0-9.+_$-]* [\x20-\x7e]+$/);
    }
  });
});
