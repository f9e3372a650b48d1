/** A stream or a connection. */
interface Holder {
  readonly destroyed: boolean;
  destroy(): unknown;
}

/** Limits the memory that clients make the service hold to `most` bytes in all: beyond that, it disconnects the one that has held some for longest. */
export class HeldBytes {
  readonly #most: number;
  // In the order in which each began to hold some.
  readonly #held = new Map<Holder, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** So many bytes more are held for one. */
  add(holder: Holder, bytes: number): void {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
    this.#total += bytes;
    if (this.#total > this.#most) this.#endOldest();
  }

  /** So many bytes are held no more; all of the holder's, when left out. */
  release(holder: Holder, bytes = Infinity): void {
    const held = this.#held.get(holder);
    if (held === undefined) return;
    this.#total -= Math.min(held, bytes);
    if (held > bytes) this.#held.set(holder, held - bytes);
    else this.#held.delete(holder);
  }

  #endOldest(): void {
    // What waits behind an answer on a connection that is gone is never told so.
    for (const holder of this.#held.keys()) if (holder.destroyed) this.release(holder);
    for (const oldest of this.#held.keys()) {
      if (this.#total <= this.#most) return;
      this.release(oldest);
      oldest.destroy();
    }
  }
}
