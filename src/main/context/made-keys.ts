/** More keys than one run of the console makes for sessions and passkeys. */
const KEPT = 1000;

/** Public keys of sessions and credential IDs of passkeys that flows of this run made; no private key is here. */
export interface MadeKeys {
  /** @param key hex, or base64url without padding */
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
}

/** Remembers what this run made until it ends: a key that was wiped since opens nothing for anybody else either. */
export function createMadeKeys(): MadeKeys {
  const made = new Set<string>();
  return {
    add: (key) => {
      const [oldest] = made;
      if (made.size >= KEPT && oldest !== undefined) made.delete(oldest);
      made.add(key);
    },
    has: (key) => made.has(key),
  };
}
