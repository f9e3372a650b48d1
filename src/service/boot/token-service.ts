import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import process from 'node:process';
import { Secret, copySecret } from '#protocol/secret.ts';
import type { KeyHolder } from '../keys/wrapping-key.ts';
import { readSecretLine } from './database-arguments.ts';
import { startError } from './errors.ts';
import type { TokenArguments } from './token-arguments.ts';

const WRITABLE_BY_ALL = 0o002;

/** The script of the process that loads the module is built beside this one, with its ending. */
const builtScript = (): string => join(import.meta.dirname, `token-process${extname(import.meta.filename)}`);

/**
 * The token that the arguments name. What talks to it is loaded only by those who have one.
 * @param folder where a PIN that the token refused is noted; nowhere when left out
 * @param script the built token-process.ts, where it isn't beside this program
 * @throws AppError `ARGUMENTS_INVALID` for files that can't be used
 */
export const tokenServiceOf =
  (
    { module, token, key, pinFile, environment }: TokenArguments,
    folder?: string,
    script: () => string | Promise<string> = builtScript,
  ) =>
  async (): Promise<KeyHolder> => {
    const pin = (): Secret => {
      const line = readSecretLine(pinFile, 'pkcs11-pin-file');
      const copy = new Secret(copySecret(line));
      line.fill(0);
      return copy;
    };
    // Read once here, so that a file that can't be used is told as such.
    pin().wipe();
    requireModule(module);
    const { tokenKeyHolder } = await import('../keys/pkcs11/token-key.ts');
    const { RefusedPin } = await import('../keys/pkcs11/refused-pin.ts');
    const passed = environment.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const refused = new RefusedPin(folder);
    return tokenKeyHolder({
      module,
      token,
      key,
      pin,
      script,
      refused,
      environment: Object.fromEntries(passed),
    });
  };

/** What is loaded gets the PIN. */
function requireModule(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || (found.mode & WRITABLE_BY_ALL) !== 0)
    throw startError('ARGUMENTS_INVALID.pkcs11Module', { file });
}
