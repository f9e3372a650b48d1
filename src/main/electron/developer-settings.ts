import { app } from 'electron';

/** What tests and developers set; a program that was installed takes none of it from whoever starts it. */
type DeveloperSetting = 'KEYOPS_DATA' | 'KEYOPS_DEVTOOLS' | 'KEYOPS_HEADLESS' | 'KEYOPS_KEYCHAIN';

/** A setting of the environment, in a program that is not packaged; undefined in one that is. */
export const developerSetting = (name: DeveloperSetting): string | undefined =>
  app.isPackaged ? undefined : process.env[name];
