/** What a connection may take before it has sent a whole request. */
export interface ConnectionLimits {
  /** From the first byte to the end of the headers, in milliseconds. */
  readonly headersTimeout: number;
  /** From the first byte to the end of the body, in milliseconds. */
  readonly requestTimeout: number;
  /** How often connections are looked over for the two above, in milliseconds. */
  readonly connectionsCheckingInterval: number;
  /** All headers of a request together, in bytes; a WebAuthn stamp takes a few hundred. */
  readonly maxHeaderSize: number;
  readonly maxConnections: number;
}

/** All traffic is on this machine: a request of the largest size takes well under a second. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 1024,
};
