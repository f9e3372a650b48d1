import { approveActivity as operation } from '../../protocol/catalogue/activities.ts';
import { voteHandler } from '../activities/operation-handler.ts';

export const approveActivity = voteHandler(operation, 'VOTE_SELECTION_APPROVED');
