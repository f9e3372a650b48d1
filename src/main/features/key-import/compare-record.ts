import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { Verification } from '#preload/contract/requests.ts';
import { getPrivateKey, importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { importWallet } from '#protocol/catalogue/wallets.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { listAccounts } from '../../context/list-all.ts';
import { publicKeysOf } from './known-keys.ts';

/**
 * Compares the service's record of what was imported with the public keys that were shown before. The addresses are in
 * the answer itself and are compared with it (verify-result.ts).
 * @param result of `import_private_key` or `import_wallet`
 */
export async function compareRecord(
  subject: KeyImportSubject,
  result: unknown,
  ask: ContextResolver['query'],
): Promise<Verification> {
  const name = 'Public key';
  let recorded: readonly string[];
  try {
    recorded = await readRecord(subject, result, ask);
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    return { name, passed: false, detail: `The service’s record could not be read: ${error.message}` };
  }
  const missing = publicKeysOf(subject).find((publicKey) => !recorded.includes(publicKey));
  if (missing === undefined)
    return { name, passed: true, detail: 'The service’s record has every public key that was derived here.' };
  return {
    name,
    passed: false,
    detail: `The service’s record does not have ${missing}, which was derived here.`,
  };
}

async function readRecord(
  subject: KeyImportSubject,
  result: unknown,
  ask: ContextResolver['query'],
): Promise<readonly string[]> {
  if (subject.kind === 'privateKey') {
    const { privateKeyId } = importPrivateKey.output.parse(result);
    return [(await ask(getPrivateKey, { privateKeyId })).privateKey.publicKey.toLowerCase()];
  }
  const { walletId } = importWallet.output.parse(result);
  return (await listAccounts(ask, walletId)).flatMap(({ publicKey }) => publicKey?.toLowerCase() ?? []);
}
