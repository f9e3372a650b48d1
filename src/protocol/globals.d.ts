// The two globals of the Encoding standard that every runtime of ours has; nothing else of Node or the DOM is named here.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}
