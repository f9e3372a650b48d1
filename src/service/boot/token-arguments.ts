import { isAbsolute } from 'node:path';
import { startError } from './errors.ts';

/** The options of a key in a PKCS #11 token. */
export const TOKEN_OPTIONS = {
  'pkcs11-module': { type: 'string' },
  'pkcs11-token': { type: 'string' },
  'pkcs11-key': { type: 'string' },
  'pkcs11-pin-file': { type: 'string' },
  'pkcs11-env': { type: 'string', multiple: true },
} as const;

/** What was given of them. */
export interface TokenGiven {
  readonly 'pkcs11-module'?: string | undefined;
  readonly 'pkcs11-token'?: string | undefined;
  readonly 'pkcs11-key'?: string | undefined;
  readonly 'pkcs11-pin-file'?: string | undefined;
  readonly 'pkcs11-env'?: readonly string[] | undefined;
}

/** A key in a token. */
export interface TokenArguments {
  /** The absolute path of the module. */
  readonly module: string;
  /** The labels of the token and of the key. */
  readonly token: string;
  readonly key: string;
  /** Where the PIN stands; read for each login. */
  readonly pinFile: string;
  /** Names of the variables that the module gets. */
  readonly environment: readonly string[];
}

/** CK_TOKEN_INFO has room for so many bytes. */
const MOST_TOKEN_BYTES = 32;
const MOST_KEY_BYTES = 255;

/** @throws AppError `ARGUMENTS_INVALID` */
export function readTokenKey(given: TokenGiven): TokenArguments | undefined {
  const {
    'pkcs11-module': module,
    'pkcs11-token': token,
    'pkcs11-key': key,
    'pkcs11-pin-file': pinFile,
    'pkcs11-env': environment = [],
  } = given;
  if ([module, token, key, pinFile].every((each) => each === undefined) && environment.length === 0)
    return undefined;
  if (module === undefined || token === undefined || key === undefined || pinFile === undefined)
    throw startError('ARGUMENTS_INVALID.pkcs11');
  // A name alone would be looked for in folders that a variable names.
  if (!isAbsolute(module)) throw startError('ARGUMENTS_INVALID.pkcs11Module', { file: module });
  if (!isLabel(token, MOST_TOKEN_BYTES) || !isLabel(key, MOST_KEY_BYTES))
    throw startError('ARGUMENTS_INVALID.pkcs11Label', { most: MOST_TOKEN_BYTES });
  for (const name of environment)
    if (!/^[A-Za-z_]\w*$/u.test(name) || /^(?:NODE|UV)_/u.test(name))
      throw startError('ARGUMENTS_INVALID.pkcs11Env', { text: name });
  return { module, token, key, pinFile, environment };
}

/** Tokens fill their label up with spaces: one that ends in them can't be told apart. */
const isLabel = (text: string, most: number): boolean =>
  text !== '' && text === text.trimEnd() && Buffer.byteLength(text) <= most && !/\p{Cc}/u.test(text);
