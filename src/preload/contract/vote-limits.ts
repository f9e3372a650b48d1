/** The most requests that one approval votes on. The window needs it without the schemas. */
export const MOST_VOTES = 100;
