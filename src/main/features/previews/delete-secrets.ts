import { deleteSecrets, listSecrets } from '../../../protocol/catalogue/secrets.ts';
import { answerIfServed } from './answers.ts';
import { listNames } from './list-names.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Names the secrets that go; never what they are. */
export const deleteSecretsPreview: PreviewMaker = async (parameters, { ask }) => {
  const { secretIds } = deleteSecrets.parameters.parse(parameters);
  const known = await answerIfServed(ask(listSecrets, { paginationOptions: { limit: '100' } }));
  const names = secretIds.map((id) => known?.secrets.find(({ secretId }) => secretId === id)?.name ?? id);
  return {
    sentence: [{ kind: 'text', value: `Delete ${listNames(names, 'secrets')}.` }],
    facts: secretIds.map((id, index) => ({ label: names[index] ?? id, value: id, kind: 'data' })),
    warnings: [
      {
        code: 'SECRETS_GO_FOR_GOOD',
        severity: 'danger',
        title: 'They cannot be brought back',
        text: 'The service keeps no copy. What relies on them stops.',
      },
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};
