import { deleteApiKeys } from '../../../protocol/catalogue/delete-api-keys.ts';
import { getApiKeys } from '../../../protocol/catalogue/get-api-keys.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { listNames } from './list-names.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Names the keys that go, and says when it is the one that stamps, or the last. */
export const deleteApiKeysPreview: PreviewMaker = async (parameters, { ask, self }) => {
  const { userId, apiKeyIds } = deleteApiKeys.parameters.parse(parameters);
  const { apiKeys } = await ask(getApiKeys, { userId });
  const { publicKey } = await self();
  const going = apiKeyIds.map((id) => apiKeys.find(({ apiKeyId }) => apiKeyId === id));
  const names = apiKeyIds.map((id, index) => going[index]?.apiKeyName ?? id);
  const warnings: Warning[] = [];
  if (going.some((key) => key?.credential.publicKey === publicKey)) warnings.push(STAMPS_THIS);
  if (apiKeys.every(({ apiKeyId }) => apiKeyIds.includes(apiKeyId))) warnings.push(LAST_ONES);
  return {
    sentence: [
      { kind: 'text', value: `Delete ${listNames(names, 'API keys')}: nothing they stamp counts any more.` },
    ],
    facts: [
      { label: 'User', value: userId, kind: 'data' },
      ...going.flatMap((key, index) => [
        { label: names[index] ?? '', value: key?.credential.publicKey ?? 'unknown', kind: 'data' as const },
      ]),
    ],
    warnings,
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const STAMPS_THIS: Warning = {
  code: 'API_KEY_STAMPS_THIS',
  severity: 'danger',
  title: 'This is the key that stamps',
  text: 'Afterwards this credential of yours can do nothing more here.',
};
const LAST_ONES: Warning = {
  code: 'API_KEYS_ALL_GO',
  severity: 'danger',
  title: 'The user has no API key left',
  text: 'Without a passkey or a login the user can stamp nothing any more.',
};
