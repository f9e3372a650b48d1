import type { z } from 'zod';
import type { ExportTarget } from '#preload/contract/exports.ts';
import { exportPrivateKey, getPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { exportSecrets } from '#protocol/catalogue/secrets.ts';
import {
  exportWalletAccount,
  exportWallet,
  getWalletAccount,
  getWallet,
} from '#protocol/catalogue/wallets.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { listAccounts, listAllSecrets } from '../../context/key-inventory.ts';
import { exportError } from './errors.ts';
import {
  type ServiceRecord,
  recordOfAccount,
  recordOfKey,
  recordOfSecret,
  recordOfWallet,
} from './service-record.ts';

/** What the service answers an export with. */
export interface ExportAnswer {
  /** What it says it exported: an id, an address; undefined where the answer names nothing. */
  readonly named: string | undefined;
  readonly bundles: readonly string[];
}

/** An export that can be asked for: one target key for each record. */
export interface ExportPlan {
  readonly operation: string;
  readonly name: string;
  readonly identifier: string;
  readonly records: readonly ServiceRecord[];
  /** The member by which an answer, or the enclave, names what was exported. */
  readonly member: string | undefined;
  /** @param targetPublicKeys one for each record, uncompressed hex */
  parameters(targetPublicKeys: readonly string[]): unknown;
  /** @throws ZodError for a result that is not the operation's */
  readAnswer(result: unknown): ExportAnswer;
}

/**
 * Reads from the service what is known of a target before it is exported: what comes out is compared with that.
 * @throws AppError `SECRET_UNKNOWN`, and those of the queries
 */
export async function planExport(target: ExportTarget, ask: ContextResolver['query']): Promise<ExportPlan> {
  switch (target.kind) {
    case 'privateKey': {
      const { privateKey } = await ask(getPrivateKey, { privateKeyId: target.privateKeyId });
      return single(exportPrivateKey, 'privateKeyId', target.privateKeyId, recordOfKey(privateKey));
    }
    case 'wallet': {
      const [{ wallet }, accounts] = await Promise.all([
        ask(getWallet, { walletId: target.walletId }),
        listAccounts(ask, target.walletId),
      ]);
      return single(exportWallet, 'walletId', target.walletId, recordOfWallet(wallet.walletName, accounts));
    }
    case 'walletAccount': {
      const { walletId, address } = target;
      const { account } = await ask(getWalletAccount, { walletId, address });
      return single(exportWalletAccount, 'address', address, recordOfAccount(account));
    }
    case 'secrets':
      return planSecrets(target.secretIds, ask);
  }
}

type SingleExport = typeof exportPrivateKey | typeof exportWallet | typeof exportWalletAccount;

const single = (
  operation: SingleExport,
  member: 'privateKeyId' | 'walletId' | 'address',
  identifier: string,
  record: ServiceRecord,
): ExportPlan => ({
  operation: operation.path,
  name: record.name,
  identifier,
  records: [record],
  member,
  parameters: ([targetPublicKey]) => ({ [member]: identifier, targetPublicKey }),
  readAnswer: (result) => {
    const answer: z.output<SingleExport['output']> = operation.output.parse(result);
    return { named: String(answer[member]), bundles: [answer.exportBundle] };
  },
});

async function planSecrets(secretIds: readonly string[], ask: ContextResolver['query']): Promise<ExportPlan> {
  const known = new Map((await listAllSecrets(ask)).map((secret) => [secret.secretId, secret]));
  const records = secretIds.map((id) => {
    const secret = known.get(id);
    if (secret === undefined) throw exportError('SECRET_UNKNOWN');
    return recordOfSecret(secret.name ?? id);
  });
  const [first] = records;
  return {
    operation: exportSecrets.path,
    name: first !== undefined && records.length === 1 ? first.name : `${records.length} secrets`,
    identifier: secretIds.join(', '),
    records,
    // The answer lists payloads in the order asked for, and names none.
    member: undefined,
    parameters: (targetPublicKeys) => ({
      secrets: secretIds.map((secretId, index) => ({
        secretId,
        targetPublicKey: targetPublicKeys[index],
        encryptionSuite: 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1',
      })),
    }),
    readAnswer: (result) => ({
      named: undefined,
      bundles: exportSecrets.output.parse(result).secretPayloads,
    }),
  };
}
