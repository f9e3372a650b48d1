import type { SecretImport } from '#preload/contract/secrets.ts';
import { getConsole } from '../../bridge/console.ts';
import { createLiveQuery } from '../../bridge/live-query.ts';

/** The import as the privileged side last said: names and lengths, no value. */
export const currentSecretImport = createLiveQuery<SecretImport | null>(() => getConsole().secrets);

/** Takes over what a call answered. */
export const showImport = currentSecretImport.show;
