import { contextBridge } from 'electron';
import { buildApi } from './api.ts';
import { electronWire } from './electron-wire.ts';

// `window.close()` asks here first; whether it may, the privileged side says (src/main/window/deny-closing.ts).
window.addEventListener('beforeunload', (event) => event.preventDefault());
contextBridge.exposeInMainWorld('keyops', buildApi(__CONSOLE_SHAPE__, electronWire('console')));
