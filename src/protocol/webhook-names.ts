/** The names in a delivery that hold the vendor's word, which a profile may replace (PROTOCOL.md, name map). */
export interface WebhookNames {
  readonly organizationId: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly webhookVersion: string;
  readonly eventId: string;
  readonly keyId: string;
  readonly algorithm: string;
  readonly version: string;
  readonly signature: string;
  /** Members of a key in the JWKS. */
  readonly jwkAlgorithm: string;
  readonly jwkVersion: string;
}

/**
 * Makes the names out of the word that stands in them, e.g. `Service` for `X-Service-Signature` and
 * `service_signature_version` (specification, "Delivery headers" and "Key discovery"; PROTOCOL.md, section 8).
 */
export const webhookNamesOf = (word: string): WebhookNames => ({
  organizationId: `X-${word}-Organization-Id`,
  eventType: `X-${word}-Event-Type`,
  timestamp: `X-${word}-Timestamp`,
  webhookVersion: `X-${word}-Webhook-Version`,
  eventId: `X-${word}-Event-Id`,
  keyId: `X-${word}-Signature-Key-Id`,
  algorithm: `X-${word}-Signature-Algorithm`,
  version: `X-${word}-Signature-Version`,
  signature: `X-${word}-Signature`,
  jwkAlgorithm: `${word.toLowerCase()}_signature_algorithm`,
  jwkVersion: `${word.toLowerCase()}_signature_version`,
});

/** The specification's names. */
export const NEUTRAL_WEBHOOK_NAMES = webhookNamesOf('Service');
