import type * as policies from '#protocol/catalogue/policies.ts';
import { quoted } from '#protocol/invisible-characters.ts';
import { deleteTitle } from './list-names.ts';
import type { ViewsOf } from './operation-view.ts';
import {
  createPoliciesPreview,
  createPolicyPreview,
  deletePoliciesPreview,
  deletePolicyPreview,
} from './policies.ts';
import { updatePolicyPreview } from './update-policy.ts';

export const policyViews: ViewsOf<typeof policies> = {
  create_policy: {
    preview: createPolicyPreview,
    title: ({ policyName }) => `Create policy ${quoted(policyName)}`,
  },
  create_policies: { preview: createPoliciesPreview },
  update_policy: { preview: updatePolicyPreview },
  delete_policy: { preview: deletePolicyPreview },
  delete_policies: {
    preview: deletePoliciesPreview,
    title: ({ policyIds }, nameOf) => deleteTitle(policyIds, ['policy', 'policies'], nameOf),
  },
};
