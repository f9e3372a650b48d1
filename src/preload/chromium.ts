import { publishApi } from './publish-api.ts';

publishApi(__CONSOLE_SHAPE__);
