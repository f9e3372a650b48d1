/** What a page may ask a browser for, by the names of the Permissions API. */
const PERMISSIONS = [
  'accelerometer',
  'background-sync',
  'camera',
  'clipboard-read',
  'geolocation',
  'gyroscope',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'notifications',
  'persistent-storage',
  'screen-wake-lock',
  'storage-access',
  'window-management',
];

/** How a page's wish was answered. */
export interface ProbedPermission {
  readonly name: string;
  /** `denied`, `granted`, `prompt`, or `unknown` for a name that this browser doesn't have. */
  readonly state: string;
}

/**
 * Asks for every permission in a page. To be run in a world of its own, where the page's scripts can't answer for the
 * browser. Notifications and the place are asked for, the others looked up: a wish for a camera would turn it on where it
 * is granted. Evaluates to `ProbedPermission[]`.
 */
export const PERMISSION_PROBE = `(async () => {
  const names = ${JSON.stringify(PERMISSIONS)};
  const looked = await Promise.all(names.map((name) => navigator.permissions.query({ name }).then(
    ({ state }) => ({ name, state }), () => ({ name, state: 'unknown' }))));
  const place = await new Promise((resolve) => navigator.geolocation
    ? navigator.geolocation.getCurrentPosition(() => resolve('granted'), (error) => resolve(error.code === 1 ? 'denied' : 'granted'), { timeout: 2000 })
    : resolve('unknown'));
  const notices = typeof Notification === 'undefined' ? 'unknown' : await Notification.requestPermission();
  return [...looked, { name: 'asking for the place', state: place }, { name: 'asking for notifications', state: notices }];
})()`;

/** The probe's answer, taken only in its own form. */
export function readProbe(answer: unknown): readonly ProbedPermission[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('name' in each) || !('state' in each)) return [];
    const { name, state } = each;
    return typeof name === 'string' && typeof state === 'string' ? [{ name, state }] : [];
  });
}
