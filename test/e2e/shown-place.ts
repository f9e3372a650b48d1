import { tmpdir } from 'node:os';

/** Where folders lie whose paths are in pictures of the guide: these are as long wherever a run keeps its other files. */
export const SHOWN_PLACE = process.platform === 'linux' ? '/tmp' : tmpdir();
