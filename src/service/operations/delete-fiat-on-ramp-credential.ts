import { deleteFiatOnRampCredential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteProviderCredential } from '../storage/provider-credentials.ts';
import { notFound } from './not-found.ts';

export const deleteFiatOnRampCredential = submitHandler(
  operation,
  async ({ store, caller }, { fiatOnrampCredentialId: id }) => {
    if (!(await deleteProviderCredential(store, 'fiat_on_ramp_credential', caller.organizationId, id)))
      throw notFound('fiat on-ramp credential', id);
    return { fiatOnRampCredentialId: id };
  },
);
