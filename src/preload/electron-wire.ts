import { type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Wire } from './api.ts';
import type { Envelope } from './contract/call.ts';

/** The wire over Electron's IPC: one channel for a surface's calls, one for its news. */
export function electronWire(surface: 'console' | 'approval'): Wire {
  return {
    invoke: (name, input) => ipcRenderer.invoke(`${surface}:call`, name, input) as Promise<Envelope>,
    subscribe: (name, listener) => {
      const onNews = (_event: IpcRendererEvent, path: string, payload: unknown): void => {
        if (path === name) listener(payload);
      };
      ipcRenderer.on(`${surface}:news`, onNews);
      return () => void ipcRenderer.removeListener(`${surface}:news`, onNews);
    },
  };
}
