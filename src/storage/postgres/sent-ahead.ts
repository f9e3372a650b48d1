/**
 * Begins the text of a statement of PostgreSQL whose answer nobody needs: it is sent at once and not waited for. The next
 * statement on its connection tells of its failure, a commit too, which then keeps nothing.
 */
export const SENT_AHEAD = '/* ahead */ ';
