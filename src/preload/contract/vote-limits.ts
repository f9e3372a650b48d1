/** The most requests that one approval votes on. The window needs it without the schemas. */
export const MOST_VOTES = 100;
/** So many of those who could approve are named: each row of a list has them, of an organization of thousands. */
export const MOST_NAMED = 4;
