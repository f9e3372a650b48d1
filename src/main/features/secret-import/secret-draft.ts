import type { SecretRow } from '#preload/contract/secrets.ts';
import { keyValues } from '#protocol/catalogue/fields.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { Secret } from '#protocol/secret.ts';
import { secretImportError } from './errors.ts';

/** A secret that is to be imported; its value is the bytes of the text, or of the file. */
export interface NamedSecret {
  readonly name: string;
  readonly value: Secret;
}

/** The longest value, in bytes: sealed and as hex it fits twice into what the service takes. */
export const SECRET_LIMIT = 64 * 1024;
/** The most secrets of one import. */
const SECRETS_LIMIT = 1_000;

/** Why a name will not do, or null. The service keeps names as they are; other programs read them in tables and shells. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'It has no name';
  if (name.length > 255) return 'The name is longer than 255 characters';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name))
    return 'The name holds characters that cannot be seen';
  const [, sign] = /^\s*([=+\-@])/.exec(name) ?? [];
  if (sign !== undefined) return `The name begins with “${sign}”, which a spreadsheet would run`;
  return null;
}

/** Why a value of so many bytes will not do, or null. */
function lengthProblem(bytes: number): string | null {
  if (bytes === 0) return 'The value is empty';
  return bytes > SECRET_LIMIT ? `The value has ${bytes} bytes; ${SECRET_LIMIT} are the most` : null;
}

/**
 * Takes texts over as secrets. A value that is empty or too long comes along: its row says so, and the others are not lost.
 * @throws AppError `SECRETS_INVALID` for none, or too many
 */
export function toSecrets(entries: readonly (readonly [name: string, value: string])[]): NamedSecret[] {
  requireCount(entries.length);
  return entries.map(([name, value]) => ({ name, value: new Secret(toUtf8(value)) }));
}

/** @throws AppError `SECRETS_INVALID` for none, or too many */
export function requireCount(count: number): void {
  if (count === 0) throw secretsInvalid('There is no secret in it.');
  if (count > SECRETS_LIMIT)
    throw secretsInvalid(`There are ${count} secrets in it; ${SECRETS_LIMIT} are the most at once.`);
}

/** What was read is no list of secrets; `message` never holds a value. */
export const secretsInvalid = (message: string): AppError =>
  secretImportError('SECRETS_INVALID', { message });

type Properties = SecretRow['properties'];

/** A secret in memory, before it is sealed. */
export interface DraftSecret {
  readonly id: number;
  readonly name: string;
  readonly value: Secret;
  readonly properties: Properties;
}

const properties = keyValues('Static properties');

/** Secrets that are being gathered; their values are in memory alone, and wiped with it. */
export class SecretDraft {
  #secrets: DraftSecret[] = [];
  #next = 0;
  readonly sources: string[] = [];

  get secrets(): readonly DraftSecret[] {
    return this.#secrets;
  }

  /** @throws AppError `SECRETS_INVALID` for too many; those given are wiped then */
  add(secrets: readonly NamedSecret[]): void {
    try {
      requireCount(this.#secrets.length + secrets.length);
    } catch (error) {
      for (const { value } of secrets) value.wipe();
      throw error;
    }
    for (const { name, value } of secrets) {
      this.#secrets.push({ id: this.#next, name: name.trim(), value, properties: [] });
      this.#next += 1;
    }
  }

  rename(id: number, name: string): void {
    this.#change(id, (secret) => ({ ...secret, name: name.trim() }));
  }

  /** @throws AppError `SECRETS_INVALID` when a key is there twice or empty */
  setProperties(id: number, given: Properties): void {
    const checked = properties.safeParse(given);
    if (!checked.success || given.some(({ key }) => key === ''))
      throw secretsInvalid('Each property needs a key of its own.');
    this.#change(id, (secret) => ({ ...secret, properties: [...given] }));
  }

  /** Sets a property on every secret; it takes the place of one with the same key. */
  propertyForAll(property: Properties[number]): void {
    for (const { id, properties: own } of this.#secrets)
      this.setProperties(id, [...own.filter(({ key }) => key !== property.key), property]);
  }

  remove(id: number): void {
    this.#secrets.find((secret) => secret.id === id)?.value.wipe();
    this.#secrets = this.#secrets.filter((secret) => secret.id !== id);
  }

  wipe(): void {
    for (const { value } of this.#secrets) value.wipe();
    this.#secrets = [];
  }

  /** The secrets as rows. @param taken the names that the organization has already */
  rows(taken: ReadonlySet<string>): SecretRow[] {
    const counts = new Map<string, number>();
    for (const { name } of this.#secrets) counts.set(name, (counts.get(name) ?? 0) + 1);
    return this.#secrets.map(({ id, name, value, properties: own }) => {
      const problem =
        nameProblem(name) ??
        lengthProblem(value.length) ??
        ((counts.get(name) ?? 0) > 1 ? 'The name is here twice' : null) ??
        (taken.has(name) ? 'The name is taken' : null);
      return {
        id,
        name,
        length: value.length,
        properties: own,
        state: problem === null ? 'ready' : 'refused',
        problem: problem ?? '',
        secretId: null,
      };
    });
  }

  #change(id: number, change: (secret: DraftSecret) => DraftSecret): void {
    this.#secrets = this.#secrets.map((secret) => (secret.id === id ? change(secret) : secret));
  }
}
