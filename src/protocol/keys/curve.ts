import type { CURVES } from '../catalogue/fields.ts';

/** A curve of a private key or wallet account, as requests name it. */
export type KeyCurve = (typeof CURVES)[number];
