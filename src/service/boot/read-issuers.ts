import { readFileSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { keySet } from '../oidc/issuer-keys.ts';
import { ArgumentError } from './arguments.ts';

const issuers = z.array(z.strictObject({ issuer: z.string().min(1), jwks: keySet }));

/**
 * Reads the file of `--oidc-issuers`: a JSON list of `{issuer, jwks}`, the key set as RFC 7517 has it.
 * @throws ArgumentError
 */
export function readIssuers(file: string): ReadonlyMap<string, JSONWebKeySet> {
  try {
    const listed = issuers.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(listed.map(({ issuer, jwks }) => [issuer, jwks]));
  } catch (cause) {
    throw new ArgumentError(`--oidc-issuers must name a JSON file with a list of {issuer, jwks}: ${file}.`, {
      cause,
    });
  }
}
