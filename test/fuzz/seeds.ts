import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { KNOWN } from '../chains/ethereum/known-calls.ts';
import { MALFORMED, WELL_FORMED } from '../chains/ethereum/malformed.ts';
import { encode, unsigned } from '../chains/ethereum/unsigned.ts';
import { MAINNET } from '../chains/ethereum/vectors.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
/** More than this many do not help: the fuzzer keeps those that reach new code. */
const ENOUGH = 800;

/** Unsigned transactions of Ethereum: every call that is read, those of the main network, and the malformed corpus. */
const ethereumSeeds = (): string[] => [
  ...Object.values(WELL_FORMED),
  ...KNOWN.map(([, signature, args, to, value]) =>
    unsigned({ to, value, data: encode(signature, ...args) }).slice(2),
  ),
  ...MALFORMED.map(([, hex]) => hex),
  ...MAINNET.map(({ signed }) => toHex(parseSigned(signed).unsigned.bytes)),
];

/** Where a fuzzer starts: the chain's vectors, every hex text in them, and what Ethereum has besides. */
export function seedsOf(type: TransactionType): Uint8Array[] {
  const own = type === 'TRANSACTION_TYPE_ETHEREUM' ? ethereumSeeds() : [];
  const chain = type.replace('TRANSACTION_TYPE_', '').toLowerCase();
  return [...own, ...hexTexts(chain)]
    .filter((text) => text.length > 0 && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text))
    .slice(0, ENOUGH)
    .map((text) => fromHex(text));
}

function hexTexts(chain: string): string[] {
  const folder = join(root, 'test/vectors');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && name.startsWith(chain))
    .flatMap((name) => stringsIn(z.json().parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))));
}

function stringsIn(value: z.core.util.JSONType): string[] {
  if (typeof value === 'string') return [value.replace(/^0x/, '')];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
