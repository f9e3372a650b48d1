import { z } from 'zod';
import { approveActivity, rejectActivity } from '../../protocol/catalogue/activities.ts';
import { exportPrivateKey } from '../../protocol/catalogue/private-keys.ts';
import { exportSecrets } from '../../protocol/catalogue/secrets.ts';
import { exportWalletAccount, exportWallet } from '../../protocol/catalogue/wallets.ts';
import { fromUtf8 } from '../../protocol/encoding.ts';

const body = z.object({ parameters: z.unknown() });

/** By the operation's path: names what a request took out or voted on, by its own parameters. */
const SUBJECTS = new Map<string, (parameters: unknown) => string>([
  [exportPrivateKey.path, (given) => `private key ${exportPrivateKey.parameters.parse(given).privateKeyId}`],
  [exportWallet.path, (given) => `wallet ${exportWallet.parameters.parse(given).walletId}`],
  [exportWalletAccount.path, (given) => `account ${exportWalletAccount.parameters.parse(given).address}`],
  [approveActivity.path, (given) => `request ${approveActivity.parameters.parse(given).fingerprint}`],
  [rejectActivity.path, (given) => `request ${rejectActivity.parameters.parse(given).fingerprint}`],
  [
    exportSecrets.path,
    (given) => {
      const ids = exportSecrets.parameters.parse(given).secrets.map(({ secretId }) => secretId);
      return `${ids.length === 1 ? 'secret' : 'secrets'} ${ids.join(', ')}`;
    },
  ],
]);

/**
 * What a stamped request was about, for the journal: of exports, what was exported and never what it was; of
 * votes, the request's fingerprint. Read from the
 * stamped bytes, so that a line that is written after a crash says it as well.
 * @param bytes the request's body
 */
export function subjectOf(operation: string, bytes: Uint8Array): string | undefined {
  const subject = SUBJECTS.get(operation);
  return subject?.(body.parse(JSON.parse(fromUtf8(bytes))).parameters);
}
