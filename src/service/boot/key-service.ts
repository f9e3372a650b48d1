import tls from 'node:tls';
import { AppError } from '#protocol/error.ts';
import type { KeyHolder } from '../keys/wrapping-key.ts';
import { readPasswordFile } from './database-arguments.ts';
import type { GivenKeys } from './check-database.ts';
import { startError } from './errors.ts';
import type { KeyArguments, VaultArguments } from './key-arguments.ts';
import { tokenServiceOf } from './token-service.ts';
import { addedAuthorities } from './webhook-authorities.ts';

/**
 * The transit engine that the arguments name. Its client is loaded only by those who have such a service.
 * @throws AppError `ARGUMENTS_INVALID` for files that can't be used
 */
export const keyServiceOf =
  ({ tokenFile, authorities, ...place }: VaultArguments) =>
  async (): Promise<KeyHolder> => {
    const token = (): string => readPasswordFile(tokenFile, 'vault-token-file');
    // Read once here, so that a file that can't be used is told as such.
    token();
    const { vaultKeyHolder } = await import('../keys/vault-key.ts');
    return vaultKeyHolder({ ...place, token, authorities: authoritiesOf(authorities) });
  };

/**
 * The services that have keys, in the order of a turn.
 * @param folder the data folder, where there is one
 */
export function keyServicesOf(
  { vault, token, turnTo }: KeyArguments,
  folder: string | undefined,
): Pick<GivenKeys, 'keyService' | 'newKeyService'> {
  const ofVault = vault && keyServiceOf(vault);
  const ofToken = token && tokenServiceOf(token, folder);
  if (turnTo === undefined) return { keyService: ofVault ?? ofToken };
  return turnTo === 'pkcs11'
    ? { keyService: ofVault, newKeyService: ofToken }
    : { keyService: ofToken, newKeyService: ofVault };
}

function authoritiesOf(choice: string | undefined): readonly string[] | undefined {
  if (choice === undefined) return undefined;
  try {
    return [...tls.rootCertificates, ...addedAuthorities(choice)];
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw startError('ARGUMENTS_INVALID.vaultCa', { file: choice, cause });
  }
}
