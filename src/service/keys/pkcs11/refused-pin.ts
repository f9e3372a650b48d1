import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Secret } from '#protocol/secret.ts';

const FILE = 'refused-pin.json';
const [SALT_BYTES, DIGEST_BYTES] = [16, 32];
/** A tenth of a second for each PIN that somebody tries who has the file. */
const SCRYPT = { N: 2 ** 15, r: 8, maxmem: 64 * 1024 * 1024 } as const;
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`, 'u'));
const kept = z.strictObject({ salt: hex(SALT_BYTES), digest: hex(DIGEST_BYTES) });

/**
 * The PIN that a token has refused: it is offered to no token again, by this process or the next one, until it is another one. Tokens
 * lock after a few wrong ones. What is kept is a digest (scrypt), and of a PIN that was wrong.
 */
export class RefusedPin {
  readonly #file: string | undefined;
  /** Tells PINs apart without keeping them. */
  readonly #key = randomBytes(32);
  #note: { readonly salt: Buffer; readonly digest: Buffer } | undefined;
  #looked: { readonly tag: string; readonly isRefused: boolean } | undefined;

  /** @param folder where it is kept; with this process alone when left out */
  constructor(folder?: string) {
    this.#file = folder === undefined ? undefined : join(folder, FILE);
    if (this.#file === undefined || !existsSync(this.#file)) return;
    const found = readNote(this.#file);
    // The token's own count is left.
    if (found === undefined) return;
    this.#note = { salt: Buffer.from(found.salt, 'hex'), digest: Buffer.from(found.digest, 'hex') };
  }

  /** Whether a PIN was refused. */
  get isKnown(): boolean {
    return this.#note !== undefined;
  }

  /** Whether it was this one. */
  is(pin: Secret): boolean {
    if (this.#note === undefined) return false;
    const tag = this.#tagOf(pin);
    if (this.#looked?.tag !== tag) {
      const { salt, digest } = this.#note;
      this.#looked = { tag, isRefused: timingSafeEqual(digestOf(pin, salt), digest) };
    }
    return this.#looked.isRefused;
  }

  /** Notes it, before anybody is told. */
  note(pin: Secret): void {
    const salt = randomBytes(SALT_BYTES);
    const digest = digestOf(pin, salt);
    this.#note = { salt, digest };
    this.#looked = { tag: this.#tagOf(pin), isRefused: true };
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ salt: salt.toString('hex'), digest: digest.toString('hex') });
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** A PIN was right. */
  clear(): void {
    if (this.#note === undefined) return;
    this.#note = undefined;
    this.#looked = undefined;
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
  }

  #tagOf(pin: Secret): string {
    return pin.use((bytes) => createHmac('sha256', this.#key).update(bytes).digest('hex'));
  }
}

function readNote(file: string): z.output<typeof kept> | undefined {
  try {
    return kept.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const digestOf = (pin: Secret, salt: Buffer): Buffer =>
  pin.use((bytes) => scryptSync(bytes, salt, DIGEST_BYTES, SCRYPT));
