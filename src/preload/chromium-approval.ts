import { publishApi } from './publish-api.ts';

publishApi(__APPROVAL_SHAPE__);
