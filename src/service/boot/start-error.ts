import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { ArgumentError, USAGE } from './arguments.ts';

/** A reason for which the service cannot start, in words that can be shown; never holds a secret. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
  /** For the process: 2 for arguments, 1 for everything else. */
  readonly exitCode: number;
}

/** What to tell of an error that kept the service from starting. */
export function startFailure(error: unknown): StartFailure {
  if (error instanceof ArgumentError) {
    return { code: 'ARGUMENTS_INVALID', message: `${error.message} ${USAGE}`, exitCode: 2 };
  }
  if (error instanceof AppError || error instanceof StorageError) {
    return { code: error.code, message: `${error.message} ${error.remedy}`, exitCode: 1 };
  }
  if (error instanceof z.ZodError) {
    return {
      code: 'ARGUMENTS_INVALID',
      message: 'The start message is not { argv, storageKey }.',
      exitCode: 2,
    };
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return {
      code: 'PORT_IN_USE',
      message: 'The port is in use. Give another one, or 0 for a free one.',
      exitCode: 1,
    };
  }
  return {
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : 'unknown reason',
    exitCode: 1,
  };
}
