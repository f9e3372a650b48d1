// A key ceremony as it is held, and attacks on it: who edits the transcript, who exchanges keys on the stick, who interrupts it.
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';
import { createVault } from '#main/vault/vault.ts';
import { toHex } from '#protocol/encoding.ts';
import { credentialsOf } from '#protocol/offline/check-transcript.ts';
import {
  type Transcript,
  headOf,
  readTranscript,
  transcriptDigest,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, type Ran, offlinePair } from '../../fixtures/offline-pair.ts';
import { addMember } from '../../fixtures/team.ts';

const ADA = 'Ada Lovelace';
const BOB = 'Bob Noyce';
let service: LocalService;
let pair: OfflinePair;
let files: string;
beforeAll(async () => {
  service = await LocalService.start();
  pair = await offlinePair(service);
});
beforeEach(() => {
  files = mkdtempSync(join(pair.files, 'ceremony-'));
});
afterAll(async () => {
  pair.remove();
  await service.stop();
});

const path = (name: string): string => join(files, name);
const codeOf = ({ json, err }: Ran): unknown => json['code'] ?? err;
type Options = NonNullable<Parameters<OfflinePair['offline']['run']>[1]>;
const at = (file: string): Transcript => readTranscript(readFileSync(file));

/** Runs a step of a ceremony on the offline console. */
const step = (file: string, rest: readonly string[], options: Options = {}): Promise<Ran> =>
  pair.offline.run(['ceremony', file, ...rest, '--json'], options);
async function done(file: string, rest: readonly string[], options: Options = {}): Promise<Transcript> {
  const ran = await step(file, rest, options);
  expect(ran.exit, `${rest.join(' ')}: ${ran.err}`).toBe(0);
  return at(file);
}
const begun = async (name = 'vault'): Promise<string> => {
  const file = path(`${name}.keyops-transcript`);
  await done(file, ['begin', '--title', 'Vault keys', '--person', ADA, '--person', BOB]);
  return file;
};

/** Papers as they are shown, typed back, and typed again for the trial. */
const papers = new Map<string, string[]>();
const writesDown = (name: string): Options => {
  const shown: string[] = [];
  papers.set(name, shown);
  return {
    types: (_question, words) => {
      shown.push(words.join(' '));
      return words.join(' ');
    },
  };
};
/** The words that say of which set a share is. */
const setOf = (paper: string): string => paper.split(' ').slice(0, 2).join(' ');
const typesPapers = (name: string): Options => {
  const rest = [...(papers.get(name) ?? [])];
  return { types: () => rest.shift() ?? '' };
};

let users = 0;
/** Registers a ceremony’s key online, as its root user: the three files. */
async function registered(keysFile: string, name: string): Promise<string[]> {
  users += 1;
  const { userId } = await addMember(service, `${name} ${users}`);
  const stem = path(`reg-${name.replace(' ', '-')}`);
  const [request, stamp, answer] = ['request', 'stamp', 'answer'].map((kind) => `${stem}.keyops-${kind}`) as [
    string,
    string,
    string,
  ];
  const made = await pair.online.run([
    ...['ceremony', keysFile, 'request', '--person', name, '--user', userId, '--key', pair.publicKey],
    ...['--out', request, '--json'],
  ]);
  expect(made.exit, made.err).toBe(0);
  expect((await pair.offline.run(['stamp', request, '--out', stamp, '--json'])).exit).toBe(0);
  service.now = Date.now();
  const sent = await pair.online.run(['send', request, stamp, '--out', answer, '--json']);
  expect(sent.exit, sent.err).toBe(0);
  return [request, stamp, answer];
}

/** A ceremony with everything but the approvals. */
async function untilApproval(): Promise<string> {
  const file = await begun();
  for (const name of [ADA, BOB]) {
    await done(file, ['create', '--person', name]);
    await done(file, ['backup', '--person', name, '--shares', '2/2'], writesDown(name));
    await done(file, ['trial', '--person', name], typesPapers(name));
  }
  await done(file, ['export', '--out', path('vault.keyops-keys')]);
  for (const name of [ADA, BOB])
    await done(file, ['enrolled', ...(await registered(path('vault.keyops-keys'), name))]);
  return file;
}
const approved = async (file: string): Promise<Transcript> => {
  for (const name of [ADA, BOB]) await done(file, ['approve', '--person', name]);
  return at(file);
};
const verified = (file: string, ...rest: string[]): Promise<Ran> =>
  pair.online.run(['verify', file, ...rest, '--json']);
