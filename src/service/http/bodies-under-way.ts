import type { Readable } from 'node:stream';

/**
 * Bounds the memory of bodies that are still coming: where they are more than `most` bytes in all, the one that has been coming for
 * longest ends with its connection. Without that, strangers who stop before the last byte on every connection hold 4 GiB.
 */
export class BodiesUnderWay {
  readonly #most: number;
  readonly #coming = new Map<Readable, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** So many bytes more have come of a body, and are kept. */
  add(body: Readable, bytes: number): void {
    this.#coming.set(body, (this.#coming.get(body) ?? 0) + bytes);
    this.#total += bytes;
    for (const oldest of this.#coming.keys()) {
      if (this.#total <= this.#most) return;
      this.end(oldest);
      oldest.destroy();
    }
  }

  /** Nothing more comes of a body. */
  end(body: Readable): void {
    this.#total -= this.#coming.get(body) ?? 0;
    this.#coming.delete(body);
  }
}
