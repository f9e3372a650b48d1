import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import type { Refused } from '../../ui/notes.tsx';
import { CODES_TEXT } from './text.ts';

const TEXT = CODES_TEXT.scan;
type Reason = keyof typeof TEXT.refused;

/** Why a camera, a picture or a video isn't read, in words. */
export const refusedFor = (reason: Reason): Refused => {
  const [message, remedy] = TEXT.refused[reason];
  return { message, remedy };
};
const isReason = (name: string): name is Reason => Object.hasOwn(TEXT.refused, name);

/** What a browser or the privileged side refused, in words. */
export function asRefused(thrown: unknown): Refused | BridgeError {
  if (thrown instanceof DOMException) return refusedFor(isReason(thrown.name) ? thrown.name : 'other');
  return asBridgeError(thrown);
}

/**
 * Opens the camera with that name, or the system's first; the privileged side lends it until it is closed.
 * @param lines as many of them as its picture should have
 * @throws BridgeError; DOMException what the browser says
 */
export async function openCamera(
  name: string,
  lines: number,
): Promise<{ readonly stream: MediaStream; readonly names: string[] }> {
  await getConsole().camera.open();
  const ask = (video: MediaTrackConstraints): Promise<MediaStream> =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { height: { ideal: lines }, ...video } });
  const first = await ask({});
  // Cameras have names once one of them was opened; their IDs change with each run.
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(
    ({ kind }) => kind === 'videoinput',
  );
  const names = cameras.map(({ label }) => label);
  const wanted = cameras.find(({ label }) => label === name && label !== '');
  if (wanted === undefined || first.getVideoTracks()[0]?.label === name) return { stream: first, names };
  stopCamera(first);
  return { stream: await ask({ deviceId: { exact: wanted.deviceId } }), names };
}

/** Lets go of a camera. */
export const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
