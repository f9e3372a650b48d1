import { updateUserName } from '../../../protocol/catalogue/users.ts';
import { revealInvisible } from '../../../protocol/invisible-characters.ts';
import { nameWarnings, peopleWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** "Rename “Ann”, a root user, to “Anna”." */
export const updateUserNamePreview: PreviewMaker = async (parameters, context) => {
  const { userId, userName } = updateUserName.parameters.parse(parameters);
  const people = await readPeople(context);
  const others = { ...people, users: people.users.filter((user) => user.userId !== userId) };
  const person = people.personOf(userId);
  return {
    sentence: [
      {
        kind: 'text',
        value: `Rename ${person}${people.isRoot(userId) ? ',' : ''} to “${revealInvisible(userName)}”.`,
      },
    ],
    facts: [people.factOf(userId), { label: 'New name', value: revealInvisible(userName), kind: 'text' }],
    warnings: [...nameWarnings(others, [userName]), ...peopleWarnings(people)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};
