import { summaries } from '../../../../protocol/catalogue/summaries.ts';
import type { OperationSummary } from '../../../../protocol/catalogue/summaries.ts';

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly OperationSummary[];
}

/** What an operation is about, by the words in its path; the first that fits. */
const SUBJECTS: readonly (readonly [string, RegExp])[] = [
  ['Signing', /^sign_/],
  ['Earn and fees', /earn|swap/],
  ['Apps and deployments', /tvc/],
  ['Providers', /on_ramp|oauth2/],
  ['Webhooks', /webhook/],
  ['Sessions', /session|login|^oauth$|whoami/],
  ['Secrets', /secret/],
  ['Wallets', /wallet/],
  ['Private keys', /private_key/],
  ['Activities and votes', /activit|app_proof/],
  ['Policies', /polic|quorum/],
  ['Users and credentials', /user|api_key|authenticator|oauth_provider|invitation/],
  ['Organization', /organization|allowlist/],
];
const REST = 'Elsewhere';

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
