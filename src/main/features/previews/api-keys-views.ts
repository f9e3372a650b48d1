import type * as apiKeyOperations from '#protocol/catalogue/api-keys.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { createApiKeysPreview } from './add-credentials.ts';
import { deleteTitle, listNames, titleOfNew } from './list-names.ts';
import { type deleteApiKeys, getApiKeys } from '#protocol/catalogue/api-keys.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { answerIfServed } from './answers.ts';
import { peopleWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

/** Names the keys that go and their user, and says when it is the one that stamps, or the last. */
export const deleteApiKeysPreview: PreviewOf<typeof deleteApiKeys> = async (
  { userId, apiKeyIds },
  context,
) => {
  const people = await readPeople(context);
  const apiKeys = (await answerIfServed(context.ask(getApiKeys, { userId })))?.apiKeys;
  const publicKey = (await answerIfServed(context.self()))?.publicKey;
  const going = apiKeyIds.map((id) => apiKeys?.find(({ apiKeyId }) => apiKeyId === id));
  const names = apiKeyIds.map((id, index) => revealInvisible(going[index]?.apiKeyName ?? id));
  const warnings: Warning[] = [];
  if (going.some((key) => key !== undefined && key.credential.publicKey === publicKey))
    warnings.push(previewWarning('API_KEY_STAMPS_THIS'));
  if (apiKeys?.every(({ apiKeyId }) => apiKeyIds.includes(apiKeyId)) === true)
    warnings.push(previewWarning('API_KEYS_ALL_GO'));
  return {
    sentence: [
      {
        kind: 'text',
        value: `Delete ${listNames(names, 'API keys')} of ${people.personOf(userId)}: nothing they stamp counts any more.`,
      },
    ],
    facts: [
      people.factOf(userId),
      ...going.flatMap((key, index) => [
        {
          label: names[index] ?? '',
          value: key?.credential.publicKey ?? 'unknown',
          kind: 'data' as const,
          note: apiKeyIds[index] ?? '',
        },
      ]),
    ],
    warnings: [...warnings, ...peopleWarnings(people)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

export const apiKeyViews: ViewsOf<typeof apiKeyOperations> = {
  create_api_keys: {
    preview: createApiKeysPreview,
    title: ({ apiKeys }) =>
      titleOfNew(
        'Enroll',
        apiKeys.map(({ apiKeyName }) => apiKeyName),
        ['API key', 'API keys'],
      ),
  },
  delete_api_keys: {
    preview: deleteApiKeysPreview,
    title: ({ apiKeyIds }, nameOf) => deleteTitle(apiKeyIds, ['API key', 'API keys'], nameOf),
  },
};
