/** Specification, "remove_organization_feature". */
export const FEATURE_NAMES = [
  'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY',
  'FEATURE_NAME_WEBAUTHN_ORIGINS',
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_WEBHOOK',
  'FEATURE_NAME_SMS_AUTH',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
  'FEATURE_NAME_AUTH_PROXY',
  'FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED',
  'FEATURE_NAME_SWAP_CONFIG',
  'FEATURE_NAME_EARN_CONFIG',
] as const;
export type FeatureName = (typeof FEATURE_NAMES)[number];

/** The features of an organization as operators call them. */
export const FEATURE_WORDS: Readonly<Record<FeatureName, string>> = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'Root user email recovery',
  FEATURE_NAME_WEBAUTHN_ORIGINS: 'WebAuthn origins',
  FEATURE_NAME_EMAIL_AUTH: 'Email authentication',
  FEATURE_NAME_EMAIL_RECOVERY: 'Email recovery',
  FEATURE_NAME_WEBHOOK: 'Webhook',
  FEATURE_NAME_SMS_AUTH: 'SMS authentication',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'One-time codes by email',
  FEATURE_NAME_AUTH_PROXY: 'Auth proxy',
  FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED: 'Solana rent prefunding',
  FEATURE_NAME_SWAP_CONFIG: 'Swap configuration',
  FEATURE_NAME_EARN_CONFIG: 'Earn configuration',
};

/** A feature in words; its own name where this console does not know it. */
export const featureWords = (name: string | undefined): string =>
  (FEATURE_WORDS as Readonly<Record<string, string>>)[name ?? ''] ?? name ?? 'Without a name';
