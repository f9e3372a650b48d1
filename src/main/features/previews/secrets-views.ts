import type * as secretOperations from '#protocol/catalogue/secrets.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { GENERIC } from './generic.ts';
import { exportSecretsPreview } from './exports.ts';
import { deleteTitle, listNames } from './list-names.ts';
import { type deleteSecrets, listSecrets } from '#protocol/catalogue/secrets.ts';
import { answerIfServed } from './answers.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

/** Names the secrets that go; never what they are. */
export const deleteSecretsPreview: PreviewOf<typeof deleteSecrets> = async ({ secretIds }, { ask }) => {
  const known = await answerIfServed(ask(listSecrets, { paginationOptions: { limit: '100' } }));
  const names = secretIds.map((id) => known?.secrets.find(({ secretId }) => secretId === id)?.name ?? id);
  return {
    sentence: [{ kind: 'text', value: `Delete ${listNames(names, 'secrets')}.` }],
    facts: secretIds.map((id, index) => ({ label: names[index] ?? id, value: id, kind: 'data' })),
    warnings: [previewWarning('SECRETS_GO_FOR_GOOD')],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

export const secretViews: ViewsOf<typeof secretOperations> = {
  init_import_secrets: GENERIC,
  import_secrets: GENERIC,
  export_secrets: {
    preview: exportSecretsPreview,
  },
  delete_secrets: {
    preview: deleteSecretsPreview,
    title: ({ secretIds }, nameOf) => deleteTitle(secretIds, ['secret', 'secrets'], nameOf),
  },
};
