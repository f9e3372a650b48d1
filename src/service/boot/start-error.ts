import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { startError } from './errors.ts';

const USAGE =
  'usage: npm run service -- --data DIR --port N --auth-proxy-port N --root-public-key HEX' +
  ' [--root-key-curve API_KEY_CURVE_P256|API_KEY_CURVE_SECP256K1|API_KEY_CURVE_ED25519]' +
  ' [--storage-key-fd FD] [--end-with-stdin] [--allow-private-webhooks]' +
  ' [--allow-loopback-issuers] [--oidc-issuers FILE] [--solana-rpc CAIP2=URL]... [--rate-limit N]' +
  ' [--known-generation N] [--accept-older-database]';

/** A reason for which the service cannot start, in words that can be shown; never holds a secret. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
  /** For the process: 2 for arguments, 1 for everything else. */
  readonly exitCode: number;
}

/** What to tell of an error that kept the service from starting. */
export function startFailure(error: unknown): StartFailure {
  const told = named(error);
  if (told instanceof AppError || told instanceof StorageError) {
    const { code, message, remedy } = told;
    if (code === 'ARGUMENTS_INVALID') return { code, message: `${message} ${USAGE}`, exitCode: 2 };
    return { code, message: `${message} ${remedy}`, exitCode: 1 };
  }
  return { code: 'INTERNAL', message: told instanceof Error ? told.message : 'unknown reason', exitCode: 1 };
}

/** An error of a library as a row of the registry, where it has one. */
function named(error: unknown): unknown {
  if (error instanceof z.ZodError) return startError('ARGUMENTS_INVALID.message', { cause: error });
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isPortTaken ? startError('PORT_IN_USE', { cause: error }) : error;
}
