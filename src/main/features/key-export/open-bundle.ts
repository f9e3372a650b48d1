import type { Verification } from '#preload/contract/requests.ts';
import { bundleError } from '#protocol/bundle/errors.ts';
import { readExportBundle } from '#protocol/bundle/import-export.ts';
import { AppError } from '#protocol/error.ts';
import { open } from '#protocol/hpke.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import type { ExportAnswer, ExportPlan } from './plan-export.ts';
import type { ExportDescription, ServiceRecord } from './service-record.ts';

/** What one bundle of an answer is held against. */
export interface BundleExpectation {
  readonly organizationId: string;
  /** The profile's pinned sign half of the quorum key, hex. */
  readonly quorumPublicKey: string;
  readonly targetPrivateKey: Secret;
  readonly record: ServiceRecord;
  /** By which member something is named, what was asked for, and what the answer says; undefined where nothing is named. */
  readonly key: { readonly member: string; readonly asked: string; readonly answered: string } | undefined;
}

/** A bundle that was opened, or the check that it fell at. */
export type Opened =
  | {
      readonly ok: true;
      readonly plaintext: Secret;
      readonly description: ExportDescription;
      readonly checks: readonly Verification[];
    }
  | { readonly ok: false; readonly checks: readonly Verification[] };

// In the order in which they are made.
const CHECKS = [
  'Envelope',
  'Quorum key',
  'Signature',
  'Organization',
  'Key id',
  'HPKE',
  'Plaintext',
] as const;
type Check = (typeof CHECKS)[number];

const CHECK_OF_CODE: Readonly<Record<string, Check>> = {
  ENVELOPE_MALFORMED: 'Envelope',
  ENVELOPE_VERSION: 'Envelope',
  SIGNER_KEY_MISMATCH: 'Quorum key',
  SIGNATURE_MALFORMED: 'Signature',
  SIGNATURE_INVALID: 'Signature',
  ORGANIZATION_MISMATCH: 'Organization',
  KEY_ID_MISMATCH: 'Key id',
  PUBLIC_KEY_INVALID: 'HPKE',
  HPKE_OPEN_FAILED: 'HPKE',
  PLAINTEXT_LENGTH: 'Plaintext',
  PRIVATE_KEY_INVALID: 'Plaintext',
  MNEMONIC_INVALID: 'Plaintext',
  UTF8_INVALID: 'Plaintext',
};

/**
 * Opens one export bundle: envelope, quorum key, signature, organization and key id are checked before anything is
 * decrypted, then what came out is compared with the service's record. A record that differs is a check that failed, and
 * the plaintext is kept all the same: it is out, and the operator has to be told.
 */
export async function openBundle(bundle: string, expected: BundleExpectation): Promise<Opened> {
  let plaintext: Secret | undefined;
  try {
    const sealed = readExportBundle(bundle, {
      organizationId: expected.organizationId,
      quorumPublicKey: expected.quorumPublicKey,
      ...(expected.key === undefined ? {} : { named: { [expected.key.member]: expected.key.asked } }),
    });
    if (expected.key !== undefined) requireKey(expected.key);
    plaintext = new Secret(await expected.targetPrivateKey.use((key) => open(sealed, key)));
    const description = expected.record.describe(plaintext);
    return { ok: true, plaintext, description, checks: passedChecks(expected, description) };
  } catch (error) {
    plaintext?.wipe();
    if (!(error instanceof AppError)) throw error;
    const name = CHECK_OF_CODE[error.code];
    if (name === undefined) throw error;
    const before = CHECKS.slice(0, CHECKS.indexOf(name)).flatMap((each) => passed(each, expected) ?? []);
    return {
      ok: false,
      checks: [...before, { name, passed: false, detail: `${error.message} ${error.remedy}` }],
    };
  }
}

function requireKey({ member, asked, answered }: NonNullable<BundleExpectation['key']>): void {
  if (asked === answered) return;
  throw bundleError('KEY_ID_MISMATCH', {
    what: 'answer',
    member,
    found: answered.slice(0, 64),
    expected: asked,
  });
}

