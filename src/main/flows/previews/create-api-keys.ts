import { createApiKeys } from '../../../protocol/catalogue/create-api-keys.ts';
import type { Fact, Warning } from '../../../protocol/chains/reading.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

const CURVE_NAMES = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
} as const;

/** Says who would be able to stamp requests from then on, and for how long. */
export const createApiKeysPreview: PreviewMaker = (parameters) => {
  const { apiKeys, userId } = createApiKeys.parameters.parse(parameters);
  const [first] = apiKeys;
  const value =
    first !== undefined && apiKeys.length === 1
      ? `Let the API key “${first.apiKeyName}” stamp requests as a user.`
      : `Let ${apiKeys.length} API keys stamp requests as a user.`;
  const forever = apiKeys.filter(
    (key) => key.expirationSeconds === undefined || key.expirationSeconds === null,
  );
  return Promise.resolve({
    sentence: [{ kind: 'text', value }],
    facts: [
      { label: 'User', value: userId, kind: 'data' },
      ...apiKeys.flatMap((key, index): Fact[] => {
        const which = apiKeys.length === 1 ? '' : ` ${index + 1}`;
        return [
          { label: `Name${which}`, value: key.apiKeyName, kind: 'text' },
          { label: `Public key${which}`, value: key.publicKey, kind: 'data' },
          { label: `Curve${which}`, value: CURVE_NAMES[key.curveType], kind: 'text' },
          { label: `Expires${which}`, value: expiry(key.expirationSeconds), kind: 'text' },
        ];
      }),
    ],
    warnings: forever.length === 0 ? [] : [neverExpires],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });
};

const neverExpires: Warning = {
  code: 'API_KEY_NEVER_EXPIRES',
  severity: 'notice',
  title: 'No end date',
  text: 'A key without an end date works until somebody deletes it.',
};

function expiry(seconds: string | null | undefined): string {
  if (seconds === undefined || seconds === null) return 'never';
  const total = Number(seconds);
  if (total % 86_400 === 0) return `after ${total / 86_400} days`;
  return total % 3600 === 0 ? `after ${total / 3600} hours` : `after ${total} seconds`;
}
