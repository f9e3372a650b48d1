import shipped from '#resources/release-source.json' with { type: 'json' };

/** Where releases are published, and whose signature they need. */
export interface ReleaseSource {
  /** The https address of the folder with `release.json`, without a slash at its end. */
  readonly address: string;
  /** Ed25519 public keys, 32 bytes as hex: the current one, and the next while they change. */
  readonly publicKeys: readonly string[];
  /** Shorter limits, for tests. */
  readonly limits?: Readonly<Partial<Record<'idleMs' | 'headersMs' | 'smallMs', number>>>;
}

/** What this build was made with (resources/release-source.json); null in a build that has no place for releases. */
export const SHIPPED_RELEASES: ReleaseSource | null = shipped.address === '' ? null : shipped;
