import { errorText } from '#protocol/define-errors.ts';
import { consoleError } from '../platform/errors.ts';
import type { SurfaceAddress } from './surfaces.ts';
import { isAtSurface } from './surfaces.ts';

/** What a frame says of itself; Electron's WebFrameMain is one. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
  readonly detached?: boolean;
  isDestroyed?(): boolean;
}

/** Who sent a message: the page's identity and the frame, which is null once it navigated away or was destroyed. */
export interface Sender {
  readonly contents: unknown;
  readonly frame: SenderFrame | null;
}

/**
 * Says why a sender is not the surface it speaks for, or undefined when it is: the very page of that surface, its top
 * frame, alive, at exactly that scheme and host.
 */
export function senderFault(sender: Sender, contents: unknown, address: SurfaceAddress): string | undefined {
  if (contents === undefined || sender.contents !== contents) return 'another page';
  const { frame } = sender;
  if (frame === null) return 'a frame that is gone';
  if (frame.detached === true || frame.isDestroyed?.() === true) return 'a frame that is gone';
  if (frame.parent !== null) return 'a frame inside the page';
  if (!isAtSurface(address, frame.url)) return 'another address';
  return undefined;
}

/** The answer to a sender that is not the surface: an envelope with a code, never silence. */
export const refuseSender = (fault: string) =>
  ({ ok: false, ...errorText(consoleError('SENDER_REFUSED', { fault })) }) as const;
