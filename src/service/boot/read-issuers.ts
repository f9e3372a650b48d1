import { readFileSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { keySet } from '../oidc/issuer-keys.ts';
import { startError } from './errors.ts';

const issuers = z.array(z.strictObject({ issuer: z.string().min(1), jwks: keySet }));

/**
 * Reads the file of `--oidc-issuers`: a JSON list of `{issuer, jwks}`, the key set as RFC 7517 has it.
 * @throws AppError `ARGUMENTS_INVALID`
 */
export function readIssuers(file: string): ReadonlyMap<string, JSONWebKeySet> {
  try {
    const listed = issuers.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(listed.map(({ issuer, jwks }) => [issuer, jwks]));
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.issuers', { file, cause });
  }
}
