import { approveActivity as operation } from '../../protocol/catalogue/approve-activity.ts';
import { ballot } from '../activities/effect.ts';

export const approveActivity = ballot(operation, 'VOTE_SELECTION_APPROVED');
