import type { Verification } from '#preload/contract/requests.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import { openBundle } from './open-bundle.ts';
import type { ExportAnswer, ExportPlan } from './plan-export.ts';
import type { Description } from './service-record.ts';

/** A plaintext, and what is known of it. */
export interface OpenedItem {
  readonly plaintext: Secret;
  readonly description: Description;
}

/** What opening an answer came to: every item, or none and the check that did not hold. */
export interface OpenedAnswer {
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
