import type { KeyImport, KeyImportSubject } from '#preload/contract/key-imports.ts';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { listAccounts } from '../../context/list-all.ts';

type Known = KeyImport['known'][number];

/** Finds what the service holds already with one of a subject's public keys. */
export type FindKnown = (subject: KeyImportSubject) => Known[];

/** Reads every public key of the organization, once. @throws ServiceError */
export async function readKnownKeys(ask: ContextResolver['query']): Promise<FindKnown> {
  const [{ privateKeys }, accounts] = await Promise.all([ask(listPrivateKeys, {}), listAccounts(ask)]);
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
export const publicKeysOf = (subject: KeyImportSubject): string[] =>
  subject.kind === 'privateKey' ? [subject.publicKey] : subject.accounts.map(({ publicKey }) => publicKey);

/** The addresses of a subject, in its order. */
export const addressesOf = (subject: KeyImportSubject): string[] =>
  (subject.kind === 'privateKey' ? subject.addresses : subject.accounts).map(({ address }) => address);
