import process from 'node:process';
import { databaseCommand } from './database-commands.ts';
import { parentPort, runAlone, runAsChild, runCommand } from './run.ts';

const port = parentPort();
const argv = process.argv.slice(2);
const command = databaseCommand(argv);
if (port !== undefined) runAsChild(port);
else if (command !== undefined) void runCommand(command, argv.slice(1));
else void runAlone(argv);
