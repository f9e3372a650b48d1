import type { User } from '#protocol/catalogue/users.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type OrganizationMembers, readMembers } from '../../context/organization-rules.ts';
import { answerOf } from './answers.ts';
import type { PreviewReads } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

/** The people of an organization as previews call them. */
export interface People {
  /** Undefined where the service could not be asked. */
  readonly organization: OrganizationMembers | undefined;
  readonly users: readonly User[];
  /** A user's name, or the id where no such user is known. */
  readonly nameOf: (userId: string) => string;
  /** "“Ann”, a root user", "“Ben”", or "the user 0190…". */
  readonly personOf: (userId: string) => string;
  /** The fact that names a user, with the id as its note. */
  readonly factOf: (userId: string, label?: string) => Fact;
  readonly isRoot: (userId: string) => boolean;
}

/** Asks who is there; without a service there are ids alone, and nobody is known to be root. */
export async function readPeople({ ask }: Pick<PreviewReads, 'ask'>): Promise<People> {
  const organization = await answerOf(readMembers(ask));
  const users = organization?.users ?? [];
  const root = new Set(organization?.rootQuorum.userIds);
  const find = (id: string): User | undefined => users.find(({ userId }) => userId === id);
  const isRoot = (id: string): boolean => root.has(id);
  const nameOf = (id: string): string => revealInvisible(find(id)?.userName ?? id);
  const membership = (id: string): string => (isRoot(id) ? ', a root user' : '');
  return {
    organization,
    users,
    nameOf,
    isRoot,
    personOf: (id) =>
      find(id) === undefined ? `the user ${id}${membership(id)}` : `“${nameOf(id)}”${membership(id)}`,
    factOf: (id, label = 'User') =>
      find(id) === undefined
        ? {
            label,
            value: id,
            kind: 'data',
            note: organization === undefined ? 'not looked up' : 'unknown user',
          }
        : { label, value: `${nameOf(id)}${membership(id)}`, kind: 'text', note: id },
  };
}

/** What is said when a request gives power to, or takes it from, people who could not be looked up. */
export const peopleWarnings = ({ organization }: People): Warning[] =>
  organization === undefined ? [previewWarning('USERS_NOT_KNOWN')] : [];

/** Users whose name is taken already: the new one could pass for the other in every list. */
export const nameWarnings = (people: People, names: readonly string[]): Warning[] => {
  const taken = [
    ...new Set(names.filter((name, index) => isTaken(people, name) || names.indexOf(name) < index)),
  ];
  return taken.length === 0
    ? []
    : [
        previewWarning('USER_NAME_TAKEN', {
          names: taken.map((name) => `“${revealInvisible(name)}”`).join(', '),
        }),
      ];
};

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
const isTaken = ({ users }: People, name: string): boolean =>
  users.some(({ userName }) => plain(userName) === plain(name));
