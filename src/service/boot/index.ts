import process from 'node:process';
import { parentPort, runAlone, runAsChild } from './run.ts';

const port = parentPort();
if (port === undefined) void runAlone(process.argv.slice(2));
else runAsChild(port);
