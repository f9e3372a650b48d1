import type { PreviewContext, PreviewReads, PreviewParts } from '#main/features/previews/preview-maker.ts';
import { previewMakerOf } from '#main/features/previews/operation-views.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { AppError } from '#protocol/error.ts';

/** Ids of people: Ann and Ben are root users of the organization below, Cem is not. */
export const [ANN, BEN, CEM] = [1, 2, 3].map((digit) => `01990000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
export const OWN_KEY = '02'.padEnd(66, 'a');
export const CEMS_KEY = '03'.padEnd(66, 'c');
export const STRANGERS_KEY = '02'.padEnd(66, 'e');

/** A user as queries show it, with one API key. */
export const person = (
  userId: string,
  userName: string,
  publicKey: string,
  more: Partial<User> = {},
): User => ({
  userId,
  userName,
  authenticators: [],
  apiKeys: [
    {
      apiKeyId: userId,
      apiKeyName: `key of ${userName}`,
      credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
      createdAt: '',
      updatedAt: '',
    },
  ],
  userTags: [],
  oauthProviders: [],
  createdAt: '',
  updatedAt: '',
  ...more,
});

export const USERS: readonly User[] = [
  person(ANN, 'Ann', OWN_KEY),
  person(BEN, 'Ben', '02'.padEnd(66, 'b')),
  person(CEM, 'Cem', CEMS_KEY),
];

const noService = (): Promise<never> =>
  Promise.reject(new AppError('NO_SERVICE', 'No service is asked.', 'Ask one.'));

/** What previews read where there is no service, as `npm run inspect` has it: this console holds OWN_KEY alone. */
export const OFFLINE: PreviewReads = {
  listPrivateKeys: () => Promise.resolve([]),
  listAccounts: () => Promise.resolve([]),
  ask: noService,
  self: noService,
  ownKeys: () => Promise.resolve([{ name: 'Laptop', publicKey: OWN_KEY }]),
};

/** What a service says of its quorum and features. */
export const configsOf = (
  quorum: { readonly threshold: number; readonly userIds: readonly string[] },
  features: readonly object[] = [],
) => ({ configs: { features, quorum } });

/** The same with a service that answers queries by their path; Ann stamps. */
export const served = (answers: Readonly<Record<string, unknown>> = {}): PreviewReads => ({
  ...OFFLINE,
  self: () => Promise.resolve({ publicKey: OWN_KEY, source: '127.0.0.1' }),
  ask: (({ path }: { path: string }) => {
    const all: Readonly<Record<string, unknown>> = {
      list_users: { users: USERS },
      get_organization_configs: configsOf({ threshold: 2, userIds: [ANN, BEN] }),
      ...answers,
    };
    return path in all ? Promise.resolve(all[path]) : noService();
  }) as PreviewReads['ask'],
});

/** The preview of an operation. */
export const previewOf = (
  operation: SubmitOperation,
  parameters: unknown,
  reads: PreviewReads = served(),
): Promise<PreviewParts> => {
  const context: PreviewContext = { operation, ...reads };
  return previewMakerOf(operation)(operation.parameters.parse(parameters), context);
};

/** A preview in short: the sentence, the first fact's value, and what needs a tick. */
export const inShort = ({ sentence, facts, warnings }: PreviewParts) => ({
  sentence: sentence.map(({ value }) => value).join(''),
  first: facts[0]?.value,
  dangers: warnings.filter(({ severity }) => severity === 'danger').map(({ code }) => code),
});
