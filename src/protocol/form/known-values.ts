import { catalogue } from '../catalogue/catalogue.ts';
import { TRANSACTION_TYPES } from '../catalogue/signing.ts';
import { activityValues, kindOfActivity } from '../policies/activity-values.ts';
import type { KnownValue } from '../policies/compared-value.ts';

const submits = catalogue.flatMap((operation) => (operation.kind === 'submit' ? [operation] : []));

const ofActivities = (field: 'resource' | 'action'): readonly KnownValue[] =>
  [
    ...new Set(
      submits.flatMap(({ type }) => {
        const value = activityValues(type, {})[field];
        return typeof value === 'string' ? [value] : [];
      }),
    ),
  ]
    .sort()
    .map(unnamed);

const unnamed = (value: string): KnownValue => ({ value, name: '' });

/** Values that the API itself has, by what they are compared with (docs/policies.md). */
const BY_SUBJECT: ReadonlyMap<string, readonly KnownValue[]> = new Map([
  ['Activity.type', submits.map(({ type, summary }) => ({ value: type, name: summary }))],
  ['Activity.kind', submits.map(({ type, summary }) => ({ value: kindOfActivity(type), name: summary }))],
  ['Activity.resource', ofActivities('resource')],
  ['Activity.action', ofActivities('action')],
  ['params.type', TRANSACTION_TYPES.map(unnamed)],
  [
    'EthereumTransaction.type',
    [
      { value: 'LEGACY', name: 'Legacy' },
      { value: 'TYPE_1', name: 'EIP-2930' },
      { value: 'TYPE_2', name: 'EIP-1559' },
      { value: 'TYPE_3', name: 'EIP-4844' },
      { value: 'TYPE_4', name: 'EIP-7702' },
    ],
  ],
  [
    'Credential.type',
    [
      'CREDENTIAL_TYPE_API_KEY_P256',
      'CREDENTIAL_TYPE_API_KEY_SECP256K1',
      'CREDENTIAL_TYPE_API_KEY_ED25519',
      'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    ].map(unnamed),
  ],
]);

/** The API's own values for a subject of {@link comparedAt}; none where they are the organization's, or any. */
export const catalogueValues = (subject: string): readonly KnownValue[] => BY_SUBJECT.get(subject) ?? [];