const failures = ({ json }: Ran): string[] =>
  (json['checks'] as { passed: boolean; detail: string }[])
    .filter(({ passed }) => !passed)
    .map(({ detail }) => detail);
/** A transcript with an entry changed, as somebody would who mends the chain behind it. */
function rechained(transcript: Transcript, change: (transcript: Transcript) => Transcript): Transcript {
  const changed = change(structuredClone(transcript));
  let now: Transcript = { ...changed, entries: [] };
  for (const entry of changed.entries)
    now = { ...now, entries: [...now.entries, { ...entry, previous: headOf(now) }] };
  return now;
}
const write = (name: string, transcript: Transcript): string => {
  writeFileSync(path(name), writeTranscript(transcript));
  return path(name);
};

describe('a key ceremony', () => {
  let file: string;
  let whole: Transcript;
  let keys: string;

  it('goes from its begin to two approvals, and is verified on another computer', async () => {
    file = await untilApproval();
    whole = await approved(file);
    keys = path('vault.keyops-keys');
    expect(whole.entries.map(({ act }) => act.step)).toEqual([
      ...['begin', 'create', 'paper', 'trial', 'create', 'paper', 'trial', 'export', 'enroll', 'enroll'],
    ]);
    const digest = toHex(transcriptDigest(whole));
    const ran = await verified(file, '--digest', digest, keys, path('reg-Ada-Lovelace.keyops-request'));
    expect(ran.json, JSON.stringify(failures(ran))).toMatchObject({ ok: true });
    // The two credentials stamp at the service from now on.
    for (const { publicKey } of whole.approvals)
      expect(pair.offline.keychain.items.has(`credential:${toHex(publicKey)}`)).toBe(true);
  });

  it('says by itself that it can’t tell whose keys these are, and ends as a check that failed', async () => {
    const ran = await verified(file);
    expect(ran.exit).toBe(6);
    expect(failures(ran)).toEqual([]);
    expect(ran.out).toContain('can’t be told from the file');
  });

  it('a whole ceremony of the attacker’s own, with the same names, is refused by digest and by signers', async () => {
    const own = await untilApproval();
    await approved(own);
    const kept = toHex(transcriptDigest(whole));
    expect((await verified(own, '--digest', kept)).exit).toBe(6);
    const signers = whole.approvals.flatMap(({ publicKey }) => ['--signer', toHex(publicKey)]);
    expect((await verified(file, ...signers)).exit).toBe(0);
    const ran = await verified(own, ...signers);
    expect(ran.exit).toBe(6);
    expect(failures(ran).join()).toContain('wasn’t named');
  });

  const attacks: [name: string, change: (all: Transcript) => Transcript, why: RegExp][] = [
    [
      'an edited entry',
      (all) => ({
        ...all,
        entries: all.entries.map((entry, n) => (n === 4 ? { ...entry, at: entry.at + 1 } : entry)),
      }),
      /Entry 6 doesn’t follow entry 5/,
    ],
    [
      'an edited entry, with the chain mended behind it',
      (all) => rechained(all, (each) => ({ ...each, title: 'Other keys' })),
      /approved another content/,
    ],
    ['an edited title', (all) => ({ ...all, title: 'Other keys' }), /Entry 1 doesn’t follow/],
    [
      'a truncated transcript',
      (all) => ({ ...all, entries: all.entries.slice(0, -1) }),
      /entries were removed/,
    ],
    [
      'a transcript without its beginning',
      (all) => ({ ...all, entries: all.entries.slice(1) }),
      /Entry 1 doesn’t follow/,
    ],
    [
      'reordered entries',
      (all) => {
        const [one, two, three, ...rest] = all.entries;
        return { ...all, entries: [one, three, two, ...rest].filter((each) => each !== undefined) };
      },
      /Entry 2 doesn’t follow entry 1/,
    ],
    [
      'reordered entries, with the chain mended',
      (all) => rechained(all, (each) => ({ ...each, entries: each.entries.toReversed() })),
      /only the first entry begins/,
    ],
    [
      'a swapped signer: the approvals exchanged between people',
      (all) => {
        const [one, two] = all.approvals;
        if (one === undefined || two === undefined) return all;
        return {
          ...all,
          approvals: [
            { ...one, publicKey: two.publicKey, stamp: two.stamp },
            { ...two, publicKey: one.publicKey, stamp: one.stamp },
          ],
        };
      },
      /with a credential that isn’t theirs/,
    ],
    [
      'a swapped signer: the other’s stamp under one’s own key',
      (all) => {
        const [one, two] = all.approvals;
        return one === undefined || two === undefined
          ? all
          : { ...all, approvals: [{ ...one, stamp: two.stamp }, two] };
      },
      /has a stamp of another credential/,
    ],
    [
      'an approval that names another time',
      (all) => ({ ...all, approvals: all.approvals.map((each) => ({ ...each, at: each.at + 1 })) }),
      /over something else/,
    ],
    [
      'a foreign participant’s approval',
      (all) => ({
        ...all,
        approvals: all.approvals.map((each, n) => (n === 1 ? { ...each, person: 'Mallory' } : each)),
      }),
      /“Mallory” isn’t one of the people/,
    ],
    [
      'the same person twice',
      (all) => ({ ...all, approvals: all.approvals.slice(0, 1).flatMap((each) => [each, each]) }),
      /approved twice/,
    ],
    [
      'one approval alone',
      (all) => ({ ...all, approvals: all.approvals.slice(0, 1) }),
      /Missing: the approval of Bob Noyce/,
    ],
    [
      'a transcript that names another’s key as one’s own',
      (all) =>
        rechained(all, (each) => ({
          ...each,
          entries: each.entries.map((entry) => {
            const other = credentialsOf(each).get(ADA);
            return entry.act.step === 'create' && entry.act.of === BOB && other !== undefined
              ? { ...entry, act: { ...entry.act, publicKey: other.publicKey } }
              : entry;
          }),
        })),
      /two people have the same credential: the same person twice/,
    ],
    [
      'a trial that nobody made: its signature is another’s',
      (all) =>
        rechained(all, (each) => ({
          ...each,
          entries: each.entries.map((entry) =>
            entry.act.step === 'trial'
              ? { ...entry, act: { ...entry.act, proof: new Uint8Array(70).fill(1) } }
              : entry,
          ),
        })),
      /restored key’s signature isn’t one of/,
    ],
    [
      'a step left out, with the chain mended',
      (all) =>
        rechained(all, (each) => ({
          ...each,
          entries: each.entries.filter(({ act }) => act.step !== 'enroll'),
        })),
      /Missing: the registration/,
    ],
  ];
  it.each(attacks)('%s is refused, with the reason', async (_name, change, why) => {
    const ran = await verified(
      write('attacked.keyops-transcript', change(whole)),
      '--digest',
      toHex(transcriptDigest(whole)),
    );
    expect(ran.exit).toBe(6);
    expect(failures(ran).join('\n')).toMatch(why);
  });

  it.each(['cut off', 'with bytes behind it', 'in a second encoding'])(
    'a transcript %s is refused',
    async (how) => {
      const bytes = writeTranscript(whole);
      const text = how === 'cut off' ? bytes.slice(0, -1) : Uint8Array.from([...bytes, 0]);
      // The version’s 1 in two bytes.
      const longer = Buffer.concat([bytes.slice(0, -1), Buffer.from([0x18, 0x01])]);
      writeFileSync(path('form.keyops-transcript'), how === 'in a second encoding' ? longer : text);
      const ran = await verified(path('form.keyops-transcript'), '--digest', toHex(transcriptDigest(whole)));
      expect(ran.exit).toBe(6);
      expect(failures(ran)).toHaveLength(1);
    },
  );

  it('a file that no transcript names is refused beside it', async () => {
    writeFileSync(path('other.age'), 'another backup');
    const ran = await verified(file, '--digest', toHex(transcriptDigest(whole)), path('other.age'));
    expect(failures(ran)).toEqual(['No transcript names this file']);
  });

  it('nothing is added to what was approved', async () => {
    expect(codeOf(await step(file, ['export', '--out', path('later.keyops-keys')]))).toBe('CEREMONY_STEP');
    expect(codeOf(await step(file, ['approve', '--person', ADA]))).toBe('CEREMONY_STEP');
    expect(at(file)).toEqual(whole);
  });
});

