import type * as privateKeyOperations from '#protocol/catalogue/private-keys.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { exportPrivateKeyPreview } from './exports.ts';
import { importPrivateKeyPreview, initImportPreview } from './imports.ts';
import { titleOfNew } from './list-names.ts';
import type { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';

/** "Create the secp256k1 key treasury-1 in the service." */
export const createPrivateKeysPreview: PreviewOf<typeof createPrivateKeys> = ({ privateKeys }) => {
  const [first] = privateKeys;
  const value =
    first !== undefined && privateKeys.length === 1
      ? `Create the ${KEY_CURVE_NAMES[first.curve]} key “${first.privateKeyName}” inside the service.`
      : `Create ${privateKeys.length} private keys inside the service.`;
  return Promise.resolve({
    sentence: [{ kind: 'text', value }],
    facts: privateKeys.flatMap((key, index): Fact[] => {
      const which = privateKeys.length === 1 ? '' : ` ${index + 1}`;
      return [
        { label: `Name${which}`, value: key.privateKeyName, kind: 'text' },
        { label: `Curve${which}`, value: KEY_CURVE_NAMES[key.curve], kind: 'text' },
        {
          label: `Addresses${which}`,
          value: key.addressFormats.map((format) => FORMAT_NAMES[format]).join(', ') || 'none',
          kind: 'text',
        },
        ...(key.privateKeyTags.length === 0
          ? []
          : [{ label: `Tags${which}`, value: key.privateKeyTags.join(', '), kind: 'text' as const }]),
      ];
    }),
    warnings: [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });
};

export const privateKeyViews: ViewsOf<typeof privateKeyOperations> = {
  create_private_keys: {
    preview: createPrivateKeysPreview,
    title: ({ privateKeys }) =>
      titleOfNew(
        'Create',
        privateKeys.map(({ privateKeyName }) => privateKeyName),
        ['key', 'keys'],
      ),
  },
  export_private_key: {
    preview: exportPrivateKeyPreview,
  },
  init_import_private_key: { preview: initImportPreview },
  import_private_key: { preview: importPrivateKeyPreview },
};
