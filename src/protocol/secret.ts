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