const passedChecks = (expected: BundleExpectation, description: ExportDescription): Verification[] => [
  ...CHECKS.flatMap((each) => passed(each, expected) ?? []),
  ...compared(description),
];

/** What a check that held says; undefined where there was nothing to check. */
function passed(
  name: Check,
  { quorumPublicKey, organizationId, key }: BundleExpectation,
): Verification | undefined {
  const say = (detail: string): Verification => ({ name, passed: true, detail });
  switch (name) {
    case 'Envelope':
    case 'Plaintext':
      return undefined;
    case 'Quorum key':
      return say(`It names the pinned quorum key ${quorumPublicKey}.`);
    case 'Signature':
      return say(
        'That key’s signature holds over the bundle, and was checked before anything was decrypted.',
      );
    case 'Organization':
      return say(`It is for the organization ${organizationId}.`);
    case 'Key id':
      return key && say(`It is the ${key.member} that was asked for, ${key.asked}.`);
    case 'HPKE':
      return say('It opened with the key that was made for this export alone.');
  }
}

/**
 * What comparing a plaintext with its description came to.
 * @param against whose word it is held against, as a sentence names it
 */
export function compared({ derived }: ExportDescription, against = 'the service’s record'): Verification[] {
  if (derived.length === 0) return [];
  const others = derived.filter((each) => !each.matches);
  if (others.length === 0) {
    const [first] = derived;
    const which = derived.length === 1 ? (first?.value ?? '') : `All ${derived.length} addresses`;
    return [{ name: 'Record', passed: true, detail: `${which}, derived here, as in ${against}.` }];
  }
  const values = others.map(({ value }) => value).join(', ');
  const detail = `The plaintext makes ${values}; ${against} says otherwise. It is another key.`;
  return [{ name: 'Record', passed: false, detail }];
}

/** A plaintext, and what is known of it. */
export interface OpenedItem {
  readonly plaintext: Secret;
  readonly description: ExportDescription;
}

/** What opening an answer came to: every item, or none and the check that did not hold. */
interface OpenedAnswer {
  readonly checks: readonly Verification[];
  readonly items: readonly OpenedItem[] | null;
}

/**
 * Opens every bundle of an answer, or none: a batch of which one bundle falls is wiped whole.
 * @param expected the plan that was asked for, the target keys in its order, and whom the answer has to come from
 */
export async function openAnswer(
  answer: ExportAnswer,
  expected: {
    readonly plan: ExportPlan;
    readonly targetKeys: readonly P256KeyPair[];
    readonly organizationId: string;
    readonly quorumPublicKey: string;
  },
): Promise<OpenedAnswer> {
  const { plan, targetKeys, organizationId, quorumPublicKey } = expected;
  const { named, bundles } = answer;
  if (bundles.length !== targetKeys.length) {
    const detail = `The answer holds ${bundles.length} bundles; ${targetKeys.length} were asked for.`;
    return { checks: [{ name: 'Bundles', passed: false, detail }], items: null };
  }
  const items: OpenedItem[] = [];
  const all: Verification[][] = [];
  for (const [index, record] of plan.records.entries()) {
    const targetPrivateKey = targetKeys[index]?.privateKey;
    const bundle = bundles[index];
    if (targetPrivateKey === undefined || bundle === undefined) throw new Error('One key for each record.');
    const key =
      named === undefined || plan.member === undefined
        ? undefined
        : { member: plan.member, asked: plan.identifier, answered: named };
    const opened = await openBundle(bundle, {
      organizationId,
      quorumPublicKey,
      targetPrivateKey,
      record,
      key,
    });
    const checks = opened.checks.map((check) =>
      bundles.length === 1 ? check : { ...check, detail: `${record.name}: ${check.detail}` },
    );
    if (!opened.ok) {
      for (const { plaintext } of items) plaintext.wipe();
      return { checks, items: null };
    }
    items.push({ plaintext: opened.plaintext, description: opened.description });
    all.push(checks);
  }
  // The same checks of many bundles are said once; one that failed is always said.
  const [first = [], ...others] = all;
  return { checks: [...first, ...others.flat().filter((check) => !check.passed)], items };
}
