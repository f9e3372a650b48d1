import { defineErrors } from '#protocol/define-errors.ts';

const AGAIN = 'Check your connection and try again later.';
const REPORT = 'Don’t install it. Report this to those who publish the console.';

/** Looking for releases, fetching one and handing it over. */
export const updateError = defineErrors({
  UPDATES_UNAVAILABLE: [
    'This build has no release address.',
    'Update it the way it was installed, or use a build with a release address.',
  ],
  UPDATES_OFF: ['Checking for updates is off.', 'Turn it on in Settings, under Updates.'],
  UPDATES_OFFLINE: ['The console is offline.', 'Go online first.'],
  UPDATE_BUSY: [
    'The console is already checking or downloading.',
    'Wait until it has finished, or cancel it.',
  ],
  UPDATE_CANCELED: ['The download was canceled.', 'Start it again when you want it.'],
  UPDATE_NOT_READY: ['No update is ready.', 'Check for updates and download one first.'],
  RELEASE_UNREACHABLE: ['The release server can’t be reached.', AGAIN],
  RELEASE_STATUS: ['The release server answered with status {status}.', AGAIN],
  RELEASE_REDIRECTED: [
    'The release server sent the console to another address, which it doesn’t follow.',
    'Try again on another network. A login page of this network may have answered.',
  ],
  RELEASE_TIMEOUT: ['The release server took too long.', AGAIN],
  RELEASE_TOO_LARGE: ['The release server sent more than the {limit} bytes expected.', REPORT],
  RELEASE_TRUNCATED: ['The download ended after {received} of {size} bytes.', AGAIN],
  RELEASE_UNSIGNED: ['The release isn’t signed by a key that this console trusts.', REPORT],
  RELEASE_MALFORMED: ['The signed release list has a mistake: {why}.', REPORT],
  RELEASE_OLDER: {
    version: ['The release server offers version {version}, which is older than {newest}.', REPORT],
    list: ['The release server offers version {version} as it was before it was published again.', REPORT],
  },
  RELEASE_NOT_FOR_HERE: [
    'Version {version} has no package for this system.',
    'Ask those who publish the console for one.',
  ],
  RELEASE_DIGEST: ['The downloaded package isn’t the signed one.', REPORT],
  RELEASE_CHANGED: [
    'The downloaded package was changed on this computer after it was verified.',
    'Find out which program changed it. Then download it again.',
  ],
  RELEASE_UNWRITABLE: [
    'The package can’t be written to the data folder ({why}).',
    'Free up disk space and try again.',
  ],
});
