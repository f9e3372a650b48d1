import { stamp, STAMP_HEADER } from '#protocol/stamp.ts';
import type { Signer } from '#protocol/stamp.ts';

/** The header that carries a stamp, and what it says. */
export interface StampHeader {
  readonly name: string;
  readonly value: string;
}

/** What stamps request bodies: a key of the vault, or a passkey that asks its owner each time. */
export interface Stamper {
  /** Hex, as in stamps; a passkey's is compressed P-256. */
  readonly publicKey: string;
  /** Whether every stamp asks a person, so that nothing is stamped in the background. */
  readonly asksEachTime: boolean;
  /** Stamps the exact bytes of a body. */
  stamp(body: Uint8Array): Promise<StampHeader>;
}

/**
 * A stamper with an API key (PROTOCOL.md, section 1.1).
 * @param signer gives the key for one stamp: whether it may still be used is asked each time
 */
export const apiKeyStamper = (publicKey: string, signer: () => Promise<Signer>): Stamper => ({
  publicKey,
  asksEachTime: false,
  stamp: async (body) => ({ name: STAMP_HEADER, value: stamp(body, await signer()) }),
});
