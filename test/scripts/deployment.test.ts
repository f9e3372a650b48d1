// What resources/deployment starts: arguments that the service takes, and secrets that stay out of them.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readArguments } from '#service/boot/arguments.ts';
import { LocalService, freshSigner } from '../fixtures/local-service.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'resources/deployment', name), 'utf8');
const { publicKey } = freshSigner();

interface Compose {
  readonly services: {
    readonly keyops: {
      readonly command: readonly string[];
      readonly build: { readonly dockerfile: string };
      readonly read_only: boolean;
      readonly cap_drop: readonly string[];
      readonly security_opt: readonly string[];
      readonly secrets: readonly string[];
      readonly ports: readonly string[];
      readonly environment?: unknown;
    };
  };
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

describe('the operator’s pages', () => {
  const page = (path: string): string => readFileSync(join(root, path), 'utf8');
  const deployment = page('docs/deployment.md');
  const shell = [...deployment.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines).join('');

  it('name every option of the service', () => {
    const [, usage = ''] = /const USAGE =(.*?);\n\n/s.exec(page('src/service/boot/run.ts')) ?? [];
    const options = new Set(usage.match(/--[a-z][a-z0-9-]+/g));
    expect(options.size).toBeGreaterThan(40);
    const told = ['README.md', 'docs/limits.md', 'docs/guide/backup.md'].map(page).join('') + deployment;
    const words = new Set(told.match(/--[a-z][a-z0-9-]+/g));
    expect([...options].filter((option) => !words.has(option))).toEqual([]);
  });

  it('make every file that the unit and the containers read', () => {
    const named = ['keyops-service.service', 'postgres.conf', 'compose.yaml', 'compose.postgres.yaml'].map(
      read,
    );
    const files = new Set(named.join('').match(/\/etc\/keyops-service\/[a-z][\w.-]*/g));
    expect(files.size).toBeGreaterThan(6);
    const made = [...shell.matchAll(/(?:> |-(?:key)?out |install -m \d+ \S+ |cp \S+ )(\/etc\/[\w./-]+)/g)];
    const paths = made.map(([, path]) => path);
    expect([...files].filter((file) => !paths.includes(file))).toEqual([]);
  });
});

describe('the systemd unit', () => {
  const unit = read('keyops-service.service');
  const [, line = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];

  it('starts the service with arguments that it takes, over TLS', () => {
    const [command = '', key] = line.replaceAll('"', '').split(' 3<');
    const [exec, node, script, ...argv] = command.replace('$ROOT_PUBLIC_KEY', publicKey).split(' ');
    expect([exec, node, script, key]).toEqual([
      'exec',
      '/usr/bin/node',
      'out/main/service.js',
      '$CREDENTIALS_DIRECTORY/storage-key',
    ]);
    expect(readArguments(argv)).toMatchObject({
      ...{ storageKeyFd: 3, network: { host: '0.0.0.0', trustedProxies: [], allowedOrigins: [] } },
      tlsFiles: { cert: '$CREDENTIALS_DIRECTORY/tls-cert', key: '$CREDENTIALS_DIRECTORY/tls-key' },
    });
  });

  it('leaves its variables to the shell, which reads them as one word each', () => {
    expect(line).not.toContain('${');
    for (const [whole] of line.matchAll(/\$\w+/g)) expect(line).toContain(`"${whole}`);
  });

  it.each([
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'LimitCORE=0',
    // Without netlink, Node ends where it looks up the addresses that it listens on.
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  ])('has %s', (setting) => {
    expect(unit.split('\n')).toContain(setting);
  });
});

describe('the unit on PostgreSQL', () => {
  const dropIn = read('postgres.conf');
  const [, whole = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(dropIn) ?? [];

  it('takes the place of the unit’s own command, with arguments that the service takes', () => {
    expect(dropIn).toMatch(/^ExecStart=$\n^ExecStart=\/bin/m);
    const [command = ''] = whole.replaceAll('"', '').split(' 3<');
    const [, , , ...argv] = command
      .replace('$ROOT_PUBLIC_KEY', publicKey)
      .replace('$DATABASE', 'postgres://keyops@db.example:5432/keyops?sslmode=verify-full')
      .split(' ');
    expect(readArguments(argv)).toMatchObject({
      storageKeyFd: 3,
      database: 'postgres://keyops@db.example:5432/keyops?sslmode=verify-full',
      databasePasswordFile: '$CREDENTIALS_DIRECTORY/database-password',
    });
  });

  it('attack: the password is in no argument, no variable and no address', () => {
    expect(whole).not.toMatch(/postgres:|PASSWORD=/);
    expect(dropIn).toContain('LoadCredential=database-password:');
  });
});

describe('several containers on PostgreSQL', () => {
  interface Several {
    readonly services: Readonly<
      Record<
        'keyops' | 'balancer' | 'database',
        {
          readonly command?: readonly string[];
          readonly ports?: readonly string[];
          readonly secrets?: readonly string[];
          readonly environment?: Readonly<Record<string, string>>;
          readonly networks?: unknown;
        }
      >
    >;
    readonly configs: { readonly balancer: { readonly content: string } };
    readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  }
  const given = read('compose.postgres.yaml');
  const { services, configs, secrets } = parse(given, { logLevel: 'silent' }) as Several;

  it('start the service with arguments that it takes, and trust the balancer alone', () => {
    const argv = (services.keyops.command ?? []).map((each) =>
      each.replace(/\$\{ROOT_PUBLIC_KEY:\?.*\}/, publicKey),
    );
    expect(readArguments([...argv, '--storage-key-fd', '3'])).toMatchObject({
      database: expect.stringContaining('sslmode=verify-full') as string,
      databasePasswordFile: '/run/secrets/database-password',
      network: { host: '0.0.0.0' },
    });
    expect(argv).toContain('--trusted-proxy=172.30.84.2/32');
    expect(services.balancer.networks).toEqual({ inside: { ipv4_address: '172.30.84.2' } });
    expect(configs.balancer.content.match(/send-proxy-v2 check-send-proxy/g)).toHaveLength(2);
  });

  it('attack: neither the database nor a service has a port outside, and no password stands in a variable', () => {
    expect(services.database.ports).toBeUndefined();
    expect(services.keyops.ports).toEqual([]);
    expect(services.balancer.ports).toEqual(['8443:8443', '8444:8444']);
    for (const [name, value] of Object.entries(services.database.environment ?? {}))
      if (name.includes('PASSWORD')) expect(value).toBe('/run/secrets/database-password');
    for (const each of Object.values(secrets)) expect(each.file).toMatch(/^\/etc\//);
    const used = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort());
  });
});

describe('the probe', () => {
  const script = join(root, 'resources/deployment/probe.mjs');
  const probe = (...argv: string[]): Promise<number | null> =>
    new Promise((resolve) => {
      spawn(process.execPath, [script, ...argv], { stdio: 'ignore' }).once('close', resolve);
    });

  it('says whether a service answers, and waits for one', async () => {
    const service = await LocalService.start();
    expect(await probe(`${service.ready.url}/readyz`)).toBe(0);
    expect(await probe(`${service.ready.url}/none`)).toBe(1);
    await service.stop();
    expect(await probe(`${service.ready.url}/healthz`, '--within', '1')).toBe(1);
  });

  it('asks only this machine, whose certificate nobody has to prove', async () => {
    expect(await probe('https://192.0.2.1/healthz')).toBe(1);
    expect(await probe('https://127.0.0.1.example/healthz')).toBe(1);
  });

  it('is what the unit and the container ask with', () => {
    const address = 'https://127.0.0.1:8443/';
    expect(read('keyops-service.service')).toMatch(`ExecStartPost=/usr/bin/node probe.mjs ${address}readyz `);
    expect(read('Containerfile')).toMatch(`CMD ["node", "probe.mjs", "${address}healthz"]`);
    expect(parse(read('compose.yaml'))).toMatchObject({
      services: { keyops: { healthcheck: { test: ['CMD', 'node', 'probe.mjs', `${address}healthz`] } } },
    });
  });
});

describe('the container', () => {
  const file = read('Containerfile');
  const { services, secrets } = parse(read('compose.yaml')) as Compose;
  const { keyops } = services;

  it('starts the service with arguments that it takes, over TLS', () => {
    const [, end = ''] = /exec node out\/main\/service\.js \\"\$@\\" (.*?)"/.exec(file) ?? [];
    const [more = '', key] = end.split(' 3<');
    const given = keyops.command.map((each) => each.replace(/\$\{ROOT_PUBLIC_KEY:\?.*\}/, publicKey));
    expect(readArguments([...given, ...more.split(' ')])).toMatchObject({
      ...{ storageKeyFd: 3, port: 8443, authProxyPort: 8444, network: { host: '0.0.0.0' } },
      tlsFiles: { cert: '/run/secrets/tls-cert', key: '/run/secrets/tls-key' },
    });
    expect(key).toBe('/run/secrets/storage-key');
    expect(keyops.ports.map((each) => each.split(':')[1])).toEqual(['8443', '8444']);
  });

  it('has no secret in its image, its variables or the project’s folder', () => {
    expect(keyops.secrets).toEqual(Object.keys(secrets));
    for (const each of Object.values(secrets)) expect(each.file).toMatch(/^\/etc\//);
    expect(keyops.environment).toBeUndefined();
    expect(read('Containerfile.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', 'node_modules']),
    );
  });

  it('runs without rights, from an image whose version is named', () => {
    expect(keyops).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const stages = file.split(/^FROM /m).slice(1);
    for (const stage of stages) expect(stage).toMatch(/^node:\d+-bookworm-slim/);
    expect(stages.at(-1)).toMatch(/^USER 10001:10001$/m);
    for (const [, install] of file.matchAll(/npm ci (.*)$/gm)) expect(install).toContain('--ignore-scripts');
  });

  it('copies what is there', () => {
    const copied = [...file.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(existsSync(join(root, keyops.build.dockerfile))).toBe(true);
  });
});
