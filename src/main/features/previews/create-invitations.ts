import { createInvitations } from '../../../protocol/catalogue/invitations.ts';
import { genericPreview } from './generic.ts';
import { listNames } from './list-names.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says who is invited, and that whoever reads that mail gets in. */
export const createInvitationsPreview: PreviewMaker = async (parameters, context) => {
  const { invitations } = createInvitations.parameters.parse(parameters);
  const names = invitations.map(
    ({ receiverUserName, receiverUserEmail }) => `${receiverUserName} <${receiverUserEmail}>`,
  );
  return {
    ...(await genericPreview(parameters, context)),
    sentence: [{ kind: 'text', value: `Invite ${listNames(names, 'people')} into the organization.` }],
    warnings: [
      {
        code: 'INVITATION_LETS_IN',
        severity: 'notice',
        title: 'Whoever holds an invitation can accept it',
        text: 'Check each address of mail, character by character.',
      },
    ],
  };
};
