// A console that is offline, as the program that people start: what its processes hold open is asked of the kernel.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole, missingRuntime } from './launch.ts';
import { confirm } from '../tour/decide.ts';

const root = join(import.meta.dirname, '../..');

describeHosts(['electron', 'chromium'], 'an offline console', (host) => {
  it('says so at all times, has the clock confirmed, and starts no service', async () => {
    const launched = await launchConsole({ host, isOffline: true });
    try {
      const { page } = launched;
      await page.getByText('Offline: no network').waitFor();
      const key = { label: 'Vault', curve: 'API_KEY_CURVE_P256' };
      expect(await callBridge(page, 'credentials.create', key)).toMatchObject({ ok: true });
      await page.getByText('No network, by design').waitFor();
      await page.getByText('Offline: no network').waitFor();
      await page.getByRole('button', { name: 'Clock not confirmed' }).click();
      await page.getByRole('button', { name: 'Confirm the clock' }).click();
      const approval = await launched.waitForApproval();
      await approval.getByText('This computer’s clock says').waitFor();
      const pictures = process.env['KEYOPS_PICTURES'];
      if (pictures !== undefined) await approval.screenshot({ path: join(pictures, `clock-${host}.png`) });
      await confirm(approval);
      await page
        .getByText(/^Clock confirmed by you at \d\d:\d\d/u)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        if (pictures !== undefined)
          await page.screenshot({ path: join(pictures, `${host}-${colorScheme}.png`) });
      }
      const lines = readFileSync(join(launched.dataFolder, 'journal.jsonl'), 'utf8');
      expect(lines).toContain('"operation":"confirm_clock"');
      expect(existsSync(join(launched.dataFolder, 'service'))).toBe(false);
    } finally {
      await launched.close();
    }
  });
});

describeHosts(['electron'], 'Chromium’s own network', () => {
  it('refuses requests of Electron’s net, of every session, and datagrams of a page', async () => {
    let seen = 0;
    const server = createServer((socket) => {
      seen += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    const udp = createSocket('udp4', () => (seen += 1)).bind(0, '127.0.0.1');
    await Promise.all([once(server, 'listening'), once(udp, 'listening')]);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const stun = `stun:127.0.0.1:${udp.address().port}`;
    const launched = await launchConsole({ host: 'electron', isOffline: true });
    try {
      const answers = await launched.electron?.evaluate(async ({ net, session }, address) => {
        const tries = [
          net.fetch(address),
          session.fromPartition('another').fetch(address),
          session.defaultSession.fetch(address),
          fetch(address),
        ];
        return (await Promise.allSettled(tries)).map(({ status }) => status);
      }, url);
      expect(answers).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
      await launched.page.evaluate(async (server) => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: server }] });
        peer.createDataChannel('out');
        await peer.setLocalDescription(await peer.createOffer());
        await new Promise((resolve) => globalThis.setTimeout(resolve, 500));
        peer.close();
      }, stun);
      expect(seen).toBe(0);
    } finally {
      await launched.close();
      server.close();
      udp.close();
    }
  });
});

/** A process and those that it started. */
function treeOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return [pid, ...children.filter((child) => child !== '').flatMap((child) => treeOf(Number(child)))];
  } catch {
    return [];
  }
}

/** The lines of /proc/net that are sockets of these processes. */
function socketsOf(pids: readonly number[]): string[] {
  const inodes = new Set<string>();
  for (const pid of pids) {
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        const [, inode] = /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
        if (inode !== undefined) inodes.add(inode);
      }
    } catch {
      // It ended meanwhile.
    }
  }
  return ['tcp', 'tcp6', 'udp', 'udp6', 'raw'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'latin1')
      .split('\n')
      .slice(1)
      .filter((line) => inodes.has(line.trim().split(/\s+/u)[9] ?? ''))
      .map((line) => `${kind} ${line.trim()}`),
  );
}

const missing = process.platform === 'linux' ? missingRuntime('chromium') : 'only Linux has /proc/net';
describe.skipIf(missing !== undefined)('The processes of an offline console', () => {
  const run = async (isOffline: boolean): Promise<string[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'keyops-e2e-'));
    const args = [join(root, 'out/main/chromium.js'), ...(isOffline ? ['--offline'] : [])];
    const env = {
      ...process.env,
      KEYOPS_DATA: folder,
      KEYOPS_HEADLESS: '1',
      KEYOPS_KEYCHAIN: `KeyOps test ${randomUUID()}`,
    };
    const child: ChildProcess = spawn(process.execPath, args, { env, stdio: 'ignore' });
    try {
      const found = new Set<string>();
      const isUp = (): boolean => existsSync(join(folder, 'console.db')) && treeOf(child.pid ?? 0).length > 2;
      // From its first moment on, and for a while after it is up, however long that takes.
      let until = Date.now() + 60_000;
      let wasUp = false;
      while (Date.now() < until) {
        for (const line of socketsOf(treeOf(child.pid ?? 0))) found.add(line);
        if (!wasUp && isUp()) {
          wasUp = true;
          until = Date.now() + 8_000;
        }
        await setTimeout(100);
      }
      expect(isUp()).toBe(true);
      return [...found];
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  };
  it('hold no socket of any network, the browser’s included', async () => {
    expect(await run(true)).toEqual([]);
  });
});
