interface AskCommon {
  /** The passkey's name, as the operator gave it. */
  readonly label: string;
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
}

/** What a ceremony asks an authenticator for; ids are base64url. */
export type CeremonyAsk =
  | (AskCommon & {
      readonly kind: 'create';
      readonly user: { readonly id: string; readonly name: string };
      /** Passkeys that are there: their authenticators are not to make another. */
      readonly exclude: readonly string[];
    })
  | (AskCommon & {
      readonly kind: 'get';
      readonly credentialId: string;
      /** The body's SHA-256, hex: the page shows it. */
      readonly digest: string;
    });
