import { join } from 'node:path';

/**
 * Where the session bus listens, as a path of a Unix socket; an abstract one begins with a zero character
 * (D-Bus specification, "Server Addresses").
 * @returns null where there is none that this machine's own users alone can reach
 */
export function sessionBusSocket(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env['DBUS_SESSION_BUS_ADDRESS'];
  if (given === undefined || given === '') {
    const folder = env['XDG_RUNTIME_DIR'];
    return folder === undefined || folder === '' ? null : join(folder, 'bus');
  }
  for (const address of given.split(';')) {
    if (!address.startsWith('unix:')) continue;
    const pairs = new Map(address.slice('unix:'.length).split(',').map(pairOf));
    const path = pairs.get('path');
    if (path !== undefined) return path;
    const abstract = pairs.get('abstract');
    if (abstract !== undefined) return `\0${abstract}`;
  }
  return null;
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), decodeURIComponent(value)];
  } catch {
    return [text.slice(0, at), value];
  }
}