describe('the steps', () => {
  it('come in their order: no approval while something is missing, no trial before a backup', async () => {
    const file = await begun();
    expect(codeOf(await step(file, ['approve', '--person', ADA]))).toBe('CEREMONY_STEP');
    await done(file, ['create', '--person', ADA]);
    expect((await step(file, ['trial', '--person', ADA], { types: () => '' })).exit).toBe(1);
    expect(codeOf(await step(file, ['create', '--person', ADA]))).toBe('CEREMONY_STEP');
    expect(codeOf(await step(file, ['create', '--person', 'Mallory']))).toBe('CEREMONY_STEP');
  });

  it.each([
    ['the same name', [ADA, ADA]],
    ['a name in letters that look alike', ['Ada', 'Аda']],
    ['a digit that looks like a letter', ['Bob 0', 'Bob O']],
  ])('the same person twice: %s is refused', async (_name, people) => {
    const argv = ['begin', '--title', 'Vault', ...people.flatMap((each) => ['--person', each])];
    expect(codeOf(await step(path('two.keyops-transcript'), argv))).toBe('CEREMONY_STEP');
  });

  it.each([
    ['an escape sequence', 'Ada\u001b[2J'],
    ['a line break', 'Ada\nApproved by Bob'],
    ['a turned direction', 'Ada\u202eboB'],
    ['a quote', 'Ada” approved “Bob'],
    ['nothing that is seen', 'Ada\u200b'],
  ])('a name with %s is refused, and repeated by no terminal', async (_name, name) => {
    const ran = await pair.offline.run([
      'ceremony',
      path('names.keyops-transcript'),
      'begin',
      '--title',
      'Vault',
      '--person',
      name,
      '--person',
      BOB,
    ]);
    expect(ran.err).toContain('can’t be used as a name');
    expect(ran.exit).toBe(3);
  });

  it('two people can’t bring the same credential', async () => {
    const file = await begun();
    await done(file, ['bring', '--person', ADA, '--key', pair.publicKey]);
    expect(codeOf(await step(file, ['bring', '--person', BOB, '--key', pair.publicKey]))).toBe(
      'CEREMONY_STEP',
    );
  });

  it('a backup in a file is tried: a wrong identity or another file records nothing', async () => {
    const file = await begun();
    await done(file, ['create', '--person', ADA]);
    const [ours, stranger] = [await generateX25519Identity(), await generateX25519Identity()];
    const opened = async (name: string, identity: string): Promise<Ran> => {
      writeFileSync(path('identity'), identity);
      const descriptor = openSync(path('identity'), 'r');
      try {
        return await step(file, [
          ...['trial', path(name), '--person', ADA, '--identity-fd', String(descriptor)],
        ]);
      } finally {
        closeSync(descriptor);
      }
    };
    const to = await identityToRecipient(ours);
    await done(file, ['backup', '--person', ADA, '--recipient', to, '--out', path('ada.age')]);
    const before = at(file);
    const items = new Map(pair.offline.keychain.items);
    expect(codeOf(await opened('ada.age', stranger))).toBe('BACKUP_UNREADABLE');
    writeFileSync(path('swapped.age'), `${readFileSync(path('ada.age'), 'utf8')}\n`);
    expect(codeOf(await opened('swapped.age', ours))).toBe('CEREMONY_BACKUP_FOREIGN');
    expect(at(file)).toEqual(before);
    expect(pair.offline.keychain.items).toEqual(items);
    expect((await opened('ada.age', ours)).exit).toBe(0);
  });

  it('shares of another person’s key, or of different sets, are no trial', async () => {
    let [file, ofAda, ofBob] = ['', '', ''];
    // Two sets of the same number, one in 32,768, would be taken for one that was changed.
    for (let round = 1; setOf(ofAda) === setOf(ofBob); round += 1) {
      file = await begun(`vault-${round}`);
      for (const name of [ADA, BOB]) {
        await done(file, ['create', '--person', name]);
        await done(file, ['backup', '--person', name, '--shares', '2/2'], writesDown(name));
      }
      [ofAda = ''] = papers.get(ADA) ?? [];
      [, ofBob = ''] = papers.get(BOB) ?? [];
    }
    expect(codeOf(await step(file, ['trial', '--person', ADA], typesPapers(BOB)))).toBe(
      'CEREMONY_BACKUP_FOREIGN',
    );
    const mixed = [ofAda, ofBob];
    expect(codeOf(await step(file, ['trial', '--person', ADA], { types: () => mixed.shift() ?? '' }))).toBe(
      'SHARES_DIFFER',
    );
    expect(at(file).entries).toHaveLength(5);
  });

  it('an approval by digest is good for that transcript alone', async () => {
    const file = await begun();
    for (const [name, publicKey] of [
      [ADA, pair.publicKey],
      [BOB, `02${'ab'.repeat(32)}`],
    ] as const)
      await done(file, ['bring', '--person', name, '--key', publicKey]);
    const argv = ['approve', '--person', ADA, '--transcript-digest'];
    expect(codeOf(await step(file, [...argv, '00'.repeat(32)]))).toBe('CEREMONY_DIGEST');
    await done(file, [...argv, toHex(transcriptDigest(at(file)))]);
    // Bob’s is on another console.
    expect(codeOf(await step(file, ['approve', '--person', BOB]))).toBe('CEREMONY_CREDENTIAL_GONE');
  });

  it('a transcript under another number is no ceremony of this console, and the question says so', async () => {
    const file = await begun();
    await done(file, ['bring', '--person', ADA, '--key', pair.publicKey]);
    await done(file, ['bring', '--person', BOB, '--key', `02${'ab'.repeat(32)}`]);
    const asked: string[] = [];
    const options: Options = { approves: false, onAsk: (question) => void asked.push(question) };
    await step(file, ['approve', '--person', ADA], options);
    const forged = rechained(at(file), (all) => ({ ...all, ceremony: new Uint8Array(16) }));
    await step(write('forged.keyops-transcript', forged), ['approve', '--person', ADA], options);
    expect(asked.map((question) => question.includes('begun on another console'))).toEqual([false, true]);
  });

  it('no approval without a yes by name', async () => {
    const file = await begun();
    await done(file, ['bring', '--person', ADA, '--key', pair.publicKey]);
    await done(file, ['bring', '--person', BOB, '--key', `02${'ab'.repeat(32)}`]);
    expect((await step(file, ['approve', '--person', ADA], { approves: false })).exit).toBe(1);
    expect(at(file).approvals).toEqual([]);
  });
});

