import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { buildApi } from './api.ts';
import { electronWire } from './electron-wire.ts';

// `window.close()` asks here first; whether it may, the privileged side says (src/main/electron/console-window.ts).
// The empty page of a console that is being locked is left without a word.
if (location.href !== 'about:blank')
  window.addEventListener('beforeunload', (event) => event.preventDefault());
contextBridge.exposeInMainWorld('keyops', buildApi(__CONSOLE_SHAPE__, electronWire('console')));
// A dropped file: its path goes from here to the privileged side, and the page gets a handle. One that a script made has none.
contextBridge.exposeInMainWorld('keyopsHandOver', (file: File): Promise<unknown> =>
  ipcRenderer.invoke('console:file', webUtils.getPathForFile(file)),
);
