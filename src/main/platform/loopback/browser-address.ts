import { consoleError } from '../errors.ts';

/**
 * The address to hand to the system's browser: https, or http on this machine; nothing else is ever opened.
 * @throws AppError `BROWSER_ADDRESS_REFUSED`
 */
export function browserAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isPlain = url?.username === '' && url.password === '';
  if (url !== undefined && isPlain && (url.protocol === 'https:' || isHere)) return url.href;
  throw consoleError('BROWSER_ADDRESS_REFUSED');
}
