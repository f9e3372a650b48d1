import type { Protocol } from 'electron';
import { ELECTRON_SURFACES } from '../bridge/surfaces.ts';

/**
 * Makes our schemes origins like https: standard (so that `'self'` and same-origin rules work) and secure. They get no
 * way around the CSP, no service workers and no CORS. Must run before the app is ready.
 */
export function registerSchemes(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged(
    Object.values(ELECTRON_SURFACES).map(({ protocol: scheme }) => ({
      scheme: scheme.slice(0, -1),
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        bypassCSP: false,
        allowServiceWorkers: false,
        corsEnabled: false,
        stream: false,
        codeCache: false,
      },
    })),
  );
}
