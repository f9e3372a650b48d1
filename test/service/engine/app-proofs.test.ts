import { verifyAppProofSignature } from '@turnkey/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAppProof, type AppProof, type ProofPayload } from '#protocol/proof.ts';
import { codeOf, LocalService, type Sent } from '../../fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote } from '../../fixtures/team.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const wallet = (accounts: object[] = []) => ({ walletName: 'A wallet', accounts });
const account = (index: number) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
});
const create = (parameters: object, envelope: object = {}) =>
  service.post('submit/create_wallet', service.submitBody('create_wallet', parameters, envelope));

const proofsOf = (sent: Sent): AppProof[] => sent.json.activity?.appProofs ?? [];

/** Checks a proof, as the published client does and with ours, and that its key is the one that clients pin. */
function verified(proof: AppProof): ProofPayload {
  // The published client throws where the signature does not hold.
  verifyAppProofSignature({ ...proof, scheme: 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256' });
  expect(proof.publicKey.slice(-130)).toBe(service.ready.keys.enclaveQuorum);
  return verifyAppProof(proof, proof.publicKey);
}

test.each([
  ['in the envelope', {}, { generateAppProofs: true }],
  ['inside the parameters', { generateAppProofs: true }, {}],
])('proofs asked for %s verify against the published key', async (_, inParameters, inEnvelope) => {
  const sent = await create({ ...wallet([account(0), account(1)]), ...inParameters }, inEnvelope);
  const result = sent.json.activity?.result?.['createWalletResult'] as {
    walletId: string;
    addresses: string[];
  };
  const [outcome, first, second, ...more] = proofsOf(sent).map(verified);
  expect(more).toEqual([]);
  expect(outcome).toMatchObject({
    type: 'APP_PROOF_TYPE_POLICY_OUTCOME',
    timestampMs: String(service.now),
    policyOutcomeProof: {
      organizationId: service.ready.organizationId,
      outcome: 'OUTCOME_ALLOW',
      decisionContextDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      organizationDataDigest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      userRequestApprovals: [{ userId: service.ready.rootUserId, publicKey: service.root.publicKey }],
    },
  });
  expect([first, second]).toEqual(
    [0, 1].map((index) => ({
      type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
      timestampMs: String(service.now),
      addressDerivationProof: {
        organizationId: service.ready.organizationId,
        walletId: result.walletId,
        derivationPath: account(index).path,
        address: result.addresses[index],
      },
    })),
  );

  const activityId = sent.json.activity?.id;
  const again = await service.query('get_activity', { activityId });
  expect(proofsOf(again)).toEqual(proofsOf(sent));
  const listed = await service.query('list_app_proofs', { activityId });
  expect(listed.json['appProofs']).toEqual(proofsOf(sent));
});

test('proofs of two activities differ in what they were decided over', async () => {
  const digests = [];
  for (let index = 0; index < 2; index++) {
    const [outcome] = proofsOf(await create(wallet(), { generateAppProofs: true })).map(verified);
    digests.push(
      (outcome?.['policyOutcomeProof'] as { decisionContextDigest: string }).decisionContextDigest,
    );
  }
  expect(new Set(digests).size).toBe(2);
});

test('a proof whose payload was changed does not verify', async () => {
  const [proof] = proofsOf(await create(wallet(), { generateAppProofs: true }));
  if (proof === undefined) throw new Error('no proof');
  const proofPayload = proof.proofPayload.replace('OUTCOME_ALLOW', 'OUTCOME_OTHER');
  expect(() => verifyAppProof({ ...proof, proofPayload }, proof.publicKey)).toThrow(
    expect.objectContaining({ code: 'SIGNATURE_INVALID' }) as Error,
  );
});

test.each([[{}], [{ generateAppProofs: false }], [{ generateAppProofs: null }]])(
  'without the wish for proofs (%j) there are none',
  async (envelope) => {
    const sent = await create(wallet(), envelope);
    expect(sent.json.activity).not.toHaveProperty('appProofs');
    const listed = await service.query('list_app_proofs', { activityId: sent.json.activity?.id });
    expect(listed.json['appProofs']).toEqual([]);
  },
);

test('an activity that does not exist has no proofs to list', async () => {
  const sent = await service.query('list_app_proofs', { activityId: '01890000-0000-7000-8000-000000000000' });
  expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
});

test('import_secrets does not take the wish for proofs, in either place', async () => {
  for (const [parameters, envelope] of [
    [{}, { generateAppProofs: true }],
    [{ generateAppProofs: true }, {}],
  ] as const) {
    const body = service.submitBody('import_secrets', { secrets: [], ...parameters }, envelope);
    const sent = await service.post('submit/import_secrets', body);
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
    expect(sent.text).toContain('generateAppProofs');
  }
});

test('proofs that were asked for come with the vote that completes the activity, and name both approvals', async () => {
  const [ann, ben] = [await addMember(service, 'Ann'), await addMember(service, 'Ben')];
  await setQuorum(service, 2, [ann.userId, ben.userId]);
  const body = service.submitBody('create_wallet', wallet([account(0)]), { generateAppProofs: true });
  const open = activityOf(await service.post('submit/create_wallet', body, ann.signer));
  expect(open).not.toHaveProperty('appProofs');
  const [outcome, derivation] = proofsOf(await vote(service, 'approve', open, ben.signer)).map(verified);
  expect(outcome?.['policyOutcomeProof']).toMatchObject({
    userRequestApprovals: [{ userId: ann.userId }, { userId: ben.userId }],
  });
  expect(derivation?.type).toBe('APP_PROOF_TYPE_ADDRESS_DERIVATION');
});
