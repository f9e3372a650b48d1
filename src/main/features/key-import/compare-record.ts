import type { KeyImport, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { Verification } from '#preload/contract/requests.ts';
import { getPrivateKey, importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { importWallet } from '#protocol/catalogue/wallets.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { listAccounts, listAllKeys } from '../../context/key-inventory.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';

type Known = KeyImport['known'][number];

/** Finds what the service holds already with one of a subject's public keys. */
export type FindKnown = (subject: KeyImportSubject) => Known[];

/** Reads every public key of the organization, once. @throws ServiceError */
export async function readKnownKeys(ask: ContextResolver['query']): Promise<FindKnown> {
  const [privateKeys, accounts] = await Promise.all([listAllKeys(ask), listAccounts(ask)]);
  const known = new Map<string, Known[]>();
  const add = (publicKey: string, record: Known): void => {
    known.set(publicKey, [...(known.get(publicKey) ?? []), record]);
  };
  for (const { publicKey, privateKeyName, addresses } of privateKeys)
    add(publicKey.toLowerCase(), { name: privateKeyName, address: addresses[0]?.address ?? publicKey });
  for (const { publicKey, address, path, name } of accounts)
    if (publicKey !== undefined) add(publicKey.toLowerCase(), { name: name ?? path, address });
  return (subject) => [...new Set(publicKeysOf(subject))].flatMap((publicKey) => known.get(publicKey) ?? []);
}

/** The public keys of a subject, hex as the service writes them, in its order. */
const publicKeysOf = (subject: KeyImportSubject): string[] =>
  subject.kind === 'privateKey' ? [subject.publicKey] : subject.accounts.map(({ publicKey }) => publicKey);

/** The addresses of a subject, in its order. */
export const addressesOf = (subject: KeyImportSubject): string[] =>
  (subject.kind === 'privateKey' ? subject.addresses : subject.accounts).map(({ address }) => address);

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
