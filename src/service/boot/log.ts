import { pino, type Logger } from 'pino';

/** Logs as JSON lines on standard error: standard output belongs to the one line that says the service is ready. */
export const createLogger = (): Logger =>
  pino({ base: null, level: 'info' }, pino.destination({ fd: 2, sync: true }));
