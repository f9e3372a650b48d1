// The two globals of the Encoding standard that every runtime of ours has; nothing else of Node or the DOM is named here.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

// Of the Compression standard: what inflates, as every runtime of ours has it.
declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
      cancel(): Promise<void>;
    };
  };
  readonly writable: { getWriter(): { write(chunk: Uint8Array): Promise<void>; close(): Promise<void> } };
}

// Handles of Web Cryptography that @hpke/core passes around; we never look inside.
interface CryptoKey {
  readonly type: 'private' | 'public' | 'secret';
}
interface CryptoKeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}
