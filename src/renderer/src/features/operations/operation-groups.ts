import { summaries } from '#protocol/catalogue/summaries.ts';
import type { OperationSummary } from '#protocol/catalogue/summaries.ts';
import { OPERATION_TEXT } from './text.ts';

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly OperationSummary[];
}

const TEXT = OPERATION_TEXT.groups;

/** What an operation is about, by the words in its path; the first that fits. */
const SUBJECTS: readonly (readonly [string, RegExp])[] = [
  [TEXT.signing, /^sign_/],
  [TEXT.earn, /earn|swap/],
  [TEXT.apps, /tvc/],
  [TEXT.providers, /on_ramp|oauth2/],
  [TEXT.webhooks, /webhook/],
  [TEXT.sessions, /session|login|^oauth$|whoami/],
  [TEXT.secrets, /secret/],
  [TEXT.wallets, /wallet/],
  [TEXT.privateKeys, /private_key/],
  [TEXT.activities, /activit|app_proof/],
  [TEXT.policies, /polic|quorum/],
  [TEXT.users, /user|api_key|authenticator|oauth_provider|invitation/],
  [TEXT.organization, /organization|allowlist/],
];
const REST = TEXT.other;

const subjectOf = (path: string): string => SUBJECTS.find(([, words]) => words.test(path))?.[0] ?? REST;

const matches = ({ path, summary }: OperationSummary, words: readonly string[]): boolean =>
  words.every((word) => `${summary} ${path}`.toLowerCase().includes(word));

/** The catalogue's operations that every word of a search stands in, by what they are about. */
export function operationGroups(search: string): readonly OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = summaries.filter((operation) => matches(operation, words));
  return [...SUBJECTS.map(([name]) => name), REST].flatMap((name) => {
    const operations = found.filter(({ path }) => subjectOf(path) === name);
    return operations.length > 0 ? [{ name, operations }] : [];
  });
}
