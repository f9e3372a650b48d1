import { defineErrors } from '#protocol/define-errors.ts';

/** What a node answers when it is asked what a payment must know. */
export const nodeError = defineErrors({
  NODE_OTHER_NETWORK: [
    'The node answers for another network ({found}) than {wanted}. Nothing was filled in.',
    'Name a node of this network in Settings, Profiles.',
  ],
  NODE_ANSWER_INVALID: [
    'The node’s answer to {question} can’t be used: {why}.',
    'Nothing was filled in. Ask again, or enter the values by hand.',
  ],
});
