// Activities as signed evidence: what a stranger can check, what nobody can change in it, and what is said to be anybody's word.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '#main/features/activities/check-evidence.ts';
import { EVIDENCE_FILE, type Evidence } from '#main/features/activities/evidence-file.ts';
import { checkProofs } from '#main/features/activities/evidence-proofs.ts';
import { type ChainedLine, GENESIS, chain } from '#main/journal/line.ts';
import { type Activity, type Vote, fingerprintOf } from '#protocol/activity.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { createWallet } from '#protocol/catalogue/wallets.ts';
import { sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { HOSTED_KEYS, type PinnedKeys } from '#protocol/pinned-keys.ts';
import { makeAppProof } from '#protocol/proof.ts';
import { type QuorumKey, deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { freshSigner } from '#test/fixtures/local-service.ts';
import {
  ALICE,
  BOB,
  ORGANIZATION,
  aliceKey,
  bobKey,
  bodyOf,
  voteOf,
  waitingActivity,
} from './fake-activity.ts';

const signer = freshSigner();
const asked = waitingActivity(createPolicy, {
  ...{ policyName: 'Pay', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
});
const [requested] = asked.votes;
if (requested === undefined) throw new Error('Nobody asked for it.');

/** The journal's line on a stamp. */
const lineOn = (
  { message, publicKey }: Pick<Vote, 'message' | 'publicKey'>,
  number = 1,
  previous = GENESIS,
): ChainedLine =>
  chain(
    {
      ...{ profile: 'p', operation: 'create_policy', outcome: 'stamped', publicKey },
      digest: sha256Hex(toUtf8(message)),
    },
    ...([number, '2026-11-23T10:00:00.000Z', previous] as const),
  );
const honest: Evidence = {
  ...{ organizationId: ORGANIZATION, savedAt: '2026-11-23T10:00:00.000Z', isWhole: true, serviceKeys: null },
  people: [
    { userId: ALICE, userName: 'Alice', keys: [aliceKey.publicKey] },
    { userId: BOB, userName: 'Bob', keys: [bobKey.publicKey] },
  ],
  activities: [asked],
  journal: [lineOn(requested)],
  journalEnd: { number: 9, hash: 'ab'.repeat(32) },
};
const bytesOf = (content: Evidence, by = signer): Uint8Array =>
  toUtf8(writeSigned(EVIDENCE_FILE, content, by));
const checked = (changed: Partial<Evidence>, signers: readonly string[] = []) =>
  checkEvidence(bytesOf({ ...honest, ...changed }), { signers, serviceKeys: [] });

describe('evidence', () => {
  it('says what was checked, what is somebody’s word, and whose key has signed it', () => {
    const { passed, detail } = checked({});
    expect(passed).toBe(true);
    expect(detail.split('. ')).toEqual([
      '1 activity, 1 stamp: each is its key’s, over the request that is shown',
      '1 is by keys of the users listed; whose keys they are is the signer’s word',
      'The state of 1 and the result of 1 are the service’s word as the signer gives it, proven by nothing here',
      `1 is in the signer’s journal, which ended with line 9, ${'ab'.repeat(32)}`,
      'That none was left out is the signer’s word',
      `Signed by ${signer.publicKey}; name whose key that has to be with --signer`,
    ]);
    expect(checked({}, [aliceKey.publicKey, signer.publicKey]).passed).toBe(true);
  });

  it('says that older activities were left out', () => {
    expect(checked({ isWhole: false }).detail).toContain('It isn’t whole: older ones');
  });

  it('takes a file of an earlier version, which doesn’t name the journal’s end', () => {
    const earlier: Partial<Evidence> = { ...honest };
    delete earlier.journalEnd;
    const bytes = bytesOf(earlier as Evidence);
    expect(checkEvidence(bytes, { signers: [], serviceKeys: [] })).toMatchObject({ passed: true });
  });

  it('attack: a file that somebody else signed anew is refused where the signer is named', () => {
    expect(checked({}, [aliceKey.publicKey])).toEqual({
      passed: false,
      detail: `It is signed by ${signer.publicKey}, which isn’t one of the signers that were named`,
    });
  });

  it('attack: a stamp moved to another request, another person or another organization is found', () => {
    const moved = { ...requested, message: requested.message.replace('Pay', 'Pay Mallory') };
    const stolen = voteOf(ALICE, 'Alice', bobKey, requested.message);
    const cases: readonly [Partial<Evidence>, RegExp][] = [
      [{ activities: [{ ...asked, votes: [moved] }] }, /Activity .*: /],
      [{ activities: [{ ...asked, votes: [stolen] }] }, /stamped as another user/],
      [{ activities: [asked, asked] }, /twice/],
      [{ activities: [{ ...asked, organizationId: BOB }] }, /another organization/],
    ];
    for (const [changed, fault] of cases)
      expect(checked({ journal: [], ...changed })).toEqual({
        passed: false,
        detail: expect.stringMatching(fault) as string,
      });
  });

  it('attack: a stamp by a key of nobody listed is named with its key', () => {
    const foreign = freshSigner();
    const votes = [requested, voteOf(BOB, 'Bob', foreign, ballotOn(asked))];
    expect(checked({ activities: [{ ...asked, votes }] }).detail).toContain(
      `1 is by keys of nobody listed, so that who made them isn’t known: ${foreign.publicKey} as user ${BOB}.`,
    );
    const many = Array.from({ length: 5 }, () => voteOf(BOB, 'Bob', freshSigner(), ballotOn(asked)));
    expect(checked({ activities: [{ ...asked, votes: [requested, ...many] }] }).detail).toContain(
      ', and 2 others',
    );
  });

  it('attack: a line of the journal that was edited, or is on nothing here, is found', () => {
    const line = lineOn(requested);
    const edited = { ...line, time: '2026-11-20T10:00:00.000Z' };
    expect(checked({ journal: [edited] }).detail).toMatch(/isn’t what its hash says/);
    const other = lineOn({ ...requested, message: 'another' });
    expect(checked({ journal: [other] }).detail).toMatch(/is on no stamp in this file/);
    const foreign = lineOn({ ...requested, publicKey: bobKey.publicKey });
    expect(checked({ journal: [foreign] }).detail).toMatch(/is on no stamp in this file/);
  });

  it('attack: lines that don’t follow each other, or stand behind the journal’s end, are found', () => {
    const first = lineOn(requested);
    const next = lineOn(requested, 2, first.hash);
    expect(checked({ journal: [first, next] }).passed).toBe(true);
    expect(checked({ journal: [lineOn(requested, 1, 'cd'.repeat(32))] }).detail).toMatch(
      /names another line/,
    );
    const made = lineOn(requested, 2, 'cd'.repeat(32));
    expect(checked({ journal: [first, made] }).detail).toMatch(/Line 2 .* names another line/);
    expect(checked({ journal: [next, first] }).detail).toMatch(/Line 1 .* doesn’t follow/);
    const journalEnd = { number: 1, hash: first.hash };
    expect(checked({ journal: [first, next], journalEnd }).detail).toMatch(/Line 2 .* isn’t before the end/);
    expect(checked({ journal: [first], journalEnd: { number: 1, hash: next.hash } }).passed).toBe(false);
  });

  it('takes the lines on a body that two users stamped: one request, and two approvals of it', () => {
    const further = voteOf(BOB, 'Bob', bobKey, requested.message);
    const first = lineOn(requested);
    const activities = [{ ...asked, votes: [requested, further] }];
    for (const second of [lineOn(further, 2, first.hash), lineOn(requested, 2, first.hash)])
      expect(checked({ activities, journal: [first, second] }).passed).toBe(true);
  });

  it('attack: lines of a journal that the signer calls empty', () => {
    expect(checked({ journalEnd: null }).detail).toMatch(/says that the journal was empty/);
  });

  it('attack: the key of a vote written in another form, so that nobody is listed with it', () => {
    const publicKey = `0x${bobKey.publicKey.toUpperCase()}`;
    const stolen = { ...voteOf(ALICE, 'Alice', bobKey, ballotOn(asked)), publicKey };
    expect(checked({ activities: [{ ...asked, votes: [requested, stolen] }] }).detail).toMatch(
      /stamped as another user/,
    );
  });

  it('attack: a vote shows its user under another name: the list’s name is told beside it', () => {
    const renamed = voteOf(BOB, 'Mallory the CEO', bobKey, ballotOn(asked));
    const { passed, detail } = checked({ activities: [{ ...asked, votes: [requested, renamed] }] });
    // A rename since the vote looks the same.
    expect(passed).toBe(true);
    expect(detail).toContain(
      '1 stamp shows its user under another name than the list does, as before a rename; the list counts: “Mallory the CEO” for “Bob”',
    );
    expect(checked({}).detail).not.toContain('another name');
  });

  it('attack: a line of the journal that was removed leaves the signer’s own stamp without one', () => {
    const own = checkEvidence(bytesOf({ ...honest, journal: [] }, aliceKey), {
      signers: [],
      serviceKeys: [],
    });
    expect(own.detail).toContain('0 are in the signer’s journal');
    expect(own.detail).toContain('1 stamp by the signer’s own key has no line of it here');
    const whole = checkEvidence(bytesOf(honest, aliceKey), { signers: [], serviceKeys: [] });
    expect(whole.detail).not.toContain('no line of it');
  });

  it('refuses what is no such file, whatever it is, and each change of a byte', () => {
    const refused = (bytes: Uint8Array): boolean => {
      try {
        return !checkEvidence(bytes, { signers: [], serviceKeys: [] }).passed;
      } catch (error) {
        return (error as { code: string }).code === 'SIGNED_FILE_INVALID';
      }
    };
    fc.assert(fc.property(fc.uint8Array(), refused));
    fc.assert(fc.property(fc.jsonValue(), (value) => refused(toUtf8(JSON.stringify(value)))));
    const whole = JSON.stringify(JSON.parse(new TextDecoder().decode(bytesOf(honest))));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.constantFrom('0', 'x', '"'),
        (at, other) =>
          whole[at] === other ? true : refused(toUtf8(whole.slice(0, at) + other + whole.slice(at + 1))),
      ),
    );
  });
});

/** The body of a vote for an activity. */
function ballotOn({ fingerprint }: Activity): string {
  return bodyOf(approveActivity, { fingerprint });
}

const quorumOf = (fill: number): QuorumKey => deriveQuorumKey(new Secret(new Uint8Array(32).fill(fill)));
const service = quorumOf(0x1e);
const stranger = quorumOf(0x2f);
const keysOf = (key: QuorumKey): PinnedKeys => ({
  ...HOSTED_KEYS,
  enclaveQuorum: toHex(key.sign.publicKey),
});

const PATH = "m/44'/60'/0'/0/0";
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const account = {
  ...{ curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: PATH },
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/** A wallet that two approved, whose request asks for proofs, as the service settles it. */
function provenWallet(proves = service): Activity {
  const parameters = { walletName: 'Proven', accounts: [account] };
  const message = JSON.stringify({
    ...(JSON.parse(bodyOf(createWallet, parameters)) as object),
    generateAppProofs: true,
  });
  const fingerprint = fingerprintOf(toUtf8(message));
  const bare = waitingActivity(createWallet, parameters, {
    status: 'ACTIVITY_STATUS_COMPLETED',
    result: { createWalletResult: { walletId: 'wallet', addresses: [ADDRESS] } },
    fingerprint,
    votes: [voteOf(ALICE, 'Alice', aliceKey, message)],
  });
  const votes = [...bare.votes, voteOf(BOB, 'Bob', bobKey, ballotOn(bare))];
  return { ...bare, votes, appProofs: proofsOf({ ...bare, votes }, proves) };
}

/** As the service makes them (src/service/engine/app-proofs.ts). */
function proofsOf({ id: activityId, ...of }: Activity, key: QuorumKey): Activity['appProofs'] {
  const { organizationId, type, intent, fingerprint, votes } = of;
  const decided = JSON.stringify({ organizationId, activityId, type, intent, fingerprint });
  return [
    {
      type: 'APP_PROOF_TYPE_POLICY_OUTCOME',
      timestampMs: '1763717400000',
      policyOutcomeProof: {
        organizationId,
        outcome: 'OUTCOME_ALLOW',
        decisionContextDigest: sha256Hex(toUtf8(decided)),
        organizationDataDigest: '',
        parentOrganizationDataDigest: '',
        userRequestApprovals: votes
          .filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED')
          .map(({ userId, publicKey, scheme, signature }) => ({ userId, publicKey, scheme, signature })),
      },
    },
    {
      type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
      timestampMs: '1763717400000',
      addressDerivationProof: { organizationId, walletId: 'wallet', derivationPath: PATH, address: ADDRESS },
    },
  ].map((payload) => ({ ...makeAppProof(payload, key) }));
}

describe('proofs in evidence', () => {
  const wallet = provenWallet();
  /** Signed by its signer, whatever was changed: the signer is who attacks. */
  const verdict = (activity: Activity, serviceKeys: readonly string[] = [], key = service) =>
    checkEvidence(bytesOf({ ...honest, activities: [activity], journal: [], serviceKeys: keysOf(key) }), {
      signers: [],
      serviceKeys,
    });
  const known = [keysOf(service).enclaveQuorum];

  it('prove by the service’s key what was allowed, and which addresses it made', () => {
    const { passed, detail } = verdict(wallet, known);
    expect(passed).toBe(true);
    expect(detail).toContain(
      'That 1 was allowed and done, with just these approvals, and the addresses that are the result of 1, is proven by the service’s key that was named',
    );
    expect(detail).not.toContain('proven by nothing');
  });

  it('are by the key in the file, which nobody compared, where none is named', () => {
    expect(verdict(wallet).detail).toContain(
      'is proven by the service’s key in this file, which nobody compared: name it with --service-key',
    );
  });

  it('attack: a state that was changed is refused', () => {
    for (const status of ['ACTIVITY_STATUS_REJECTED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'] as const)
      expect(verdict({ ...wallet, status })).toEqual({
        passed: false,
        detail: expect.stringContaining('Its proof says that it was allowed and done') as string,
      });
  });

  it('attack: a result that was changed is refused', () => {
    const theirs = '0x27b1fdb04752bbc536007a920d24acb045561c26';
    const results = [
      { createWalletResult: { walletId: 'wallet', addresses: [theirs] } },
      { createWalletResult: { walletId: 'another', addresses: [ADDRESS] } },
      { createWalletResult: { walletId: 'wallet', addresses: [] } },
      undefined,
    ];
    for (const result of results)
      expect(verdict({ ...wallet, result })).toEqual({
        passed: false,
        detail: expect.stringContaining('Its result isn’t what its proof says') as string,
      });
  });

  it('attack: what is added to a proven result isn’t called proven', () => {
    const [first] = Object.values(wallet.result ?? {});
    const more = [
      { ...wallet.result, secondResult: { walletId: 'wallet', addresses: ['0x27'] } },
      { createWalletResult: { ...(first as object), note: 'and a gift' } },
    ];
    for (const result of more) expect(verdict({ ...wallet, result }).detail).toContain('the result of 1 are');
  });

  it('attack: an approval that was removed or added is refused', () => {
    const [first] = wallet.votes;
    expect(verdict({ ...wallet, votes: first === undefined ? [] : [first] }).detail).toMatch(
      /An approval that its proof names is missing/,
    );
    const votes = [...wallet.votes, voteOf(BOB, 'Bob', freshSigner(), ballotOn(wallet))];
    expect(verdict({ ...wallet, votes }).detail).toMatch(/an approval that its proof doesn’t name/);
  });

  it('attack: an approval that is there twice isn’t the one that the proof names', () => {
    const [requestedBy, approvedBy] = wallet.votes;
    if (requestedBy === undefined || approvedBy === undefined) throw new Error('It lacks a vote.');
    const votes = [requestedBy, approvedBy, { ...approvedBy, id: 'again' }];
    expect(checkProofs({ ...wallet, votes }, known).fault).toMatch(/an approval that its proof doesn’t name/);
    expect(verdict({ ...wallet, votes }).passed).toBe(false);
  });

  it('attack: the proofs of another activity, and ones that were changed, are refused', () => {
    const moved = { ...wallet, id: ALICE };
    expect(verdict(moved).detail).toMatch(/Its proof is of another request or activity/);
    const [outcome] = wallet.appProofs ?? [];
    if (outcome === undefined) throw new Error('It has no proof.');
    const proofPayload = outcome.proofPayload.replace('OUTCOME_ALLOW', 'OUTCOME_DENY_');
    expect(verdict({ ...wallet, appProofs: [{ ...outcome, proofPayload }] }).detail).toMatch(
      /Its proof doesn’t hold/,
    );
  });

  it('attack: proofs that were taken out leave the state and the result unproven, and are missed', () => {
    const forged = {
      ...wallet,
      appProofs: [],
      result: { createWalletResult: { walletId: 'wallet', addresses: ['0x27'] } },
    };
    const { passed, detail } = verdict(forged, known);
    expect(passed).toBe(true);
    expect(detail).toContain(
      'The state of 1 and the result of 1 are the service’s word as the signer gives it',
    );
    expect(detail).toContain('1 asked for proofs and has none');
  });

  it('attack: proofs by a stranger’s key prove nothing', () => {
    const { detail } = verdict(provenWallet(stranger), known);
    expect(detail).toContain('2 proofs are by other keys than the service’s, and prove nothing');
    expect(detail).toContain('The state of 1 and the result of 1 are');
  });

  it('attack: a service key that was swapped with all proofs is refused against the known one, and else not believed', () => {
    const forged = provenWallet(stranger);
    expect(verdict(forged, known, stranger)).toEqual({
      passed: false,
      detail: expect.stringContaining('isn’t the one that was named') as string,
    });
    expect(verdict(forged, [], stranger).detail).toContain('which nobody compared');
  });
});
