import { createAuthenticators } from '../../../protocol/catalogue/create-authenticators.ts';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says whose passkeys would be able to stamp from then on; what the authenticator attested is in the body. */
export const createAuthenticatorsPreview: PreviewMaker = (parameters) => {
  const { authenticators, userId } = createAuthenticators.parameters.parse(parameters);
  const [first] = authenticators;
  const value =
    first !== undefined && authenticators.length === 1
      ? `Let the passkey “${first.authenticatorName}” stamp requests as a user.`
      : `Let ${authenticators.length} passkeys stamp requests as a user.`;
  return Promise.resolve({
    sentence: [{ kind: 'text', value }],
    facts: [
      { label: 'User', value: userId, kind: 'data' },
      ...authenticators.flatMap(({ authenticatorName, attestation }, index): Fact[] => {
        const which = authenticators.length === 1 ? '' : ` ${index + 1}`;
        const reached = attestation.transports.map(wordOf).join(', ');
        return [
          { label: `Name${which}`, value: authenticatorName, kind: 'text' },
          { label: `Credential id${which}`, value: attestation.credentialId, kind: 'data' },
          { label: `Reached by${which}`, value: reached === '' ? 'not said' : reached, kind: 'text' },
        ];
      }),
    ],
    warnings: [
      {
        code: 'PASSKEY_NEVER_EXPIRES',
        severity: 'notice',
        title: 'No end date',
        text: 'A passkey works until somebody deletes its authenticator at the service.',
      },
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });
};

const wordOf = (transport: string): string => transport.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase();
