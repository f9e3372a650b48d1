/**
 * Zeros to write a secret into, in an ArrayBuffer of their own. V8 keeps a typed array of 64 bytes or less on its own heap:
 * it leaves a copy there when the array is moved, or when its `buffer` is asked for, and nobody can wipe that one.
 */
export const secretBytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new ArrayBuffer(length));

/** A copy of a secret, in {@link secretBytes}; to be wiped by whoever asked. */
export function copySecret(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const own = secretBytes(bytes.length);
  own.set(bytes);
  return own;
}

const REDACTED = '[secret]';

/**
 * Secret bytes that can be used and wiped, and nothing else: no string form, no JSON form, no clone.
 * The bytes given are taken over: the caller keeps no copy. Zeroing is best effort: a JavaScript engine may have
 * copied them before (docs/threat-model.md).
 */
export class Secret {
  #bytes: Uint8Array | undefined;
  // A function cannot be structured-cloned, so posting a Secret to another context throws instead of leaking or emptying.
  readonly uncloneable = (): void => undefined;

  constructor(bytes: Uint8Array) {
    // The same memory without what Node's Buffer does differently: its slice makes no copy.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The number of secret bytes; 0 once wiped. */
  get length(): number {
    return this.#bytes?.length ?? 0;
  }

  /** Whether the bytes are gone. */
  get wiped(): boolean {
    return this.#bytes === undefined;
  }

  /**
   * Lends the bytes to `fn`; they must not be kept after it returns.
   * @throws Error when the secret was wiped
   */
  use<T>(fn: (bytes: Uint8Array) => T): T {
    if (this.#bytes === undefined) throw new Error('The secret was wiped.');
    return fn(this.#bytes);
  }

  /** Overwrites the bytes with zeros and lets go of them. Safe to call twice. */
  wipe(): void {
    this.#bytes?.fill(0);
    this.#bytes = undefined;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
