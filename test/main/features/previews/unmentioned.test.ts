import { describe, expect, it } from 'vitest';
import { type Card, cardOf } from '../../inspect/cards.ts';

const MAIL = 'ann@evil.example';
const PHONE = '+15550001111';
const TAG = '01a1ff07-2512-7000-94f8-bc561132a1b2';

const user = (changes: object) => ({
  operation: 'create_users',
  parameters: {
    users: [
      {
        ...{ userName: 'Ann', userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] },
        ...changes,
      },
    ],
  },
});
const valuesOf = ({ facts }: Card): string[] => facts.map(({ value }) => value);

describe('a value that stands in another one', () => {
  it.each([
    ['address of mail', { userEmail: MAIL }, MAIL],
    ['telephone number', { userPhoneNumber: PHONE }, PHONE],
    ['tag', { userTags: [TAG] }, TAG],
  ])('attack: a name with the %s in it hides that there is one', async (_what, changes, value) => {
    const request = user({ userName: `Ann (${value})`, ...changes });
    expect(valuesOf(await cardOf(request))).toContain(value);
    const lines = await cardOf({ requests: [request, user({})] });
    expect(valuesOf(lines)).toContain(value);
  });

  it('attack: a name that is the address of mail hides that there is one', async () => {
    const card = await cardOf(user({ userName: MAIL, userEmail: MAIL }));
    expect(valuesOf(card).filter((value) => value === MAIL)).toHaveLength(2);
  });

  it('says a list that stands in one fact once', async () => {
    const card = await cardOf(user({ userTags: [TAG, TAG.replace('01', '02')] }));
    expect(valuesOf(card).filter((value) => value.includes(TAG))).toHaveLength(1);
  });
});
