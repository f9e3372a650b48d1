import { createRequire } from 'node:module';
import type * as Library from 'tiny-secp256k1';

let loaded: typeof Library | undefined;

/**
 * libsecp256k1, compiled to WebAssembly (docs/decisions/011-stamping.md). Loaded at the first call: compiling it takes 16 to
 * 25 ms, which no start has to wait for.
 */
export const libsecp256k1 = (): typeof Library =>
  (loaded ??= createRequire(import.meta.url)('tiny-secp256k1') as typeof Library);
