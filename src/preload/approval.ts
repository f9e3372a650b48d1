import { contextBridge } from 'electron';
import { buildApi } from './api.ts';
import { electronWire } from './electron-wire.ts';

contextBridge.exposeInMainWorld('keyops', buildApi(__APPROVAL_SHAPE__, electronWire('approval')));
