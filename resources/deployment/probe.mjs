// Asks a service of this machine whether it answers:
//   node probe.mjs https://127.0.0.1:8443/healthz             once; code 0 for 200, else 1
//   node probe.mjs https://127.0.0.1:8443/readyz --within 30  again and again for up to 30 seconds
// Whose certificate it is isn't looked at, so only this machine's own addresses are asked.
import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const [address = '', , seconds = '0'] = process.argv.slice(2);
const { protocol, hostname } = new URL(address);
if (!['127.0.0.1', '[::1]'].includes(hostname)) throw new Error(`${hostname} isn’t this machine.`);

/** @returns {Promise<boolean>} */
const answers = () =>
  new Promise((resolve) => {
    const options = { agent: false, timeout: 3000, rejectUnauthorized: false };
    const asked = (protocol === 'https:' ? getTls : getPlain)(address, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });

const until = performance.now() + Number(seconds) * 1000;
let isThere = await answers();
while (!isThere && performance.now() < until) {
  await delay(250);
  isThere = await answers();
}
process.exitCode = isThere ? 0 : 1;