describe('registration', () => {
  it('a key that was exchanged on the stick, or one more in the request, isn’t recorded', async () => {
    const file = await begun();
    await done(file, ['create', '--person', ADA]);
    await done(file, ['backup', '--person', ADA, '--shares', '2/2'], writesDown(ADA));
    await done(file, ['export', '--out', path('one.keyops-keys')]);
    const own = toHex(credentialsOf(at(file)).get(ADA)?.publicKey ?? new Uint8Array());
    const foreign = await createVault(pair.online.keychain).generate('API_KEY_CURVE_P256');
    writeFileSync(
      path('evil.keyops-keys'),
      readFileSync(path('one.keyops-keys'), 'utf8').replace(own, foreign),
    );
    const exchanged = await registered(path('evil.keyops-keys'), ADA);
    const ran = await step(file, ['enrolled', ...exchanged]);
    expect(codeOf(ran)).toBe('CEREMONY_ENROLLMENT');
    expect(ran.json['message']).toContain('a key that wasn’t made here');
    expect(at(file).entries.map(({ act }) => act.step)).not.toContain('enroll');
  });

  it('a key more in the request that registers ours isn’t recorded', async () => {
    const file = await begun();
    await done(file, ['create', '--person', ADA]);
    const own = toHex(credentialsOf(at(file)).get(ADA)?.publicKey ?? new Uint8Array());
    const foreign = await createVault(pair.online.keychain).generate('API_KEY_CURVE_P256');
    const { userId } = await addMember(service, 'Two keys');
    const keys = [own, foreign].map((publicKey, n) => ({
      ...{ apiKeyName: `key ${n}`, publicKey, curveType: 'API_KEY_CURVE_P256' },
    }));
    const [request, stamp, answer] = ['request', 'stamp', 'answer'].map((kind) =>
      path(`more.keyops-${kind}`),
    ) as [string, string, string];
    const made = await pair.online.run([
      ...[
        'prepare',
        'create_api_keys',
        '--set',
        `userId=${userId}`,
        '--set',
        `apiKeys:=${JSON.stringify(keys)}`,
      ],
      ...['--key', pair.publicKey, '--out', request, '--json'],
    ]);
    expect(made.exit, made.err).toBe(0);
    expect((await pair.offline.run(['stamp', request, '--out', stamp, '--json'])).exit).toBe(0);
    service.now = Date.now();
    expect((await pair.online.run(['send', request, stamp, '--out', answer, '--json'])).exit).toBe(0);
    const ran = await step(file, ['enrolled', request, stamp, answer]);
    expect(ran.json['message']).toContain(`a key that wasn’t made here, ${foreign}`);
  });

  it('the answer to another request is refused', async () => {
    const file = await begun();
    for (const name of [ADA, BOB]) await done(file, ['create', '--person', name]);
    await done(file, ['export', '--out', path('both.keyops-keys')]);
    const [request = '', stamp = ''] = await registered(path('both.keyops-keys'), ADA);
    const [, , answer = ''] = await registered(path('both.keyops-keys'), BOB);
    expect(codeOf(await step(file, ['enrolled', request, stamp, answer]))).toBe('CEREMONY_ENROLLMENT');
  });

  it('a file of public keys in any other spelling is refused', async () => {
    const file = await begun();
    await done(file, ['create', '--person', ADA]);
    await done(file, ['export', '--out', path('keys.keyops-keys')]);
    const text = readFileSync(path('keys.keyops-keys'), 'utf8');
    for (const changed of [
      `${text} `,
      text.replace('"version": 1', '"version": 1, "more": 2'),
      text.slice(1),
      '',
    ]) {
      writeFileSync(path('bad.keyops-keys'), changed);
      const ran = await pair.online.run(['ceremony', path('bad.keyops-keys'), 'request', '--json']);
      expect(codeOf(ran)).toBe('CEREMONY_KEYS_MALFORMED');
    }
  });
});

