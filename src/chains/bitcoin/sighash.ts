/** What a signature covers (BIP-143, 341); 0 is taproot's way to say all. */
export const SIGHASH = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const;
