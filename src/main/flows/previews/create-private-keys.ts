import { createPrivateKeys } from '../../../protocol/catalogue/create-private-keys.ts';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

const CURVE_NAMES = { CURVE_SECP256K1: 'secp256k1', CURVE_ED25519: 'Ed25519', CURVE_P256: 'P-256' } as const;

/** "Create the secp256k1 key treasury-1 in the service." */
export const createPrivateKeysPreview: PreviewMaker = (parameters) => {
  const { privateKeys } = createPrivateKeys.parameters.parse(parameters);
  const [first] = privateKeys;
  const value =
    first !== undefined && privateKeys.length === 1
      ? `Create the ${CURVE_NAMES[first.curve]} key “${first.privateKeyName}” inside the service.`
      : `Create ${privateKeys.length} private keys inside the service.`;
  return Promise.resolve({
    sentence: [{ kind: 'text', value }],
    facts: privateKeys.flatMap((key, index): Fact[] => {
      const which = privateKeys.length === 1 ? '' : ` ${index + 1}`;
      return [
        { label: `Name${which}`, value: key.privateKeyName, kind: 'text' },
        { label: `Curve${which}`, value: CURVE_NAMES[key.curve], kind: 'text' },
        {
          label: `Addresses${which}`,
          value: key.addressFormats.map(formatName).join(', ') || 'none',
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

const formatName = (format: string): string => {
  const name = format.replace('ADDRESS_FORMAT_', '').toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
};
