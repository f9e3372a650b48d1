import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { getOrganizationConfigs } from '#protocol/catalogue/organization.ts';
import { type PolicyRecord, listPolicies } from '#protocol/catalogue/policies.ts';
import { type User, listUsers } from '#protocol/catalogue/users.ts';
import type { ContextResolver } from './context-resolver.ts';

/** Who belongs to an organization, and who can do everything in it together. */
export interface OrganizationMembers {
  readonly users: readonly User[];
  readonly rootQuorum: OutputOf<typeof getOrganizationConfigs>['configs']['quorum'];
}

/** What decides over the requests of an organization. */
export interface OrganizationRules extends OrganizationMembers {
  readonly policies: readonly PolicyRecord[];
}

/**
 * Asks who belongs to the organization. Not for the organization as a whole: two thirds of it are its keys, which take the
 * console as long to read as they are many.
 * @throws ServiceError
 */
export async function readMembers(ask: ContextResolver['query']): Promise<OrganizationMembers> {
  const [{ users }, { configs }] = await Promise.all([ask(listUsers, {}), ask(getOrganizationConfigs, {})]);
  return { users, rootQuorum: configs.quorum };
}

/** Asks for the members and the policies of the organization. @throws ServiceError */
export async function readOrganizationRules(ask: ContextResolver['query']): Promise<OrganizationRules> {
  const [members, { policies }] = await Promise.all([readMembers(ask), ask(listPolicies, {})]);
  return { ...members, policies };
}