describe('an interruption', () => {
  it('between journal and file: the entry is missing, the step is done again with the same key', async () => {
    const file = await begun();
    const before = readFileSync(file);
    const made = await done(file, ['create', '--person', ADA]);
    const count = pair.offline.keychain.items.size;
    // As a kill leaves it: the journal has the entry, the file does not.
    writeFileSync(file, before);
    const said = await pair.offline.run(['ceremony', file], { types: () => '' });
    expect(said.out).toContain('was interrupted: the journal has it, the file doesn’t');
    const again = await done(file, ['create', '--person', ADA]);
    expect(credentialsOf(again).get(ADA)?.publicKey).toEqual(credentialsOf(made).get(ADA)?.publicKey);
    expect(pair.offline.keychain.items.size).toBe(count);
    // And once more.
    writeFileSync(file, before);
    expect((await step(file, ['create', '--person', ADA])).exit).toBe(0);
  });

  it('an older copy of the transcript is refused', async () => {
    const file = await begun();
    const older = readFileSync(file);
    await done(file, ['create', '--person', ADA]);
    await done(file, ['create', '--person', BOB]);
    writeFileSync(file, older);
    expect(codeOf(await step(file, ['create', '--person', ADA]))).toBe('CEREMONY_OLDER');
  });

  it('a transcript that was edited between two steps, with its chain mended, is refused', async () => {
    const file = await begun();
    const made = await done(file, ['create', '--person', ADA]);
    const other = await createVault(pair.online.keychain).generate('API_KEY_CURVE_P256');
    write(
      'vault.keyops-transcript',
      rechained(made, (all) => ({
        ...all,
        entries: all.entries.map((entry) =>
          entry.act.step === 'create'
            ? { ...entry, act: { ...entry.act, publicKey: Uint8Array.from(Buffer.from(other, 'hex')) } }
            : entry,
        ),
      })),
    );
    expect(codeOf(await step(file, ['create', '--person', BOB]))).toBe('CEREMONY_CHANGED');
  });

  it('another console’s ceremony isn’t gone on with', async () => {
    const file = await begun();
    expect(codeOf(await pair.online.run(['ceremony', file, 'create', '--person', ADA, '--json']))).toBe(
      'CEREMONY_FOREIGN',
    );
  });

  it('a clock that went back stops it', async () => {
    const file = await begun();
    const early = { now: () => Date.now() - 3_600_000, after: () => () => undefined };
    expect(codeOf(await step(file, ['create', '--person', ADA], { clock: early }))).toBe('CEREMONY_STEP');
  });

  it('a console whose owner has to prove that they are here makes and approves nothing', async () => {
    const file = await begun();
    const { items } = pair.offline.keychain;
    items.set('user-verification', JSON.stringify({ method: 'polkit' }));
    try {
      expect(codeOf(await step(file, ['create', '--person', ADA]))).toBe('CONSOLE_LOCKED');
    } finally {
      items.delete('user-verification');
    }
  });

  it('each step is in the journal, by its entry’s hash', async () => {
    const file = await begun();
    const made = await done(file, ['create', '--person', ADA]);
    const storage = await openStorage(pair.offline.dataFolder);
    await storage.close();
    const { json } = await pair.offline.run(['journal', '--lines', '2', '--json']);
    const lines = json['entries'] as { operation: string; digest: string; subject: string }[];
    expect(lines.map(({ operation }) => operation)).toEqual(['key_ceremony', 'key_ceremony']);
    expect(lines[0]).toMatchObject({
      digest: toHex(headOf(made)),
      subject: `${toHex(made.ceremony)} entry 2: create of ${ADA}, by ${ADA}`,
    });
  });
});
