import { rejectActivity as operation } from '../../protocol/catalogue/reject-activity.ts';
import { ballot } from '../activities/effect.ts';

export const rejectActivity = ballot(operation, 'VOTE_SELECTION_REJECTED');
