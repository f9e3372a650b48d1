const MAC_BYTES = 32;
const WORD_BYTES = 4;
const WORD_BITS = 32n;
/** So many words of 32 bits add up in a number without a loss. */
const EXACT = 2 ** 20;
const MODULUS = 1n << BigInt(8 * MAC_BYTES);

/** Adds up modulo 2^256; a negative weight takes away. */
export const addUp = (sum: bigint, weight: bigint): bigint =>
  (((sum + weight) % MODULUS) + MODULUS) % MODULUS;

/**
 * The sum of many MACs modulo 2^256. They are added word by word: a bigint and its hex text for each would cost a start with 200,000
 * rows more than the sum itself.
 */
export class MacSum {
  readonly #words = new Float64Array(MAC_BYTES / WORD_BYTES);
  #total = 0n;
  #count = 0;

  /** How many were added. */
  get count(): number {
    return this.#count;
  }

  /** @param mac 32 bytes, one character each */
  add(mac: string): void {
    for (let word = 0; word < this.#words.length; word += 1)
      this.#words[word] = (this.#words[word] ?? 0) + wordAt(mac, WORD_BYTES * word);
    this.#count += 1;
    if (this.#count % EXACT === 0) this.#carry();
  }

  /** What they come to. */
  total(): bigint {
    this.#carry();
    return this.#total;
  }

  #carry(): void {
    const words = this.#words.reduce((sum, word) => (sum << WORD_BITS) + BigInt(word), 0n);
    this.#total = addUp(this.#total, words);
    this.#words.fill(0);
  }
}

/** Four characters as a number; shifted by 24 the first could be negative. */
const wordAt = (mac: string, at: number): number =>
  mac.charCodeAt(at) * 0x1000000 +
  ((mac.charCodeAt(at + 1) << 16) | (mac.charCodeAt(at + 2) << 8) | mac.charCodeAt(at + 3));
