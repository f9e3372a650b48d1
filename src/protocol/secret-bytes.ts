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
