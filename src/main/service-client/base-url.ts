import { clientError } from './errors.ts';

/**
 * The base address of a hosted profile: https, or http on this machine only; no user, query or fragment.
 * @throws AppError `PROFILE_ADDRESS_INSECURE`
 */
export function readBaseUrl(text: string): string {
  const url = new URL(text);
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw clientError('PROFILE_ADDRESS_INSECURE');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
