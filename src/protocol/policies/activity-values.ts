import { ACTIVITY_RESOURCES } from './activity-resources.ts';
import type { Struct, Value } from './value.ts';

/** Parameters that policies may see, by kind of activity (PROTOCOL.md, section 6.6); all others stay out of reach. */
const EXPOSED: Readonly<Record<string, readonly string[]>> = {
  SIGN_RAW_PAYLOAD: ['hashFunction', 'encoding'],
  SIGN_RAW_PAYLOADS: ['hashFunction', 'encoding'],
  SIGN_TRANSACTION: ['type'],
  DELETE_USERS: ['userIds'],
  CREATE_API_KEYS: ['userId'],
  DELETE_API_KEYS: ['userId', 'apiKeyIds'],
  EXPORT_WALLET: ['targetPublicKey'],
  EXPORT_WALLET_ACCOUNT: ['targetPublicKey'],
  EXPORT_PRIVATE_KEY: ['targetPublicKey'],
  UPDATE_WALLET: ['walletId'],
  STAMP_LOGIN: ['sessionProfileId'],
  OAUTH_LOGIN: ['sessionProfileId'],
  OTP_LOGIN: ['sessionProfileId'],
  UPDATE_WEBHOOK_ENDPOINT: ['endpointId'],
  DELETE_WEBHOOK_ENDPOINT: ['endpointId'],
};

/** The kind of an activity type: the type without its version, as in `SIGN_TRANSACTION`. */
export const kindOfActivity = (type: string): string =>
  type.replace(/^ACTIVITY_TYPE_/, '').replace(/_V\d+$/, '');

/**
 * The value of the keyword `activity`.
 * @param parameters those of the request; the exposed ones appear in `params` under their names in snake case
 */
export function activityValues(type: string, parameters: Readonly<Record<string, unknown>>): Struct {
  const kind = kindOfActivity(type);
  const [resource, action] = Object.hasOwn(ACTIVITY_RESOURCES, kind) ? (ACTIVITY_RESOURCES[kind] ?? []) : [];
  const exposed = Object.hasOwn(EXPOSED, kind) ? (EXPOSED[kind] ?? []) : [];
  const params = Object.fromEntries(
    exposed.map((name) => [snakeCase(name), valueOf(name, parameters[name])]),
  );
  return { type, kind, resource, action, params };
}

/** Texts and lists of texts; a session profile that is left out is the empty text, anything else that is left out is absent. */
function valueOf(name: string, value: unknown): Value | undefined {
  if (typeof value === 'string') return value;
  // All or nothing: a list that is shown shortened would be counted wrong.
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  return name === 'sessionProfileId' ? '' : undefined;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
