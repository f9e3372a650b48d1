import process from 'node:process';
import { runAlone } from './run-alone.ts';
import { parentPort, runAsChild } from './run-as-child.ts';

const port = parentPort();
if (port === undefined) void runAlone(process.argv.slice(2));
else runAsChild(port);
