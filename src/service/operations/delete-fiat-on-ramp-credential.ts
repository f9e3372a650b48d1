import { deleteFiatOnRampCredential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { notFound } from './not-found.ts';
import { deleteRow } from '../storage/rows.ts';

export const deleteFiatOnRampCredential = submitHandler(
  operation,
  async ({ store, caller }, { fiatOnrampCredentialId: id }) => {
    if (!(await deleteRow(store, 'fiat_on_ramp_credential', caller.organizationId, id)))
      throw notFound('fiat on-ramp credential', id);
    return { fiatOnRampCredentialId: id };
  },
);
