import type * as invitationOperations from '#protocol/catalogue/invitations.ts';
import { acceptInvitationPreview } from './add-credentials.ts';
import { GENERIC, genericPreview } from './generic.ts';
import { listNames, titleOfNew } from './list-names.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import type { createInvitations } from '#protocol/catalogue/invitations.ts';
import { previewWarning } from './warnings.ts';

/** Says who is invited, and that whoever reads that mail gets in. */
export const createInvitationsPreview: PreviewOf<typeof createInvitations> = async (parameters, context) => {
  const { invitations } = parameters;
  const names = invitations.map(
    ({ receiverUserName, receiverUserEmail }) => `${receiverUserName} <${receiverUserEmail}>`,
  );
  return {
    ...(await genericPreview(parameters, context)),
    sentence: [{ kind: 'text', value: `Invite ${listNames(names, 'people')} into the organization.` }],
    warnings: [previewWarning('INVITATION_LETS_IN')],
  };
};

export const invitationViews: ViewsOf<typeof invitationOperations> = {
  create_invitations: {
    preview: createInvitationsPreview,
    title: ({ invitations }) =>
      titleOfNew(
        'Invite',
        invitations.map(({ receiverUserName }) => receiverUserName),
        ['user', 'users'],
      ),
  },
  accept_invitation: { preview: acceptInvitationPreview },
  delete_invitation: GENERIC,
};
