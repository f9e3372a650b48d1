import { tmpdir } from 'node:os';

/** Holds the folders whose paths appear in pictures of the guide. Its own path has the same length in every run. */
export const SHOWN_PLACE = process.platform === 'linux' ? '/tmp' : tmpdir();
