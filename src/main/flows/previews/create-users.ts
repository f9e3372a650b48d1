import { createUsers } from '../../../protocol/catalogue/create-users.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { genericPreview } from './generic.ts';
import { listNames } from './list-names.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says who comes in, and with what they can stamp. */
export const createUsersPreview: PreviewMaker = async (parameters, context) => {
  const { users } = createUsers.parameters.parse(parameters);
  const names = users.map(({ userName }) => userName);
  const mute = users.filter(
    ({ apiKeys, authenticators, oauthProviders }) =>
      apiKeys.length + authenticators.length + oauthProviders.length === 0,
  );
  const warnings: Warning[] = [];
  if (mute.length > 0) {
    const who = listNames(
      mute.map(({ userName }) => userName),
      'of them',
    );
    warnings.push({
      code: 'USER_WITHOUT_CREDENTIAL',
      severity: 'notice',
      title: 'Nobody can stamp as them yet',
      text: `No key, passkey or provider comes with ${who}.`,
    });
  }
  return {
    ...(await genericPreview(parameters, context)),
    sentence: [{ kind: 'text', value: `Add ${listNames(names, 'users')} to the organization.` }],
    warnings,
  };
};
