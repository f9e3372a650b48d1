import { beforeEach, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  features,
  invitations,
  members,
  namedMembers,
  policies,
} from '#renderer/features/organization/organization-store.ts';
import { organizationData } from '../../fake-answers.ts';
import { FakeConsole } from '../../fake-console.ts';

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

it('asks for each part by itself: with the whole organization come all of its keys', async () => {
  await Promise.all([members, namedMembers, features, policies].map((each) => each.load()));
  const asked = fake.calls.map(({ input }) => (input as { operation: string }).operation);
  expect([...new Set(asked)].sort()).toEqual([
    'get_organization_configs',
    'list_policies',
    'list_users',
    'whoami',
  ]);
  // As JSON, which knows no undefined.
  const told = JSON.parse(JSON.stringify(organizationData)) as typeof organizationData;
  const { users, rootQuorum: quorum, name: organizationName } = told;
  expect(members.useStore.getState()).toMatchObject({ value: { users, quorum } });
  expect(namedMembers.useStore.getState()).toMatchObject({ value: { users, quorum, organizationName } });
  expect(features.useStore.getState()).toMatchObject({ value: told.features });
  expect(policies.useStore.getState()).toMatchObject({ value: told.policies });
});

it('reads invitations with the whole, which alone tells of them', async () => {
  await invitations.load();
  expect(invitations.useStore.getState()).toMatchObject({
    value: { invitations: organizationData.invitations },
  });
});
