/**
 * How long nothing may be approved after the surface appears, gets the focus or moves, in ms: a click that is under way must
 * not land on it. Its page keeps to this, and the privileged side does for what it sees move.
 */
export const SETTLE_MS = 700;
