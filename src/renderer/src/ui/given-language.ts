/** The language of the window, and how it is written. */
const GIVEN = { locale: 'en-GB', direction: 'ltr' } as const;

// In the place of the library's own look-up of the system's language (electron.vite.config.ts), by the names that it is asked by.
export const getDefaultLocale = (): typeof GIVEN => GIVEN;
export const useDefaultLocale = (): typeof GIVEN => GIVEN;
