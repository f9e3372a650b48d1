import { rejectActivity as operation } from '../../protocol/catalogue/activities.ts';
import { voteHandler } from '../activities/operation-handler.ts';

export const rejectActivity = voteHandler(operation, 'VOTE_SELECTION_REJECTED');
