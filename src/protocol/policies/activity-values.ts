import { HexText, type Struct, type Value } from './value.ts';

/** What an activity acts on, and how (PROTOCOL.md, section 6.6). */
type Attributes = readonly [
  resource: string,
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'SIGN' | 'EXPORT' | 'IMPORT' | 'VERIFY',
];

/**
 * Resource and action by kind of activity, as published. A kind that is not here has neither: a policy that asks for them
 * does not apply to it, and names its type instead.
 */
const ACTIVITY_RESOURCES: Readonly<Record<string, Attributes>> = {
  CREATE_SUB_ORGANIZATION: ['ORGANIZATION', 'CREATE'],
  DELETE_SUB_ORGANIZATION: ['ORGANIZATION', 'DELETE'],
  DELETE_ORGANIZATION: ['ORGANIZATION', 'DELETE'],
  CREATE_INVITATIONS: ['INVITATION', 'CREATE'],
  DELETE_INVITATION: ['INVITATION', 'DELETE'],
  CREATE_POLICY: ['POLICY', 'CREATE'],
  CREATE_POLICIES: ['POLICY', 'CREATE'],
  UPDATE_POLICY: ['POLICY', 'UPDATE'],
  DELETE_POLICY: ['POLICY', 'DELETE'],
  DELETE_POLICIES: ['POLICY', 'DELETE'],
  CREATE_WALLET: ['WALLET', 'CREATE'],
  CREATE_WALLET_ACCOUNTS: ['WALLET', 'CREATE'],
  EXPORT_WALLET: ['WALLET', 'EXPORT'],
  EXPORT_WALLET_ACCOUNT: ['WALLET', 'EXPORT'],
  INIT_IMPORT_WALLET: ['WALLET', 'IMPORT'],
  IMPORT_WALLET: ['WALLET', 'IMPORT'],
  UPDATE_WALLET: ['WALLET', 'UPDATE'],
  DELETE_WALLETS: ['WALLET', 'DELETE'],
  DELETE_WALLET_ACCOUNTS: ['WALLET', 'DELETE'],
  CREATE_PRIVATE_KEYS: ['PRIVATE_KEY', 'CREATE'],
  CREATE_PRIVATE_KEY_TAG: ['PRIVATE_KEY', 'CREATE'],
  UPDATE_PRIVATE_KEY_TAG: ['PRIVATE_KEY', 'UPDATE'],
  DISABLE_PRIVATE_KEY: ['PRIVATE_KEY', 'DELETE'],
  DELETE_PRIVATE_KEY_TAGS: ['PRIVATE_KEY', 'DELETE'],
  DELETE_PRIVATE_KEYS: ['PRIVATE_KEY', 'DELETE'],
  EXPORT_PRIVATE_KEY: ['PRIVATE_KEY', 'EXPORT'],
  INIT_IMPORT_PRIVATE_KEY: ['PRIVATE_KEY', 'IMPORT'],
  IMPORT_PRIVATE_KEY: ['PRIVATE_KEY', 'IMPORT'],
  SIGN_RAW_PAYLOAD: ['PRIVATE_KEY', 'SIGN'],
  SIGN_RAW_PAYLOADS: ['PRIVATE_KEY', 'SIGN'],
  SIGN_TRANSACTION: ['PRIVATE_KEY', 'SIGN'],
  ETH_SEND_TRANSACTION: ['PRIVATE_KEY', 'SIGN'],
  SOL_SEND_TRANSACTION: ['PRIVATE_KEY', 'SIGN'],
  CREATE_USERS: ['USER', 'CREATE'],
  CREATE_USER_TAG: ['USER', 'CREATE'],
  CREATE_API_ONLY_USERS: ['USER', 'CREATE'],
  UPDATE_USER: ['USER', 'UPDATE'],
  UPDATE_USER_NAME: ['USER', 'UPDATE'],
  UPDATE_USER_EMAIL: ['USER', 'UPDATE'],
  UPDATE_USER_PHONE_NUMBER: ['USER', 'UPDATE'],
  UPDATE_USER_TAG: ['USER', 'UPDATE'],
  DELETE_USERS: ['USER', 'DELETE'],
  DELETE_USER_TAGS: ['USER', 'DELETE'],
  CREATE_API_KEYS: ['CREDENTIAL', 'CREATE'],
  CREATE_AUTHENTICATORS: ['CREDENTIAL', 'CREATE'],
  DELETE_API_KEYS: ['CREDENTIAL', 'DELETE'],
  DELETE_AUTHENTICATORS: ['CREDENTIAL', 'DELETE'],
  CREATE_OAUTH_PROVIDERS: ['CREDENTIAL', 'CREATE'],
  DELETE_OAUTH_PROVIDERS: ['CREDENTIAL', 'DELETE'],
  OAUTH: ['AUTH', 'CREATE'],
  OAUTH_LOGIN: ['AUTH', 'CREATE'],
  OTP_LOGIN: ['AUTH', 'CREATE'],
  STAMP_LOGIN: ['AUTH', 'CREATE'],
  CREATE_READ_WRITE_SESSION: ['AUTH', 'CREATE'],
  CREATE_OAUTH2_CREDENTIAL: ['AUTH', 'CREATE'],
  UPDATE_OAUTH2_CREDENTIAL: ['AUTH', 'UPDATE'],
  DELETE_OAUTH2_CREDENTIAL: ['AUTH', 'DELETE'],
  OAUTH2_AUTHENTICATE: ['AUTH', 'CREATE'],
  CREATE_FIAT_ON_RAMP_CREDENTIAL: ['ON_RAMP_CREDENTIALS', 'CREATE'],
  DELETE_FIAT_ON_RAMP_CREDENTIAL: ['ON_RAMP_CREDENTIALS', 'DELETE'],
  INIT_OTP: ['OTP', 'CREATE'],
  VERIFY_OTP: ['OTP', 'VERIFY'],
  ENABLE_AUTH_PROXY: ['AUTH_PROXY', 'CREATE'],
  UPDATE_AUTH_PROXY_CONFIG: ['AUTH_PROXY', 'UPDATE'],
  DISABLE_AUTH_PROXY: ['AUTH_PROXY', 'DELETE'],
  CREATE_WEBHOOK_ENDPOINT: ['WEBHOOK_ENDPOINT', 'CREATE'],
  UPDATE_WEBHOOK_ENDPOINT: ['WEBHOOK_ENDPOINT', 'UPDATE'],
  DELETE_WEBHOOK_ENDPOINT: ['WEBHOOK_ENDPOINT', 'DELETE'],
  CREATE_TVC_APP: ['TVC_APP', 'CREATE'],
  UPDATE_TVC_APP_LIVE_DEPLOYMENT: ['TVC_APP', 'UPDATE'],
  DELETE_TVC_APP_AND_DEPLOYMENTS: ['TVC_APP', 'DELETE'],
  CREATE_TVC_DEPLOYMENT: ['TVC_DEPLOYMENT', 'CREATE'],
  CREATE_TVC_MANIFEST_APPROVALS: ['TVC_DEPLOYMENT', 'UPDATE'],
  RESTORE_TVC_DEPLOYMENT: ['TVC_DEPLOYMENT', 'UPDATE'],
  DELETE_TVC_DEPLOYMENT: ['TVC_DEPLOYMENT', 'DELETE'],
};

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
 * @param keyValue what a P-256 key is, which a request may write in several ways (`spelledKey`)
 */
export function activityValues(
  type: string,
  parameters: Readonly<Record<string, unknown>>,
  keyValue = (hex: string): Value => new HexText(hex),
): Struct {
  const kind = kindOfActivity(type);
  const [resource, action] = Object.hasOwn(ACTIVITY_RESOURCES, kind) ? (ACTIVITY_RESOURCES[kind] ?? []) : [];
  const exposed = Object.hasOwn(EXPOSED, kind) ? (EXPOSED[kind] ?? []) : [];
  const params = Object.fromEntries(
    exposed.map((name) => [
      snakeCase(name),
      name === 'targetPublicKey' && typeof parameters[name] === 'string'
        ? keyValue(parameters[name])
        : valueOf(name, parameters[name]),
    ]),
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
