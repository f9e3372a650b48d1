import type { Shape } from './contract/call.ts';

// Filled in at build time from the contracts (electron.vite.config.ts), so that a preload carries no schema code.
declare global {
  const __CONSOLE_SHAPE__: Shape;
  const __APPROVAL_SHAPE__: Shape;
}
