import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '#protocol/encoding.ts';

/** The digests of many bodies in their order: what one approval of all of them is bound to. */
export class DigestList {
  readonly #digests = new Map<number, Uint8Array>();

  /** How many bodies it covers. */
  get size(): number {
    return this.#digests.size;
  }

  /** Adds the body of a request in its place. */
  add(position: number, body: Uint8Array): void {
    this.#digests.set(position, sha256(body));
  }

  /** Whether this very body was added in this place. */
  covers(position: number, body: Uint8Array): boolean {
    const known = this.#digests.get(position);
    return known !== undefined && toHex(known) === toHex(sha256(body));
  }

  /** SHA-256 over the SHA-256 digests (32 bytes each) in the order they were added, as hex. */
  digest(): string {
    const whole = sha256.create();
    for (const digest of this.#digests.values()) whole.update(digest);
    return toHex(whole.digest());
  }
}
