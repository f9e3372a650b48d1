import { type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import type { Envelope } from '#preload/contract/call.ts';
import type { Surface } from '../platform/host.ts';
import { ELECTRON_SURFACES, refuseSender, senderFault } from './surfaces.ts';

/** Carries a call of a surface to the console. */
export type Dispatch = (surface: Surface, name: string, input: unknown) => Promise<Envelope>;

/**
 * Opens the two channels that the surfaces call on, and the one for dropped files; the only place that listens to Electron's IPC. Each call's sender
 * is checked before anything else is looked at.
 * @param contentsOf the page that a surface is shown in now, or undefined while it is not shown
 */
export function connectIpc(
  contentsOf: (surface: Surface) => WebContents | undefined,
  dispatch: Dispatch,
  handOver: (path: string) => Promise<Envelope>,
): void {
  // The preload alone sends here, with the path that Electron says a dropped file has.
  ipcMain.handle('console:file', (event: IpcMainInvokeEvent, path: unknown) => {
    const fault = senderFault(senderOf(event), contentsOf('console'), ELECTRON_SURFACES.console);
    return fault === undefined ? handOver(String(path)) : refuseSender(fault);
  });
  for (const surface of ['console', 'approval'] as const) {
    ipcMain.handle(`${surface}:call`, (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
      const fault = senderFault(senderOf(event), contentsOf(surface), ELECTRON_SURFACES[surface]);
      if (fault !== undefined) return refuseSender(fault);
      return dispatch(surface, String(name), input);
    });
  }
}

const senderOf = ({ sender, senderFrame }: IpcMainInvokeEvent) => ({
  contents: sender,
  frame: senderFrame,
  mainFrame: sender.mainFrame,
});
