import { z } from 'zod';
import { call, news, nothing } from './call.ts';

/** Stands for a file or folder that the operator handed over; the window cannot make one. */
export const fileHandle = z.string().min(1).max(64);

/** What the operator handed over, and how it is called: its path, to be shown and not to be read by. */
export const givenFile = z.object({ file: fileHandle, name: z.string() });

/** Files for the privileged side. A dropped one comes another way, which no script has (src/preload/index.ts). */
export const filesCalls = {
  /** Has the operator choose in the system's dialog, where the host has one; null when called off. */
  pick: call('read', z.object({ kind: z.enum(['file', 'folder']) }), givenFile.nullable()),
  /** A path that was typed: the approval surface names it before it counts. */
  name: call('read', z.object({ path: z.string().min(1).max(4096) }), givenFile),
};

/** How QR codes were last shown and read. */
export const codeSettings = z.object({
  /** Codes a second, and bytes of a file in each. */
  rate: z.union([z.literal(2), z.literal(5), z.literal(10)]),
  density: z.union([z.literal(100), z.literal(250), z.literal(400)]),
  /** What the camera is called: its ID is another in each run. Empty for the system's first. */
  camera: z.string().max(200),
  /** Lines of the camera's picture. */
  lines: z.union([z.literal(480), z.literal(720), z.literal(1080)]),
});
export type CodeSettings = z.infer<typeof codeSettings>;

/**
 * The camera, for reading QR codes. Every permission is refused to the window; this one is given between `open` and whatever
 * ends it, and to pictures alone.
 */
export const cameraCalls = {
  /** Lets the window ask for the camera: only right after the operator pressed something in it. */
  open: call('read', nothing, nothing),
  close: call('read', nothing, nothing, { whileLocked: true }),
  settings: call('read', nothing, codeSettings),
  remember: call('write', codeSettings, nothing),
  /** The camera isn’t for the window any more: an approval is shown, or the console was locked. */
  closed: news(z.null()),
};
