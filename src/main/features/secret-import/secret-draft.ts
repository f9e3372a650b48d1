import type { SecretRow } from '#preload/contract/secrets.ts';
import { keyValues } from '#protocol/catalogue/fields.ts';
import type { Secret } from '#protocol/secret.ts';
import { lengthProblem, nameProblem, requireCount, secretsInvalid } from './named-secret.ts';
import type { NamedSecret } from './named-secret.ts';

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
